import { isConflict } from "../api/errors.ts";
import { mayBeComponent } from "../resources/component/identity.ts";
import { mayBeSlug } from "../resources/project-identity.ts";
import { ageOf } from "./freshness.ts";
import type { AttemptLog, WriteResult } from "./attempts.ts";
import { listOf } from "./read-by-id.ts";
import type { LoopRun } from "./loop-run.ts";
import { partName, valueOf, type Snapshot } from "./snapshot.ts";
import type { Step } from "./step.ts";
import { isStale, isThrottled, pauseIsOver } from "./throttled.ts";

interface CreateTarget {
  /** The project of a component. */
  readonly projectId: string;
  /** The ids that its list showed before. */
  readonly known: ReadonlySet<string>;
}

/**
 * Sends the create of a project or a component. A gateway may have sent it twice and pass on only the 429 to the second: so when the
 * pause after a 429 is over, one read of the list serves all creates that wait in it, and only what it does not show is sent again. That is
 * the same send: it does not count towards the three of a run.
 */
export async function sendCreate(
  step: Step,
  log: AttemptLog,
  place: CreateTarget,
  run: LoopRun,
  sending: (isLookedUp: boolean) => Promise<WriteResult>,
): Promise<WriteResult> {
  const { client, observer } = run;
  const list = listOf({ ...step, ...place });
  log.known ??= place.known;
  const before = log.results.get("create");
  // A request that was late was not sent at all.
  let result = before !== undefined && isStale(before) ? undefined : before;
  for (let attempt = 1; ; attempt += 1) {
    const isAgain = result !== undefined;
    if (result !== undefined && !(await maySendAgain(result, attempt)))
      return mayBeOwn(result) ? { ...result, answer: "no answer" } : result;
    result = await sending(isAgain);
    // It may conflict with its own first request, which the list did not show yet.
    if (isAgain && result.answer === "refused" && isConflict(result.error)) return { ...result, answer: "no answer" };
    if (!isThrottled(result, run)) return result;
  }

  /** True if the gateway may have sent the create before it answered 429. Where nothing else is adopted, the rest depends on that. */
  function mayBeOwn(refused: WriteResult): refused is Exclude<WriteResult, { answer: "answered" }> {
    const isStrict = step.kind === "project" && log.approved.adopts === false;
    return isStrict && isThrottled(refused, run) && isListed(step, place, observer.snapshot);
  }

  /** Waits and reads. False if the create may not be sent again. */
  async function maySendAgain(refused: WriteResult, attempt: number): Promise<boolean> {
    if (!isThrottled(refused, run)) return true;
    const refusedAt = client.now();
    if (!(await pauseIsOver(attempt - 1, run))) return false;
    // A read that began before the answer may not show what the first of the two requests made.
    do {
      if (!(await run.reads(() => observer.readTogether([list])))) return false;
      // Also if it is not found: its project is late, or was deleted.
      if (observer.unread.has(partName(list))) return false;
    } while (ageOf(list, run) > client.now() - refusedAt);
    if (isListed(step, place, observer.snapshot)) return false;
    // A strict limit takes the read, and then refuses the create again.
    return attempt <= 2 || pauseIsOver(attempt - 1, run);
  }
}

/** True if its list shows a new object that may be that of a create. */
export function isListed(step: Step, { projectId, known }: CreateTarget, snapshot: Snapshot): boolean {
  const { kind, body, organizationId } = step;
  if (kind !== "project") {
    const components = valueOf(snapshot.components.get(projectId)) ?? [];
    return components.some((live) => !known.has(live.id) && mayBeComponent(String(body["component_slug"]), live));
  }
  const { records = [], unparseable = [] } = valueOf(snapshot.projects.get(organizationId)) ?? {};
  const mayBeIt = (slug: unknown): boolean => typeof slug !== "string" || mayBeSlug(slug, String(body["slug"]));
  return (
    unparseable.some(({ slug }) => mayBeIt(slug)) || records.some(({ id, slug }) => !known.has(id) && mayBeIt(slug))
  );
}
