import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createBodyText } from "../../provider/api/body-text.ts";
import { connect } from "./connect.ts";
import { startFaultServer } from "./fault-server.ts";

const MEGABYTE = 1024 * 1024;

/** Frees what is no longer used, and returns the bytes of all buffers. */
function usedByBuffers(): number {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect !== "function") throw new Error("Node does not expose its garbage collector.");
  collect();
  return process.memoryUsage().arrayBuffers;
}

it("a body of one byte in each buffer of the socket keeps no buffers", () => {
  const before = usedByBuffers();
  let most = 0;
  const body = createBodyText();
  for (let count = 0; count < 2_000; count += 1) {
    body.add(new Uint8Array(64 * 1024).fill(0x61).subarray(0, 1));
    if (count % 500 === 499) most = Math.max(most, usedByBuffers() - before);
  }
  expect(body.text()).toBe("a".repeat(2_000));
  // The last buffers may not be freed yet. All of them are 125 MB.
  expect(most).toBeLessThan(64 * MEGABYTE);
});

it("a body is read whole, wherever it is divided, without its byte order mark", () => {
  const text = `{"a":"${"ü€😀".repeat(20_000)}"}`;
  const bytes = Buffer.from(`\uFEFF${text}`);
  for (const size of [1, 7, 65_536]) {
    const body = createBodyText();
    for (let start = 0; start < bytes.length; start += size) body.add(bytes.subarray(start, start + size));
    expect(body.text()).toBe(text);
  }
});

it("an answer whose chunks have long extensions is read", async () => {
  await using server = await startFaultServer((response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    for (const character of '{"id":"prj_1"}') response.socket?.write(`1;${"e".repeat(60_000)}\r\n${character}\r\n`);
    response.socket?.end("0\r\n\r\n");
  });
  expect(await connect(server).projects.get("prj_1")).toMatchObject({ id: "prj_1" });
});
