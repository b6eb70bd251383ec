import { z } from "zod";
import type { Plan, PlanItem } from "../../core/plan/plan.ts";
import type { Report } from "../../sync/report/report.ts";
import type { FinishedRun } from "../comment/comment-draft.ts";
import { isNewer, type Marker } from "../comment/marker.ts";
import { ownOf, textSchema, type Author, type OwnComment } from "../comment/pull-request.ts";
import { putComment, type CommentPlace } from "../comment/put-comment.ts";
import { renderComment, withLastWord } from "../comment/render-comment.ts";
import type { WorkflowRun } from "../event-rules.ts";
import { createLinks } from "../file-locations.ts";
import { expectAnswer, type GitHub } from "../github.ts";
import { log } from "../log.ts";
import { issueTitle } from "./drift-names.ts";

const issueSchema = textSchema.extend({ number: z.int().positive(), pull_request: z.unknown().optional() });
const issues = { schema: issueSchema, what: "a list of issues" };
/** Pages of the open issues of one author. */
const MAX_PAGES = 40;

/** The token's own open issues of the step, oldest first. GitHub lists pull requests among the issues. */
async function openIssues(github: GitHub, author: Author): Promise<OwnComment[]> {
  const found = await github.list("GET /issues", { state: "open", creator: author.login }, MAX_PAGES, issues);
  const own = found.filter((issue) => issue.pull_request === undefined);
  return ownOf(
    own.map((issue) => ({ ...issue, id: issue.number })),
    author,
  );
}

/** The state of a run's texts: a newer run replaces an older one. */
function markerOf(run: WorkflowRun, commit: string): Marker {
  return { stage: "plan", run, commit, changes: null, isComplete: false };
}

/** Writes the one open issue of the step. `note`: Markdown below what differs. */
export async function putIssue(
  github: GitHub,
  author: Author,
  { report, inputs, event, locations }: FinishedRun,
  run: WorkflowRun,
  note = "",
): Promise<void> {
  const place: CommentPlace = {
    list: () => openIssues(github, author),
    create: async (body) =>
      expectAnswer(issueSchema, await github.call("POST /issues", { title: issueTitle(inputs), body }), "an issue")
        .number,
    update: (number, body) => github.call("PATCH /issues/{number}", { number, body }),
    remove: (number) => github.call("PATCH /issues/{number}", { number, state: "closed", state_reason: "duplicate" }),
  };
  const around = { links: createLinks(event, locations), outdated: undefined, note };
  const draft = renderComment(withoutValues(report), markerOf(run, event.sha), inputs, around);
  const [number, fate] = await putComment(github, place, draft);
  log(`Drift issue ${number}: ${fate}`);
}

/** Closes the issue: its text stays as it was, below one sentence. */
export async function closeIssue(
  github: GitHub,
  author: Author,
  { run, commit }: Pick<Marker, "run" | "commit">,
): Promise<void> {
  const now = markerOf(run, commit);
  for (const { id: number, body, marker } of await openIssues(github, author)) {
    if (marker !== undefined && isNewer(marker, now)) continue;
    const last = { body: withLastWord(body, "gone", now), state: "closed", state_reason: "completed" };
    await github.call("PATCH /issues/{number}", { number, ...last });
    log(`Drift issue ${number}: closed, because the drift is gone`);
  }
}

/** A report with the names of what differs only. More people read an issue than a summary, and it stays: it shows no value, also of a variable. */
function withoutValues({ plan, ...report }: Report): Report {
  const names = { ...report, files: [], problems: [], domains: [] };
  return plan === undefined ? names : { ...names, plan: { ...plan, items: plan.items.map(namesOf) } };
}

function namesOf({ reason: _reason, ...item }: Plan["items"][number]): PlanItem {
  const names = item.changes.map(({ path }) => path).join(", ");
  return { ...item, changes: [], notes: [], ...(names === "" ? {} : { reason: names }) };
}
