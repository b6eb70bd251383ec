import { expect } from "vitest";
import type { OpenOptions } from "../../../emulator/open-emulator.ts";
import type { Seed } from "../../../emulator/seed.ts";
import type { ProjectSelection } from "../../../sync/export/selection.ts";
import { exportProjects, projectFiles, type Export, type ExportOptions } from "../../../sync/export/export.ts";
import type { Report } from "../../../sync/report/report.ts";
import { startWorld, type World } from "../world.ts";

export interface ExportWorld extends AsyncDisposable {
  readonly world: World;
  export(selection?: ProjectSelection, options?: Pick<ExportOptions, "format" | "isMinimal">): Promise<Export>;
  /** Exports, and writes the files for the runs of the world. The answer are the files by name. */
  files(exported: Export): Promise<Readonly<Record<string, string>>>;
}

const ALL: ProjectSelection = { by: "organization", organizationId: "org_1" };

/** The content of an emulator: one project with these fields. */
export function site(fields: object = {}): { projects: NonNullable<Seed["projects"]> } {
  return { projects: [{ organization_id: "org_1", slug: "site", ...fields }] };
}

/** A world with two projects of one organization and slug: prj_1 of the seed, and prj_2. */
export async function startTwins(slug = "site", options: OpenOptions = {}): Promise<ExportWorld> {
  const faults = { service: { duplicateSlugs: true } };
  const exporting = await startExportWorld({ seed: site({ slug }), faults, ...options });
  await exporting.world.ask("POST", "/v1/projects", { organization_id: "org_1", slug, type: "proxy" });
  return exporting;
}

/** An emulator, and an export of it. */
export async function startExportWorld(options: OpenOptions): Promise<ExportWorld> {
  const world = await startWorld(options);
  const client = world.client();
  return {
    world,
    export: (selection = ALL, options = {}) => exportProjects(client, selection, { ...options, tokens: [world.token] }),
    files: async (exported) => {
      const texts = Object.fromEntries(projectFiles(exported, "./schema.json").map(({ name, text }) => [name, text]));
      await world.write(texts);
      // They are valid, and do not conflict.
      expect(
        (await world.run("validate", { environment: {} })).problems.filter(({ level }) => level === "error"),
      ).toEqual([]);
      return texts;
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** Everything of the report that is not "as declared". */
export function different(report: Report): string[] {
  expect(report.problems.filter(({ level }) => level === "error")).toEqual([]);
  return (report.plan?.items ?? [])
    .filter(({ action }) => action !== "unchanged")
    .map(({ action, kind, key, reason }) => `${action} ${kind} ${key}${reason === undefined ? "" : `: ${reason}`}`);
}

/** Plans the files to nothing, with and without prune, and applies them twice without a write. */
export async function expectNothingToDo(
  { world }: ExportWorld,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const runs = { environment: { ...environment } };
  expect((await world.run("validate", runs)).result).toBe("valid");
  const planned = await world.run("plan", { ...runs, prune: ["all"] });
  expect(different(planned)).toEqual([]);
  expect(planned.result).toBe("no-changes");
  world.writes();
  for (const prune of [[], ["all"]] as const) {
    expect((await world.run("apply", { ...runs, prune })).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  }
}
