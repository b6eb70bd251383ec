import type { PlanItem } from "../../core/plan/plan.ts";
import type { ShownChange } from "../../core/plan/reviewed-plan.ts";
import type { Report } from "../../sync/report/report.ts";
import { DEFAULT_LABEL } from "../inputs.ts";
import type { Links } from "../file-locations.ts";
import { code, link, text } from "../markdown.ts";
import { renderMarkdown } from "../render-summary.ts";
import { firstLine, lastLine, type Marker, type StepIdentity } from "./marker.ts";
import type { CommentDraft } from "./put-comment.ts";

/** GitHub takes 65,536 characters. Fewer, and bytes instead of characters: no reader needs the rest. */
export const MAX_BYTES = 65_000;
/** Bytes for a later last word on the pull request. */
const RESERVE = 500;

/**
 * The comment in Markdown: a report, and the run that it is of. Its marker keeps the `changes` of the plan, without the effect of those that
 * the comment has no room for: what reviewers did not see was not reviewed, and what they saw of the object before is over. `changes`: by item. Default: those of the marker.
 * `note`: Markdown below the report.
 */
export function renderComment(
  report: Report,
  marker: Marker,
  step: StepIdentity,
  { links, outdated, note = "" }: { links: Links; outdated: string | undefined; note?: string },
  changes?: ReadonlyMap<PlanItem, ShownChange>,
): CommentDraft {
  const start = firstLine(step);
  const about = `${note === "" ? "" : `${note}\n\n`}${linkToRun(marker, links)}`;
  const end = `${about}\n\n${lastLine(marker)}`;
  const rendering = {
    // The commit: a comment that could not be updated shows what it is still about.
    label: `${step.label === DEFAULT_LABEL ? "" : ` ${code(step.label)}`} of commit ${text(marker.commit.slice(0, 7))}`,
    outdated,
    links,
    maxBytes: MAX_BYTES - RESERVE - Buffer.byteLength(start) - Buffer.byteLength(end),
    maxMessage: 300,
    rest: `The ${link("summary of the run", links.run)} lists more.`,
  };
  const { markdown, shown } = renderMarkdown(report, rendering);
  const kept = [...(changes ?? [])].map(([item, change]) => (shown.has(item) ? change : { ...change, effect: null }));
  const written = changes === undefined ? marker : { ...marker, changes: kept };
  return { body: `${start}\n${markdown}\n${about}\n\n${lastLine(written)}\n`, marker: written };
}

/** The run that wrote a text. Markdown. */
export function linkToRun({ run: { id, attempt } }: Marker, links: Links): string {
  return `<sub>${link(`Run ${id}, attempt ${attempt}`, links.run)}</sub>`;
}

const LAST_WORDS = {
  merged: "> **Merged. This comment shows the state before the merge.**",
  closed: "> **Closed without merging. This comment shows the state before that.**",
  unpulled: "> **No live value is left that can be brought into the files. This shows what it was.**",
  gone: "> **The drift is gone. This shows what it was.**",
} as const;
export type LastWord = keyof typeof LAST_WORDS;
const QUOTES: readonly string[] = Object.values(LAST_WORDS);

/** Puts the last word below the title of a comment, in place of an earlier one, and changes its marker. */
export function withLastWord(body: string, word: LastWord, marker: Marker): string {
  const before = body.trimEnd().split(/\r?\n/);
  // An empty line precedes it.
  const lines = before.filter(
    (line, at) => !QUOTES.includes(line) && !QUOTES.includes(line === "" ? (before[at + 1] ?? "") : ""),
  );
  const title = Math.max(
    lines.findIndex((line) => line.startsWith("## ")),
    0,
  );
  return [
    ...lines.slice(0, title + 1),
    "",
    LAST_WORDS[word],
    ...lines.slice(title + 1, -1),
    `${lastLine(marker)}\n`,
  ].join("\n");
}
