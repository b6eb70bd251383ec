import type { Plan, PlanItem } from "../../core/plan/plan.ts";
import type { Report } from "../../sync/report/report.ts";
import type { FinishedRun } from "../comment/comment-draft.ts";
import type { Marker } from "../comment/marker.ts";
import type { CommentDraft } from "../comment/put-comment.ts";
import { renderComment } from "../comment/render-comment.ts";
import { createLinks } from "../file-locations.ts";

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
