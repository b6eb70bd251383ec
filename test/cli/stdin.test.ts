import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readStdin } from "../../cli/read-stdin.ts";
import { COMPILE_CACHE } from "../compile-cache.ts";
import { startPlace } from "./command-place.ts";
import { ROOT } from "./run-cli.ts";

const SITE = "version: 1\nproject: { organization_id: org_1, slug: site }\n";

interface Spawned {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** What standard input is. Default: a pipe. */
  readonly stdin?: "pipe" | "ignore" | number;
}

function start(words: readonly string[], { environment = {}, folder = ROOT, stdin = "pipe" }: Spawned = {}) {
  const child = spawn(process.execPath, [path.join(ROOT, "cli/main.ts"), ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], NO_COLOR: "1", ...COMPILE_CACHE, ...environment },
    stdio: [stdin, "pipe", "pipe"],
  });
  const { stdout: out, stderr: errors } = child;
  if (out === null || errors === null) throw new Error("The process has no pipes.");
  // A command that does not read to the end closes the pipe.
  child.stdin?.on("error", () => undefined);
  const ended = async () => {
    const [stdout, stderr, [code]] = await Promise.all([text(out), text(errors), once(child, "exit")]);
    return { stdout, stderr, code: Number(code) };
  };
  return { child, ended: ended() };
}

function pipe(content: string | Uint8Array, words: readonly string[], options: Spawned = {}) {
  const { child, ended } = start(words, options);
  child.stdin?.end(content);
  return ended;
}

describe("the file -", () => {
  it("is read from standard input, beside others, and planned", async () => {
    await using place = await startPlace();
    await place.write("shop.yaml", SITE.replace("site", "shop"));
    const environment = { PROJECTSYNC_BASE_URL: place.emulator.url, PROJECTSYNC_TOKEN: place.emulator.token };
    const plan = await pipe(SITE, ["plan", "--json", "-", "shop.yaml", "-"], { environment, folder: place.folder });
    const report = JSON.parse(plan.stdout);
    expect(report.files).toEqual(["<stdin>", "shop.yaml"]);
    expect(report.items).toMatchObject([
      { key: "org_1/shop", source: { file: "shop.yaml" } },
      { key: "org_1/site", source: { file: "<stdin>", line: 2, column: 1 } },
    ]);
    expect(await pipe(SITE, ["apply", "-"], { environment })).toMatchObject({ code: 0, stderr: "" });
  });

  it.each<[string, string | Uint8Array, number, string]>([
    ["a byte order mark and CRLF", `\uFEFF${SITE.replaceAll("\n", "\r\n")}`, 0, ""],
    ["JSON", JSON.stringify({ version: 1, project: { organization_id: "org_1", slug: "site" } }), 0, ""],
    ["an unknown field", `${SITE}domain: []\n`, 3, "<stdin>:3:1: error: domain: unknown field"],
    ["UTF-16, as PowerShell may write it", Buffer.from(`\uFEFF${SITE}`, "utf16le"), 3, "<stdin>:1:1: error: not UTF-8"],
    ["nothing", "", 3, "<stdin>:1:1: error: standard input is empty; pipe a project file into this command"],
    ["2 MiB", "#".repeat(2 * 1024 * 1024), 3, "<stdin>:1:1: error: standard input is larger than 1 MiB"],
  ])("may hold %s", async (_what, content, code, message) => {
    const result = await pipe(content, ["validate", "-"]);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
    expect(result.stdout).toBe(code === 0 ? "✓ 1 file valid, not planned\n" : "");
  });

  it("does not wait for the end of an endless writer", async () => {
    await using zero = await open("/dev/zero");
    expect((await start(["validate", "-"], { stdin: zero.fd }).ended).stderr).toContain("larger than 1 MiB");
  });

  it("is refused if it is /dev/null", async () => {
    const { code, stderr } = await start(["validate", "-"], { stdin: "ignore" }).ended;
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("standard input is empty") });
  });

  it("is refused if it is a terminal, which would wait without a word", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    expect(await readStdin({ stdin, signal: new AbortController().signal }, 10)).toEqual({
      refused: "a terminal; pipe a project file into this command, or name a file",
    });
  });

  it("ends at a signal while it waits for input", async () => {
    const { child, ended } = start(["plan", "-", "--json"], {
      environment: { PROJECTSYNC_BASE_URL: "http://127.0.0.1:1", PROJECTSYNC_TOKEN: "token-4711" },
    });
    // More than a pipe holds: when all of it is written, the command reads it.
    await new Promise((resolve) => child.stdin?.write("#".repeat(500_000), resolve));
    child.kill("SIGTERM");
    const { stdout, code } = await ended;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 143, result: "stopped", failureReason: "stopped" });
  });

  it("means a file where it has a folder: ./-", async () => {
    await using place = await startPlace();
    await place.write("-", SITE);
    expect(await place.run(["validate", "./-"])).toMatchObject({ code: 0, stdout: "✓ 1 file valid, not planned\n" });
  });
});
