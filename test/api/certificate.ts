import { generateKeyPairSync, sign } from "node:crypto";

/** PEM of a key, and of a certificate that it signs itself, for these host names and addresses. */
export function selfSigned(names: readonly string[], addresses: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(identifier("2a8648ce3d040302")); // ecdsa-with-SHA256
  const name = sequence(tlv(0x31, sequence(identifier("550403"), tlv(0x0c, Buffer.from("projectsync test")))));
  const validity = sequence(time("200101000000Z"), time("491231235959Z"));
  const alternatives = sequence(
    ...names.map((host) => tlv(0x82, Buffer.from(host))),
    ...addresses.map((address) => tlv(0x87, Buffer.from(address.split(".").map(Number)))),
  );
  const authority = sequence(tlv(0x01, Buffer.from([0xff])));
  const extensions = sequence(
    sequence(identifier("551d13"), tlv(0x04, authority)),
    sequence(identifier("551d11"), tlv(0x04, alternatives)),
  );
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))), // version 3
    tlv(0x02, Buffer.from([1])), // serial number
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, extensions),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const base64 = sequence(body, algorithm, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** Tag, length and value, as DER writes them. */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function identifier(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, "hex"));
}

function time(utc: string): Buffer {
  return tlv(0x17, Buffer.from(utc));
}
