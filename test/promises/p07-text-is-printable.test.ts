import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { excerpt } from "../../core/api/answers.ts";
import { printable } from "../../core/text/printable.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { failure } from "../../provider/native/wire.ts";
import { presentable } from "../../provider/operations/pulumi-error.ts";
import { fileText } from "../../core/file/write-file.ts";
import { quoted } from "../../core/file/write-text.ts";
import { play, projectFile } from "../action/service.ts";
import { ROOT } from "../action/run-action.ts";

/*
 * P7: text from elsewhere is printable in every sink: it holds no character that a log or a terminal obeys or does not show, and no
 * command of a runner.
 */

/** One of each kind of invisible character, and the runners' commands. */
const HOSTILE =
  "a\u061Cb\u200Bc\u200Dd\u200Fe\u202Ef\u2066g\u2800h\u3164i\u115Fj\u{E0041}k\uFEFFl\u00ADm\u034Fn\uFE0Fo\uFE0Ep1\uFE0Fq ##[error]o ##vso[task.complete]p";
const INVISIBLE =
  /(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?![\uFE0E\uFE0F\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
const COMMAND = /##[\w.-]*\[/;

function expectPrintable(text: string): void {
  expect(text).not.toMatch(INVISIBLE);
  expect(text).not.toMatch(COMMAND);
}

describe("the log of the Action and its annotations", () => {
  it.each([
    ["a refusal of the service", { message: HOSTILE }],
    [
      "a refusal as documented",
      { error: { type: "x", message: HOSTILE, params: [{ param: HOSTILE, message: HOSTILE }] } },
    ],
  ])("hold no hostile text of %s", async (_what, body) => {
    const faults = { faults: [{ method: "GET", fault: { kind: "answer", status: 400, body } }] } as const;
    const { stdout, code } = await play({ "a.yaml": projectFile("a") }, { mode: "plan", service: { faults } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error::GET \/v1\/projects: 400/m);
    expectPrintable(stdout);
  });

  it("hold no hostile text of a project file, of its name and of an input", async () => {
    const name = "a ##[error]\u200Bb.yaml";
    const { stdout } = await play(
      { [name]: projectFile("a", `  "${HOSTILE}": 1\n  type: "${HOSTILE}"\n`) },
      { mode: "plan" },
    );
    expect(stdout).toMatch(/^::error title=projectsync,file=/m);
    expectPrintable(stdout);
    const { stdout: refused } = await play({}, { mode: HOSTILE, inputs: { prune: HOSTILE, files: "x.yaml" } });
    expect(refused).toMatch(/^::error title=projectsync::Input mode must be/m);
    expectPrintable(refused);
  });

  it("are written in one place", () => {
    const folder = path.join(ROOT, "action");
    const writing = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .filter((name) =>
        /core\.(?:info|notice|warning|error|debug|setFailed)\b/.test(readFileSync(path.join(folder, name), "utf8")),
      );
    expect(writing).toEqual(["log.ts"]);
  });
});

describe("the report of the Action and its outputs", () => {
  it("hold no hostile text of a live value, and keep its meaning", async () => {
    const seed = { projects: [{ organization_id: "org_1", slug: "a", description: HOSTILE }] };
    const { everything } = await play(
      { "a.yaml": projectFile("a", "  description: b\n") },
      { mode: "plan", service: { seed } },
    );
    const report = everything.slice(everything.lastIndexOf('\n{\n  "mode"'));
    expectPrintable(everything);
    expect(JSON.parse(report)).toHaveProperty("items[0].changes[0].from", HOSTILE);
  });
});

describe("an exported file", () => {
  const project = { organization_id: "org_1", slug: "site" };

  it.each([
    ["a value", HOSTILE],
    ["a value that fillers alone make odd", "a\u3164b"],
    ["lines", `one\n  ::error::two\n${HOSTILE}`],
    ["lines with a command", "one\n::add-mask::two"],
    ["lines with an older command", "one\n##[error]two"],
  ])("escapes what is hidden in %s, and keeps it", (_what, description) => {
    const text = fileText({ project: { ...project, description, [description]: description } });
    expectPrintable(text);
    expect(text).not.toMatch(/^\s*::/m);
    expect(parse(text)).toHaveProperty("project.description", description);
    expect(Object.keys(parse(text).project)).toContain(description);
    expect(JSON.parse(quoted(description))).toBe(description);
  });

  it("has no hidden character and no command in a comment", () => {
    const text = fileText({ project }, { comments: [HOSTILE, "::error::x\n::error::y"] });
    expectPrintable(text);
    expect(text).not.toMatch(/^::/m);
  });
});

describe("half of a character", () => {
  it("is in no message, also where a long text is cut", () => {
    expect(printable("cut \uD83D here")).toBe("cut   here");
    const text = excerpt("😀".repeat(200), createRedaction([]).redact);
    expect([text.isWellFormed(), printable(text).isWellFormed()]).toEqual([false, true]);
  });

  it("does not end a provider of Pulumi: gRPC cannot carry it", () => {
    const { details } = failure(presentable(new Error("cut \uD83D"), String), []);
    expect(details.isWellFormed()).toBe(true);
  });
});
