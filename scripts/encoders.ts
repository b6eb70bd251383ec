import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { z } from "zod";
import { createRedaction } from "../core/text/redaction.ts";

/*
 * Writes random secrets with the encoders of Python, Go and this Node, and by the table of .NET's JSON, and searches what redaction leaves of
 * them. Ends with 1 if a secret is found in one of its forms. Needs python3 and go on PATH.
 *
 *   --secrets 10000         so many
 *   --seed 1                these ones. Default: a random seed, which is printed
 */

const { values } = parseArgs({
  options: { secrets: { type: "string", default: "10000" }, seed: { type: "string" } },
});
let state = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
say(`seed ${state}`);

/** Characters that some encoder changes. */
const CHANGED = String.raw`+/=&%"'\<>!()*~ ;:@?#[]{}|^${"`"}$,é€😀` + "\n\t";
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";

function draw(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

/** From 8 characters to 70 KB, most of them short. */
function drawSecret(index: number): string {
  const length = index % 100 === 99 ? 8 + draw(70_000) : 8 + draw(120);
  const alphabets = [Array.from(CHANGED), Array.from(PLAIN)];
  const pick = (from: readonly string[] = []): string => from[draw(from.length)] ?? "";
  const characters = Array.from({ length }, () => pick(alphabets[draw(3) === 0 ? 0 : 1]));
  // White space at its ends does not count.
  return `${pick(alphabets[1])}${characters.slice(2).join("")}${pick(Array.from(`+/=&%"'`))}${pick(alphabets[1])}`;
}

/** Texts that hold a secret in one form, in base64: two layers. */
function inBase64(secret: string): Forms {
  const inner: Forms = [
    ["encodeURIComponent", encodeURIComponent(secret)],
    ["URLSearchParams", new URLSearchParams({ secret }).toString()],
    ["JSON", JSON.stringify({ secret }, null, 2)],
    ["JSON with escaped slashes", JSON.stringify({ secret }).replaceAll("/", String.raw`\/`)],
    ["JSON of .NET", ofDotnet(secret)],
    ["CRLF", secret.replaceAll("\n", "\r\n")],
    ["base64", encode(secret)],
    ["base64 of a user and a secret", encode(`u:${secret}`)],
    ["base64 for URLs", Buffer.from(secret).toString("base64url")],
    ["base64 in lines of 64", encode(secret).replaceAll(/.{64}/g, "$&\n")],
  ];
  return inner.flatMap(([name, text]) => [
    [`${name}, in base64`, encode(text)] as const,
    [`${name}, in base64 in lines of 76`, encode(text).replaceAll(/.{76}/g, "$&\n")] as const,
    [`${name}, in base64 for URLs`, Buffer.from(text).toString("base64url")] as const,
  ]);
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

type Forms = readonly (readonly [name: string, text: string])[];

/** The characters that JavaScriptEncoder.Default of .NET writes as they are, but for letters and digits. */
const DOTNET_PLAIN = new Set(" !#$%()*,-./:;=?@[]^_{|}~");

function ofDotnet(secret: string): string {
  const short: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\\": "\\\\" };
  return secret
    .split("")
    .map((each) => {
      if (/[A-Za-z0-9]/.test(each) || DOTNET_PLAIN.has(each)) return each;
      return short[each] ?? String.raw`\u${each.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    })
    .join("");
}

function ofNode(secret: string): Forms {
  const base64 = encode(secret);
  const address = new URL("https://h/");
  address.password = secret;
  address.username = "u";
  const query = new URL(`https://h/?t=${secret.replaceAll(/[#\n\t]/g, encodeURIComponent)}`);
  return [
    ["as it is", secret],
    ["encodeURIComponent", encodeURIComponent(secret)],
    ["encodeURIComponent in lower case", encodeURIComponent(secret).replaceAll(/%../g, (each) => each.toLowerCase())],
    ["URLSearchParams", new URLSearchParams({ secret }).toString()],
    ["password of a URL", address.href],
    ["query of a URL", query.href],
    ["JSON", JSON.stringify({ secret })],
    ["JSON with escaped slashes", JSON.stringify(secret).replaceAll("/", String.raw`\/`)],
    ["JSON in JSON", JSON.stringify(JSON.stringify(secret))],
    ["JSON in a URL", encodeURIComponent(JSON.stringify(secret))],
    ["JSON of .NET", ofDotnet(secret)],
    ["CRLF", secret.replaceAll("\n", "\r\n")],
    ["on one line", secret.replaceAll("\n", " ")],
    ["base64 in lines of 64", base64.replaceAll(/.{64}/g, "$&\n")],
    ["base64 in lines of 76, CRLF", base64.replaceAll(/.{76}/g, "$&\r\n")],
    ["base64 in a URL", encodeURIComponent(base64)],
  ];
}

const formsSchema = z.array(z.tuple([z.string(), z.string()]));

async function written(command: string, words: readonly string[], secrets: readonly string[]): Promise<Forms[]> {
  const child = spawn(command, words, { cwd: import.meta.dirname, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(secrets.map((secret) => `${JSON.stringify(secret)}\n`).join(""));
  const lines = (await text(child.stdout)).trimEnd().split("\n");
  if (lines.length !== secrets.length) throw new Error(`${command} wrote ${lines.length} of ${secrets.length} lines`);
  return lines.map((line) => formsSchema.parse(JSON.parse(line)));
}

const secrets = Array.from({ length: Number(values.secrets) }, (_, index) => drawSecret(index));
const ofPython = await written("python3", ["encoders.py"], secrets);
const ofGo = await written("go", ["run", "encoders.go"], secrets);
const counts = new Map<string, number>();
let missed = 0;
for (const [index, secret] of secrets.entries()) {
  const { redact } = createRedaction([secret]);
  for (const [name, form] of [
    ...ofNode(secret),
    ...inBase64(secret),
    ...(ofPython[index] ?? []),
    ...(ofGo[index] ?? []),
  ]) {
    const shown = redact(`before ${form} after`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    // Base64 shares a character with the text before and after. PEM, URLs and fields have a frame.
    const left = shown.replaceAll("(secret)", "");
    if (shown.includes("(secret)") && left.length <= "before  after".length + 60) continue;
    missed += 1;
    if (missed <= 10)
      say(`shown as ${name}: ${JSON.stringify(form.slice(0, 200))} of ${JSON.stringify(secret.slice(0, 200))}`);
  }
}
for (const [name, count] of counts) say(`${count} ${name}`);
say(`${secrets.length} secrets, ${[...counts.values()].reduce((sum, count) => sum + count, 0)} texts, ${missed} shown`);
process.exitCode = missed === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
