import { runtime } from "@pulumi/pulumi";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { ask } from "../ask.ts";
import { code, nextUpdate, open, refusing, writes, type Scene } from "./provider.ts";

/* What the check of a new resource, and its create, say of an object that exists. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** The warnings that were written so far. The provider writes each one once per process, so each test has its own host names. */
function warnings(): string[] {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
  return written;
}

const seedOf = (slug: string) => ({
  projects: [
    {
      id: `prj_${slug}`,
      organization_id: "org_1",
      slug,
      description: "live",
      components: [
        {
          id: `pc_${slug}`,
          component_slug: "edgee/meta-capi",
          settings: { pixel_id: "1", access_token: "the-old-token" },
        },
      ],
      domains: [{ name: `${slug}.example.com` }],
    },
  ],
});

const scene = (slug: string, options: OpenOptions = {}): Promise<Scene> => open({ seed: seedOf(slug), ...options });
const projectOf = (slug: string) => ({ ...code, organizationId: "org_1", slug });
const adopt = { ifExists: "adopt" };

describe("a new resource whose object exists", () => {
  it("says in the preview what adopting it changes, by the names of fields only, and again in the update", async () => {
    await using its = await scene("adopted");
    const written = warnings();
    const news = { ...projectOf("adopted"), ...adopt, description: "declared" };
    expect((await its.project.check({}, news)).failures).toEqual([]);
    const note =
      "warning: Project adopted of org_1 exists: prj_adopted. It is adopted, and description is changed. " +
      "If another stack has it, both will change it.\n";
    expect(written).toEqual([note]);
    const settings = { pixel_id: "2", access_token: "the-new-token" };
    const component = { ...code, ...adopt, projectId: "prj_adopted", component: "edgee/meta-capi", settings };
    expect((await its.component.check({}, component)).failures).toEqual([]);
    expect(written.at(-1)).toContain("It is adopted, and settings.pixel_id, settings.access_token are changed.");
    expect(written.join("")).not.toMatch(/the-(old|new)-token/);
    expect(writes(its.emulator)).toEqual([]);
    await its.project.create({ ...projectOf("adopted2"), ...adopt });
    expect(written.filter((text) => text === note)).toHaveLength(1);
  });

  it("says so in the update too, if the preview did not know the key", async () => {
    await using its = await scene("late");
    const written = warnings();
    await its.domain.create({ ...code, ...adopt, projectId: "prj_late", name: "late.example.com" });
    expect(written).toEqual([
      "warning: Domain late.example.com in project prj_late exists: late.example.com. It is adopted, and nothing is changed. " +
        "If another stack has it, both will change it.\n",
    ]);
  });

  it("says in the preview that the update will fail, if it is not to be adopted", async () => {
    await using its = await scene("refused");
    const written = warnings();
    expect((await its.project.check({}, projectOf("refused"))).failures).toEqual([]);
    expect(written).toEqual([
      'warning: Project refused of org_1 exists: prj_refused. Without `ifExists: "adopt"` its create fails, unless the update ' +
        "deletes it first.\n",
    ]);
  });

  it("is said to be unseen if the service does not show it, and the check does not fail", async () => {
    await using its = await scene("unseen", { faults: refusing("GET", "/v1/projects/prj_unseen/domains", 403) });
    const written = warnings();
    const news = { ...code, projectId: "prj_unseen", name: "unseen.example.com" };
    expect((await its.domain.check({}, news)).failures).toEqual([]);
    expect(written).toEqual([
      expect.stringMatching(/^warning: Whether Domain unseen\.example\.com .* cannot be seen: GET /),
    ]);
  });
});

it("is said to be unclear if there are several, and the check does not fail", async () => {
  await using its = await open({ seed: { organizations: ["org_1"] }, faults: { service: { duplicateSlugs: true } } });
  for (let made = 0; made < 2; made += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "twins", type: "proxy" });
  const written = warnings();
  expect((await its.project.check({}, projectOf("twins"))).failures).toEqual([]);
  expect(written).toEqual([
    expect.stringMatching(/^warning: Whether Project twins of org_1 exists cannot be seen: .*prj_1, prj_2/),
  ]);
});

it("nothing is promised of values that are not known yet", async () => {
  await using its = await scene("pending");
  const written = warnings();
  const unknown = runtime.unknownValue;
  await its.project.check({}, { ...projectOf("pending"), ifExists: unknown });
  await its.project.check({}, { ...projectOf("pending"), adoptId: unknown });
  expect(written).toEqual([]);
  await its.project.check({}, { ...projectOf("pending"), ...adopt, description: unknown, forceDestroy: unknown });
  expect(written).toEqual([
    expect.stringContaining("It is adopted, and nothing is changed as far as is known (not known yet: description)."),
  ]);
});

it("nothing is said of a resource that is replaced without a diff", async () => {
  await using its = await scene("forced");
  const written = warnings();
  const news = { ...code, projectId: "prj_forced", name: "forced.example.com" };
  await its.domain.check(news, news);
  await its.domain.check({}, news);
  expect(written).toEqual([]);
});

it("nothing is said of a resource that has its object already, nor of one that is new", async () => {
  await using its = await scene("own");
  const written = warnings();
  const news = { ...projectOf("own"), ...adopt };
  const { outs } = await its.project.create(news);
  await nextUpdate(its);
  written.length = 0;
  const state = { ...code, ...outs };
  await its.project.check(state, { ...news, description: "x" });
  await its.project.diff("prj_own", state, news);
  // Pulumi checks again, without the old inputs, before it replaces a resource.
  await its.project.check({}, news);
  await its.project.check({}, projectOf("new"));
  expect(written).toEqual([]);
});
