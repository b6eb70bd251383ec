import type { PlanItem } from "../../sync/plan/plan.ts";
import type { Report } from "../../sync/report.ts";
import { DEFAULT_LABEL } from "../inputs.ts";
import type { Links } from "../links.ts";
import { code, link, text } from "../markdown.ts";
import { renderReport } from "../render-report.ts";
import { itemsShownIn } from "../report-tables.ts";
import { firstLine, lastLine, type Marker } from "./marker.ts";
import type { Draft } from "./put-comment.ts";

/** GitHub takes 65,536 characters. Fewer, and bytes instead of characters: no reader needs the rest. */
const MAX_BYTES = 65_000;
/** Bytes for a later last word on the pull request. */
const RESERVE = 500;

export interface CommentText {
  readonly label: string;
  readonly links: Links;
  /** Why the run did not apply. */
  readonly outdated: string | undefined;
}

/**
 * The comment in Markdown: a report, and the run that it is of. Its marker keeps those `changes` of the plan that the comment has room
 * for: what reviewers did not see was not reviewed. `changes`: digests by item. Default: those of the marker.
 */
export function renderComment(
  report: Report,
  marker: Marker,
  { label, links, outdated }: CommentText,
  changes?: ReadonlyMap<PlanItem, string>,
): Draft {
  const start = firstLine(label);
  const end = `${footer(marker, links)}\n\n${lastLine(marker)}`;
  const rendering = {
    label: label === DEFAULT_LABEL ? "" : ` ${code(label)}`,
    notices: outdated === undefined ? [] : [`⚠️ ${text(outdated)}`],
    links,
    maxBytes: MAX_BYTES - RESERVE - Buffer.byteLength(start) - Buffer.byteLength(end),
    maxFields: 50,
    maxMessage: 300,
    rest: `The ${link("summary of the run", links.run)} lists more.`,
  };
  const body = renderReport(report, rendering);
  const shown = changes && itemsShownIn(body, report, rendering);
  const kept = [...(changes ?? [])].flatMap(([item, digest]) => (shown?.has(item) === true ? [digest] : []));
  const written = changes === undefined ? marker : { ...marker, changes: kept };
  return { body: `${start}\n${body}\n${footer(marker, links)}\n\n${lastLine(written)}\n`, marker: written };
}

function footer({ run, commit }: Marker, links: Links): string {
  return `<sub>${link(`Run ${run.id}, attempt ${run.attempt}`, links.run)}, commit ${text(commit.slice(0, 7))}</sub>`;
}

/** Puts the last word below the title of a comment, once, and changes its marker. */
export function withLastWord(body: string, word: string, marker: Marker): string {
  const quote = `> **${text(word)}**`;
  const lines = body.trimEnd().split(/\r?\n/);
  const title = Math.max(
    lines.findIndex((line) => line.startsWith("## ")),
    0,
  );
  const added = lines.includes(quote) ? [] : ["", quote];
  return [...lines.slice(0, title + 1), ...added, ...lines.slice(title + 1, -1), `${lastLine(marker)}\n`].join("\n");
}
