import path from "node:path";
import { z } from "zod";
import { digest } from "../../core/plan/plan.ts";
import { DIGEST, OBJECT, type ShownChange } from "../../core/plan/reviewed-plan.ts";
import { jsonIn } from "../../core/resources/json.ts";
import type { WorkflowRun } from "../event-rules.ts";
import type { Inputs } from "../inputs.ts";

/**
 * The subject of a comment: the plan of an open pull request, the last plan before its merge, or the apply after its merge. A later
 * stage is never replaced by an earlier one.
 */
export const STAGES = ["plan", "merged", "applied"] as const;
export type Stage = (typeof STAGES)[number];

/** The last line of a comment, about itself. It is hidden. */
export interface Marker {
  readonly stage: Stage;
  readonly run: WorkflowRun;
  /** The newest commit of the pull request that the plan is for. */
  readonly commit: string;
  /** The changes that reviewers saw. `null`: the comment shows no plan, or has no room for them. */
  readonly changes: readonly RecordedChange[] | null;
  /** An apply made all changes since. The comments of earlier merges are then over too. */
  readonly isComplete: boolean;
}

/** A change of a plan that reviewers saw. `effect`: `null` if they did not see it whole, or once the object was changed. */
export type RecordedChange = Omit<ShownChange, "effect"> & { readonly effect: string | null };

/** The inputs that tell the comments of two steps apart. A plan and its apply may be in two workflows. */
export type StepIdentity = Pick<Inputs, "label" | "folder" | "patterns" | "only" | "baseUrl">;

/** The first line of the comments of a step. The label is encoded: it cannot end the HTML comment. */
export function firstLine({ label, folder, patterns, only, baseUrl }: StepIdentity): string {
  const about = digest([path.join(folder, "."), patterns, only, baseUrl]);
  return `<!-- projectsync:label=${encodeURIComponent(label).replaceAll("-", "%2D")} about=${about} -->`;
}

/** A body has this first line. A comment that quotes another one, such as that of a bot for pull requests, does not start with it. */
export function startsWithLine(body: string, line: string): boolean {
  return body.split(/\r?\n/, 1)[0] === line;
}

export function lastLine(marker: Marker): string {
  const { changes, ...rest } = marker;
  const pairs = changes?.flatMap(({ object, effect }) => (effect === null ? [] : [object + effect]));
  const over = (changes ?? []).flatMap(({ object, effect }) => (effect === null ? [object] : []));
  const packed = { ...rest, changes: pairs?.join("") ?? null, over: over.join("") };
  // Neither the digests nor the other texts contain ">", so nothing in it ends the HTML comment.
  return `<!-- projectsync:${JSON.stringify({ version: 2, ...packed })} -->`;
}

/** Texts of the same length, one after the other. */
const textsOf = (length: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .refine((text) => text.length % length === 0)
    .transform((text) => text.match(new RegExp(`.{${length}}`, "g")) ?? []);
const markerSchema = z
  .object({
    version: z.literal(2),
    stage: z.enum(STAGES),
    run: z.object({ id: z.int().nonnegative(), attempt: z.int().nonnegative() }),
    commit: z.string(),
    changes: textsOf(OBJECT + DIGEST).nullable(),
    /** The objects of the changes without an effect. */
    over: textsOf(OBJECT),
    isComplete: z.boolean(),
  })
  .transform(({ changes, over, ...rest }): Marker => {
    const pairs = changes?.map((text) => ({ object: text.slice(0, OBJECT), effect: text.slice(OBJECT) }));
    return { ...rest, changes: pairs ? [...pairs, ...over.map((object) => ({ object, effect: null }))] : null };
  });

/** Reads the last line of a body. `undefined` if somebody has edited it, or another version wrote it. */
export function readMarker(body: string): Marker | undefined {
  const [, json] = /\n<!-- projectsync:(\{[^\n]*\}) -->\s*$/.exec(body) ?? [];
  return json === undefined ? undefined : markerSchema.safeParse(jsonIn(json)).data;
}

/** A comment with marker `a` must not be replaced by one with marker `b`: it is of a later stage, or of a newer run. */
export function isNewer(a: Marker, b: Pick<Marker, "stage" | "run">): boolean {
  if (a.stage !== b.stage) return STAGES.indexOf(a.stage) > STAGES.indexOf(b.stage);
  return a.run.id !== b.run.id ? a.run.id > b.run.id : a.run.attempt > b.run.attempt;
}
