import type { Report } from "../../sync/report.ts";
import { DEFAULT_LABEL } from "../inputs.ts";
import type { Links } from "../links.ts";
import { code, link, text } from "../markdown.ts";
import { renderReport } from "../render-report.ts";
import { firstLine, lastLine, type Marker } from "./marker.ts";

/** GitHub takes 65,536 characters. Fewer, and bytes instead of characters: no reader needs the rest. */
const MAX_BYTES = 65_000;
/** Bytes for a later last word on the pull request. */
const RESERVE = 500;

export interface CommentText {
  readonly label: string;
  readonly links: Links;
  /** Why the run did not apply. */
  readonly outdated: string | undefined;
  /** Other open pull requests that change the same projects. */
  readonly overlaps: readonly number[];
}

/** The comment in Markdown: a report, and the run that it is of. */
export function renderComment(
  report: Report,
  marker: Marker,
  { label, links, outdated, overlaps }: CommentText,
): string {
  const start = firstLine(label);
  const end = `${footer(marker, links)}\n\n${lastLine(marker)}`;
  const others = overlaps.map((number) => link(`pull request ${number}`, links.pullRequest(number)));
  const body = renderReport(report, {
    label: label === DEFAULT_LABEL ? "" : ` ${code(label)}`,
    notices: [
      ...(outdated === undefined ? [] : [`⚠️ ${text(outdated)}`]),
      ...(others.length === 0
        ? []
        : [`⚠️ Also changed by ${others.join(", ")}. Merge one, then plan the others again.`]),
    ],
    links,
    maxBytes: MAX_BYTES - RESERVE - Buffer.byteLength(start) - Buffer.byteLength(end),
    maxFields: 10,
    maxMessage: 250,
    rest: `The ${link("summary of the run", links.run)} lists more.`,
  });
  return `${start}\n${body}\n${end}\n`;
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
