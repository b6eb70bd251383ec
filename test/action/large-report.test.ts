import { describe, expect, it } from "vitest";
import { readMarker } from "../../action/comment/marker.ts";
import { startWorld } from "./comment-world.ts";
import { projectFile } from "./service.ts";

/** GitHub's limits: characters of a comment, bytes of a summary. */
const COMMENT = 65_536;
const SUMMARY = 1024 * 1024;

const names = Array.from({ length: 250 }, (_, index) => `site-${String(index).padStart(3, "0")}`);
const host = (name: string, index: number): string => `${["www", "shop", "blog"][index]}.${name}.example`;
const FILES = Object.fromEntries(
  names.map((name) => [
    `sites/${name}.yaml`,
    projectFile(name, `domains:\n${[0, 1, 2].map((index) => `  - ${host(name, index)}\n`).join("")}`),
  ]),
);
/** One domain of each of 100 files belongs to another project, which no file declares. */
const TAKEN = names.slice(0, 100).map((name) => ({ name: host(name, 0) }));
/** One on each of these, and one on its new project, which may be the other one with another slug. */
const NOTES = 2 * TAKEN.length;
const INPUTS = { files: "sites/*.yaml" };

const count = (shown: string, what: RegExp): number => shown.match(what)?.length ?? 0;

describe("250 files with 1,000 changes and 100 failures", () => {
  it("fit into a comment and a summary that say first what is wrong, and count what they leave out", async () => {
    await using world = await startWorld({
      files: FILES,
      service: {
        seed: {
          projects: [{ id: "prj_other", organization_id: "org_1", slug: "other", type: "proxy", domains: TAKEN }],
        },
      },
    });
    const body = (): string => world.github.comments[0]?.body ?? "";

    const plan = await world.plan({ inputs: INPUTS });
    expect(plan.outputs["create"]).toBe("1000");
    expect(Buffer.byteLength(body())).toBeLessThan(COMMENT);
    // Only what it shows was reviewed.
    const recorded = readMarker(body())?.changes ?? [];
    expect(recorded).toHaveLength(1000);
    expect(recorded.filter(({ effect }) => effect !== null)).toHaveLength(count(body(), /^\| create /gm));
    const [, left = ""] =
      /^… and (\d+) more\. The <a href="[^"]+\/actions\/runs\/100\/attempts\/1">summary of the run<\/a> lists more\.$/m.exec(
        body(),
      ) ?? [];
    const shown = count(body(), /^\| create /gm) + count(body(), /^- <code>/gm);
    expect(Number(left) + shown).toBe(1000 + 250 + NOTES);
    expect(shown).toBeGreaterThan(100);
    expect(count(plan.summary, /^\| create /gm)).toBe(1000);
    expect(Buffer.byteLength(plan.summary)).toBeLessThan(SUMMARY);
    expect(plan.summary).not.toContain("<details open>");

    world.merge();
    const checked = await world.push({ run: 199, inputs: { ...INPUTS, "plan-check": "true" } });
    expect(checked).toMatchObject({ code: 1, outputs: { result: "refused", changed: "false" } });
    expect(checked.stdout).toContain("(a smaller one, or with `only`, if its comment has no room for them)");
    const apply = await world.push({ run: 200, inputs: INPUTS });
    expect(apply).toMatchObject({ code: 1, outputs: { result: "partial" } });
    expect(Buffer.byteLength(body())).toBeLessThan(COMMENT);
    for (const shownFirst of [body(), apply.summary]) {
      expect(shownFirst).toMatch(
        /Apply: \*\*900 done, 100 failed\*\* · Domains: \*\*650 not ready\*\*\n\n\[What to do about `partial`\]\(\S+#partial\)\n\n### Failures \(100\)\n/,
      );
      expect(shownFirst).toContain("<details><summary>more (");
      expect(shownFirst.indexOf("### Failures")).toBeLessThan(shownFirst.indexOf("### Changes"));
    }
    expect(apply.summary).toMatch(
      /### Domains not ready in changed projects \(650\)\n(?:.*\n){1,14}.*<summary>more \(645\)/,
    );
    const failures = /^\| create domain .* failed: /gm;
    expect(count(apply.summary, failures)).toBe(100);
    expect(count(body(), failures)).toBeGreaterThan(30);
    expect(body()).toMatch(/^… and \d+ more\./m);
  }, 120_000);

  it("are not listed one by one in the comment if they are too many: then nothing counts as reviewed", async () => {
    const hosts = Array.from({ length: 1_600 }, (_, index) => `  - h${index}.example\n`).join("");
    await using world = await startWorld({ files: { "a.yaml": projectFile("a", `domains:\n${hosts}`) } });
    await world.plan();
    const body = world.github.comments[0]?.body ?? "";
    expect(Buffer.byteLength(body)).toBeLessThan(COMMENT);
    expect(readMarker(body)?.changes).toBeNull();
    world.merge();
    const apply = await world.push({ run: 200, inputs: { "plan-check": "true" } });
    expect(apply).toMatchObject({ outputs: { result: "refused" } });
    expect(apply.stdout).toContain("Pull requests that were read: 7 (its comment does not list its changes).");
  }, 60_000);
});
