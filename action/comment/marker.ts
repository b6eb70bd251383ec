import { z } from "zod";
import type { Run } from "../event.ts";

/**
 * What a comment is about: the plan of an open pull request, the last plan before its merge, or the apply after its merge. A later
 * stage is never replaced by an earlier one.
 */
export const STAGES = ["plan", "merged", "applied"] as const;
export type Stage = (typeof STAGES)[number];

/** What a comment says about itself, in its last line. It is hidden. */
export interface Marker {
  readonly stage: Stage;
  /** The run that wrote the comment. */
  readonly run: Run;
  /** A digest of what the step is about: files, address and guards. Two steps with one label have different ones. */
  readonly step: string;
  /** The newest commit of the pull request that the plan is for. */
  readonly commit: string;
  /** Digests of the projects that the plan changes. For programs, and for other versions, which refuse a marker without them. */
  readonly projects: readonly string[];
  /** Digests of the changes that reviewers saw. `null`: the comment shows no plan, or has no room for them. */
  readonly changes: readonly string[] | null;
}

/** The first line of a comment. The label is encoded: it cannot end the HTML comment. */
export function firstLine(label: string): string {
  return `<!-- projectsync:label=${encodeURIComponent(label).replaceAll("-", "%2D")} -->`;
}

export function lastLine(marker: Marker): string {
  const { changes, projects, ...rest } = marker;
  const packed = { ...rest, projects: projects.join(""), changes: changes === null ? null : changes.join("") };
  // Neither the digests nor the other texts contain ">", so nothing in it ends the HTML comment.
  return `<!-- projectsync:${JSON.stringify({ version: 1, ...packed })} -->`;
}

/** Characters of a digest in base64url. */
const DIGEST = 22;
const digests = z
  .string()
  .regex(/^[\w-]*$/)
  .refine((text) => text.length % DIGEST === 0)
  .transform((text) => text.match(new RegExp(`.{${DIGEST}}`, "g")) ?? []);

const markerSchema = z.object({
  version: z.literal(1),
  stage: z.enum(STAGES),
  run: z.object({ id: z.int().nonnegative(), attempt: z.int().nonnegative() }),
  step: z.string(),
  commit: z.string(),
  projects: digests,
  changes: digests.nullable(),
});

/**
 * Whether a body is a comment for the label. The first line decides: a comment that quotes another one, such as that of a bot for
 * pull requests, does not start with it.
 */
export function hasLabel(body: string, label: string): boolean {
  return (
    body === firstLine(label) || body.startsWith(`${firstLine(label)}\n`) || body.startsWith(`${firstLine(label)}\r\n`)
  );
}

/** Reads the last line of a body. `undefined` if somebody has edited it, or another version wrote it. */
export function readMarker(body: string): Marker | undefined {
  const [, json] = /\n<!-- projectsync:(\{[^\n]*\}) -->\s*$/.exec(body) ?? [];
  return json === undefined ? undefined : markerSchema.safeParse(parseJson(json)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a comment with marker `a` must not be replaced by one with marker `b`: it is of a later stage, or of a newer run. */
export function isNewer(a: Marker, b: Pick<Marker, "stage" | "run">): boolean {
  if (a.stage !== b.stage) return STAGES.indexOf(a.stage) > STAGES.indexOf(b.stage);
  return a.run.id !== b.run.id ? a.run.id > b.run.id : a.run.attempt > b.run.attempt;
}
