import fc from "fast-check";
import type { LoadedFile } from "../../../core/file/loaded-file.ts";
import { copyOf, partName, type Snapshot } from "../../../core/reconcile/snapshot.ts";
import type { Step } from "../../../core/reconcile/step.ts";
import type { PlanOptions, Prune } from "../../../core/plan/plan-options.ts";
import { createPlanner, type PlanResult, type Planner } from "../../../core/plan/planner.ts";
import type { ForceSecrets } from "../../../core/reconcile/loop-run.ts";
import { remainingPlanOf } from "../../../core/plan/remaining-plan.ts";
import { filesInMemory } from "../../world/files-in-memory.ts";
import { drawnFiles, sometimes, type Content } from "./draw-files.ts";
import { drawnService, type Service } from "./draw-service.ts";
import { slugLikeness } from "./meant.ts";
import { readParts } from "./read-service.ts";

/** What a run gets. */
export interface Scene {
  readonly contents: readonly Content[];
  readonly service: Service;
  readonly options: PlanOptions;
}

/** A scene and its plan. */
export interface Played extends Scene {
  readonly files: readonly LoadedFile[];
  readonly planned: PlanResult;
  /** What an apply of the plan sends, by the name of the object. */
  readonly steps: ReadonlyMap<string, Step>;
  /** What the plan asked for. */
  readonly snapshot: Snapshot;
}

const KEYS = [
  "org_1/one",
  "ORG_1/two",
  "org_1/three/*",
  "org_1/one/edgee/ga4",
  "org_1/two/b.example.com",
  "org_2/*",
  "*/ga4",
  "*.example.com",
  "*/a.example.com",
];

const options = fc.record(
  {
    prune: fc.constantFrom<readonly Prune[]>(["domains"], ["components"], ["components", "domains"], ["all"]),
    maxDeletes: fc.constantFrom<NonNullable<PlanOptions["maxDeletes"]>>(0, 1, 2, 3, { percent: 0 }, { percent: 100 }),
    rewriteSecrets: fc.constant(true),
  },
  { requiredKeys: [] },
);

const only = sometimes(3, fc.subarray(KEYS, { minLength: 1, maxLength: 3 }));

export const drawnScene: fc.Arbitrary<Scene> = fc
  .record({
    contents: drawnFiles,
    service: drawnService,
    options,
    only,
    moves: sometimes(4, fc.constantFrom("by a line", "without a line")),
  })
  .map(({ only: keys, moves, ...scene }) => ({
    ...(moves === undefined ? scene : withMove(scene, moves)),
    options: keys === undefined ? scene.options : { ...scene.options, only: keys },
  }));

const MOVED = "moved.example.com";

/**
 * The first file declares a host name that the project of the second has and lets go, by a line or without one. By chance alone that
 * is rare.
 */
function withMove(scene: Scene, moves: "by a line" | "without a line"): Scene {
  const [to, from, ...others] = scene.contents;
  if (to === undefined || from === undefined || to.project.absent === true) return scene;
  return {
    ...scene,
    contents: [
      { ...to, domains: [...(to.domains ?? []), { name: MOVED }] },
      {
        ...from,
        domains: [...(from.domains ?? []), ...(moves === "by a line" ? [{ name: MOVED, absent: true }] : [])],
      },
      ...others,
    ],
    service: {
      ...scene.service,
      projects: scene.service.projects.map((project) =>
        slugLikeness(from.project.slug, project.record.slug) === "same"
          ? { ...project, domains: [...project.domains, { name: MOVED }] }
          : project,
      ),
    },
  };
}

/** The files as a run loads them, in the order of their names. */
export async function load(contents: readonly Content[]): Promise<readonly LoadedFile[]> {
  const texts = new Map(contents.map((content, index) => [`${index}.yaml`, JSON.stringify(content)]));
  const { load: loadAll, folder } = filesInMemory(texts);
  const { files, problems } = await loadAll([], { folder }, { environment: {}, missingVariables: "tolerate" });
  const errors = problems.filter(({ level }) => level === "error");
  if (errors.length > 0) throw new Error(`The files are not valid: ${JSON.stringify(errors)}`);
  return files;
}

/** Plans a scene as a run does: reads what the plan asks for, until it asks for nothing more. */
export function play(scene: Scene, files: readonly LoadedFile[]): Played {
  const { planned, snapshot } = readAndPlan(plannerOf(scene, files), scene.service);
  return { ...scene, files, planned, snapshot, steps: remainingPlanOf(planned.projects).steps };
}

export function plannerOf({ options: planOptions }: Scene, files: readonly LoadedFile[]): Planner {
  return createPlanner(files, "http://localhost:1", planOptions);
}

/** `forceSecrets`: whether a component's secrets that no read shows are sent, by its key. Default: as the options say. */
export function readAndPlan(
  planner: Planner,
  service: Service,
  forceSecrets?: ForceSecrets,
): { readonly planned: PlanResult; readonly snapshot: Snapshot } {
  let snapshot: Snapshot = copyOf();
  const asked = new Set<string>();
  for (;;) {
    const planning = planner.all(snapshot, forceSecrets);
    if ("plan" in planning) return { planned: planning.plan, snapshot };
    const unread = planning.needs.filter((part) => !asked.has(partName(part)));
    if (unread.length === 0) throw new Error(`It asks again for ${planning.needs.map(partName).join(", ")}`);
    for (const part of unread) asked.add(partName(part));
    snapshot = readParts(service, unread, snapshot);
  }
}
