import { expect, it } from "vitest";
import { killApply, killsAt, openHooked, unlock } from "./harness/kills.ts";
import { useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

/*
 * An apply of the Action over Pulumi that is killed while it changes what is there: a rotated secret that the service hides,
 * another host name, and a component to prune. The next run makes the change. Two kills are played. KILLS=all plays all 20: at each
 * write, before and after the service has handled it.
 */

const installation = useInstallation();

const ROTATED = "rotated-access-token-4711";
const fileOf = (description: string, rest: string) => `version: 1
project: { organization_id: org_1, slug: site, description: ${description} }
components:
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
${rest}`;
const BEFORE = fileOf("Shop", "  edgee/ga4: { settings: { measurement_id: G-1 } }\ndomains: [www.example.com]\n");
const AFTER = fileOf("Store", "domains: [shop.example.com]\n");
/** Two updates, an attachment, and two deletions. */
const WRITES = 5;

/** A service on which everything in BEFORE is done, and AFTER is declared. */
async function openChange() {
  const options = { profile: "masking" } as const;
  const opened = await openHooked(installation(), { prune: "all" }, options);
  await opened.scene.write({ "site.yaml": BEFORE });
  expect((await opened.scene.run("apply")).outputs).toMatchObject({ result: "applied" });
  await opened.scene.write({ "site.yaml": AFTER });
  return opened;
}

/** How often Pulumi saves its state. */
const saving = (checkpoints: string): Readonly<Record<string, string>> =>
  checkpoints === "end" ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};
const rotated = { META_TOKEN: ROTATED };
const WANTED = [
  {
    project: { slug: "site", description: "Store" },
    components: [{ component_slug: "edgee/meta-capi", settings: { access_token: ROTATED } }],
    domains: [{ name: "shop.example.com" }],
  },
];

it("an apply of the change makes the writes that the tests below kill it at", async () => {
  const { scene } = await openChange();
  await using _open = scene;
  const before = writes(scene.emulator).length;
  expect((await scene.run("apply", {}, { ...rotated, ...saving("end") })).outputs).toMatchObject({ result: "applied" });
  expect(writes(scene.emulator)).toHaveLength(before + WRITES);
  expect(scene.emulator.state()).toMatchObject(WANTED);
});

const EVERY = ["end", "each"].flatMap((checkpoints) => killsAt(WRITES).map((kill) => [checkpoints, ...kill] as const));
const kills = process.env["KILLS"] === "all" ? EVERY : EVERY.filter((_, index) => index % 7 === 6);

it.each(kills)(
  "with checkpoints %s, after a kill when the service has %s write %i, the next run makes the change",
  async (checkpoints, phase, nth) => {
    const opened = await openChange();
    const { scene } = opened;
    await using _open = scene;
    expect(await killApply(opened, phase, nth, { ...rotated, ...saving(checkpoints) })).toEqual({});

    await unlock(scene);
    const next = await scene.run("apply", {}, rotated);
    expect(next.outputs["result"], next.everything).toMatch(/^(?:applied|no-changes)$/);
    expect(scene.emulator.state()).toMatchObject(WANTED);
    expect((await scene.run("plan", {}, rotated)).outputs).toMatchObject({ result: "no-changes" });
  },
);
