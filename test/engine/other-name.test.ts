import { expect, it } from "vitest";
import { openEngineScene } from "./harness/engine-run.ts";
import { writes } from "./harness/writes.ts";

/* A file that names an object in another case than before. Its name in the stack is another one, too. */

const site = (slug: string, component: string): string =>
  `version: 1\nproject: { organization_id: org_1, slug: ${slug}, type: proxy }\n` +
  `components:\n  ${component}: { version: "1.0.0", settings: { measurement_id: G-1 } }\n`;

it("is blocked in the plan: the stack would adopt the object by its new name, and forget it by the old one", async () => {
  await using scene = await openEngineScene();
  const { emulator, write, run } = scene;
  await write({ "site.yaml": site("site", "edgee/ga4") });
  expect((await run("apply")).outputs).toMatchObject({ result: "applied" });
  emulator.reset();
  await write({ "site.yaml": site("site", "edgee/GA4") });
  const { outputs, summary } = await run("apply");
  expect(outputs, summary).toMatchObject({ result: "blocked" });
  expect(summary).toContain("stack dev would forget it as this. Write its name as before.");
  await write({ "site.yaml": site("Site", "edgee/ga4") });
  const renamed = await run("plan");
  expect(renamed.outputs, renamed.summary).toMatchObject({ result: "blocked" });
  expect(renamed.summary).toContain("would forget it as this. Declare previous");
  expect(renamed.summary).not.toContain("Stack dev forgets it.");
  await write({ "site.yaml": site("Site, previous_slug: site", "edgee/ga4") });
  const kept = await run("apply");
  expect(kept.outputs, kept.summary).toMatchObject({ result: "no-changes" });
  expect(writes(emulator)).toEqual([]);
});
