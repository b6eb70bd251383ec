import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { startWorld } from "./comment-world.ts";

/*
 * Whole texts of comments and summaries, to be read. `npx vitest run --project slow test/action/golden.test.ts -u` writes them
 * again; read the difference before you commit it.
 */

const SHOP = `version: 1
project:
  organization_id: org_1
  slug: shop
  description: "Shop | **new** <b>look</b> @octocat #1 https://evil.example WWW.evil.example you@evil.example GH-2 [x](mailto:x@evil.example) $x$"
  force_https: true
components:
  edgee/ga4:
    version: "1.2.0"
    settings: { measurement_id: { secret: META_ACCESS_TOKEN } }
domains:
  - www.shop.example
  - { name: old.shop.example, absent: true }
  - taken.example
ignore: { domains: ["pr-*.shop.example"] }
`;
const BLOG = `version: 1
project: { organization_id: org_1, slug: blog, cookie_name: blog }
domains: [blog.example, www.blog.example]
`;

const LATER = `version: 1
project: { organization_id: org_1, slug: later, must_exist: true }
domains: [later.example]
`;

const WORLD = {
  files: { "sites/shop.yaml": SHOP, "sites/blog.yaml": BLOG, "sites/later.yaml": LATER },
  service: {
    seed: {
      projects: [
        {
          ...liveProject("shop", ["old.shop.example", "extra.shop.example", "pr-7.shop.example"]),
          description: "@live #2",
        },
        liveProject("other", ["taken.example"]),
      ],
    },
  },
};
const INPUTS = { files: "sites/*.yaml", label: "production" };
/** The bundle, in a process of its own: one life of it, after a plan in this process. */
const STEP = { isSpawned: true, inputs: INPUTS };

/** Without what differs from run to run: ids of requests, and digests, which cover the address of the service. */
const withoutIds = (shown: string): string =>
  shown
    .replaceAll(/req&#95;\d+/g, "req&#95;N")
    .replaceAll(/created on [\d-]{10}/g, "created on DAY")
    .replaceAll(/ about=[\w-]{22} /g, " about=DIGEST ")
    .replaceAll(/"(changes|over)":"([\w-]*)"/g, (_whole, name: string, { length }: string) =>
      JSON.stringify({ [name]: `${length / (name === "over" ? 8 : 30)} digests` }).slice(1, -1),
    );
const golden = (name: string): string => path.join(import.meta.dirname, "golden", `${name}.md`);

describe("the comment and the summary", () => {
  it("of a plan, of the merge, of an apply that partly fails, and of a refused one", async () => {
    await using world = await startWorld(WORLD);
    const body = (): string => withoutIds(world.github.comments[0]?.body ?? "");
    const plan = await world.plan({ inputs: INPUTS });
    await expect(body()).toMatchFileSnapshot(golden("plan-comment"));
    await expect(withoutIds(plan.summary)).toMatchFileSnapshot(golden("plan-summary"));
    world.merge();
    await world.closed({ ...STEP, run: 150 });
    await expect(body()).toMatchFileSnapshot(golden("merged-comment"));
    const apply = await world.push({ ...STEP, run: 200 });
    await expect(body()).toMatchFileSnapshot(golden("apply-comment"));
    await expect(withoutIds(apply.summary)).toMatchFileSnapshot(golden("apply-summary"));
    const log = apply.stdout
      .replaceAll(/^(?:::|Writing changes).*\n/gm, "")
      .replaceAll(/req_\d+/g, "req_N")
      .replaceAll(/created on [\d-]{10}/g, "created on DAY");
    await expect(log.replaceAll(world.service.emulator.url, "http://127.0.0.1:PORT")).toMatchFileSnapshot(
      golden("apply-log"),
    );
    await writeFile(path.join(world.folder, "sites/blog.yaml"), BLOG.replace("www.blog.example", "new.blog.example"));
    await world.push({ run: 300, inputs: { ...INPUTS, "plan-check": "true" } });
    await expect(body()).toMatchFileSnapshot(golden("refused-comment"));
    expect(JSON.stringify(world.github.comments)).not.toContain("canary-");
  });

  it("of invalid files", async () => {
    await using world = await startWorld({ files: { "sites/shop.yaml": SHOP.replace("force_https", "force_htps") } });
    const plan = await world.plan(STEP);
    await expect(withoutIds(world.github.comments[0]?.body ?? "")).toMatchFileSnapshot(golden("invalid-comment"));
    await expect(withoutIds(plan.summary)).toMatchFileSnapshot(golden("invalid-summary"));
  });
});
