import { formatPosition } from "../../core/file/position.ts";
import type { Plan, PlanItem } from "../../core/plan/plan.ts";
import type { PulledFile } from "../../sync/pull/pull.ts";
import type { Report } from "../../sync/report/report.ts";
import type { FinishedRun } from "../comment/comment-draft.ts";
import { firstLine, lastLine, type Marker } from "../comment/marker.ts";
import type { CommentDraft } from "../comment/put-comment.ts";
import { linkToRun, MAX_BYTES, renderComment } from "../comment/render-comment.ts";
import { createLinks } from "../file-locations.ts";
import { fitSections } from "../fit-sections.ts";
import { clip, code, link, text } from "../markdown.ts";

/**
 * The issue of a drift. It names what differs, and shows no value, also of a variable: more people read an issue than a summary, and it stays.
 * `note`: Markdown below that.
 */
export function renderIssue(
  { report, inputs, event, locations }: FinishedRun,
  marker: Marker,
  note: string,
): CommentDraft {
  const around = { links: createLinks(event, locations), outdated: undefined, note };
  return renderComment(withoutValues(report), marker, inputs, around);
}

function withoutValues({ plan, ...report }: Report): Report {
  const names = { ...report, files: [], problems: [], domains: [] };
  return plan === undefined ? names : { ...names, plan: { ...plan, items: plan.items.map(namesOf) } };
}

function namesOf({ reason: _reason, ...item }: Plan["items"][number]): PlanItem {
  const names = item.changes.map(({ path }) => path).join(", ");
  return { ...item, changes: [], notes: [], ...(names === "" ? {} : { reason: names }) };
}

/** Bytes for the titles of the sections, and for a later last word. */
const RESERVE = 1_000;
const MAX_MESSAGE = 300;

/** The text of the pull request: the fields that it changes, and what differs and stays. `clean`: hides secrets. */
export function renderPull(
  files: readonly PulledFile[],
  { inputs, event, locations }: FinishedRun,
  marker: Marker,
  clean: (text: string) => string,
): CommentDraft {
  const links = createLinks(event, locations);
  const start =
    `${firstLine(inputs)}\n## projectsync: live values for the project files\n\n` +
    "To keep these live values, merge this. To undo them, apply the files.";
  const end = `${linkToRun(marker, links)}\n\n${lastLine(marker)}\n`;
  const sections = [
    {
      title: "Changes",
      columns: ["File", "Field"],
      rows: files.flatMap(({ file, changed }) =>
        changed.map((field) => ({ cells: [code(clean(file.file)), code(clean(field))] })),
      ),
    },
    {
      title: "Differences that stay",
      columns: ["Where", "Reason"],
      rows: files.flatMap(({ notPulled }) =>
        notPulled.map((problem) => ({
          cells: [
            link(code(clean(formatPosition(problem))), links.line(problem)),
            text(clip(clean(`${problem.path}: ${problem.message}`), MAX_MESSAGE)),
          ],
        })),
      ),
    },
  ];
  const bytes = MAX_BYTES - RESERVE - Buffer.byteLength(start) - Buffer.byteLength(end);
  const { parts, missing } = fitSections(sections, bytes);
  const more = missing === 0 ? [] : [`… and ${missing} more.`];
  return { body: [start, ...parts, ...more, end].join("\n\n"), marker };
}
