import { once } from "node:events";
import { createReadStream } from "node:fs";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { readStdin } from "../../cli/read-stdin.ts";
import { startPlace } from "./command-place.ts";
import { startCli, type CliResult } from "./run-cli.ts";

const SITE = "version: 1\nproject: { organization_id: org_1, slug: site }\n";

type Place = Awaited<ReturnType<typeof startPlace>>;

function pipe(content: string | Uint8Array, words: readonly string[], place: Partial<Place> = {}): Promise<CliResult> {
  const { child, ended } = startCli(words, place.environment, place.folder, "pipe");
  // A command that does not read to the end closes the pipe.
  child.stdin?.on("error", () => undefined).end(content);
  return ended();
}

describe("the file -", () => {
  it("is read from standard input, beside others, and planned", async () => {
    await using place = await startPlace();
    await place.write("shop.yaml", SITE.replace("site", "shop"));
    const plan = await pipe(SITE, ["plan", "--json", "-", "shop.yaml", "-"], place);
    const report = JSON.parse(plan.stdout);
    expect(report.files).toEqual(["<stdin>", "shop.yaml"]);
    expect(report.items).toMatchObject([
      { key: "org_1/shop", source: { file: "shop.yaml" } },
      { key: "org_1/site", source: { file: "<stdin>", line: 2, column: 1 } },
    ]);
    expect(await pipe(SITE, ["apply", "-"], place)).toMatchObject({ code: 0, stderr: "" });
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
    const zero = createReadStream("/dev/zero");
    await once(zero, "open");
    const { stderr } = await startCli(["validate", "-"], {}, undefined, zero).ended();
    zero.destroy();
    expect(stderr).toContain("larger than 1 MiB");
  });

  it("is refused if it is /dev/null", async () => {
    const { code, stderr } = await startCli(["validate", "-"]).ended();
    expect({ code, stderr }).toMatchObject({ code: 3, stderr: expect.stringContaining("standard input is empty") });
  });

  it("is refused if it is a terminal, which would wait without a word", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    expect(await readStdin({ stdin, signal: new AbortController().signal }, 10)).toEqual({
      refused: "a terminal; pipe a project file into this command, or name a file",
    });
  });

  it("ends at a signal while it waits for input", async () => {
    const environment = { PROJECTSYNC_BASE_URL: "http://127.0.0.1:1", PROJECTSYNC_TOKEN: "token-4711" };
    const { child, ended } = startCli(["plan", "-", "--json"], environment, undefined, "pipe");
    // More than a pipe holds: when all of it is written, the command reads it.
    await new Promise((resolve) => child.stdin?.write("#".repeat(500_000), resolve));
    child.kill("SIGTERM");
    const { stdout, code } = await ended();
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 143, result: "stopped", failureReason: "stopped" });
  });

  it("means a file where it has a folder: ./-", async () => {
    await using place = await startPlace();
    await place.write("-", SITE);
    expect(await place.run(["validate", "./-"])).toMatchObject({ code: 0, stdout: "✓ 1 file valid, not planned\n" });
  });
});
