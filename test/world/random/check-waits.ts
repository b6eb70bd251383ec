import type { Call } from "./calls.ts";
import type { ObservedRun } from "./observed-run.ts";
import type { Seen } from "../oracle/service.ts";

/** Milliseconds: what a client is documented to give a call. */
const DEADLINE = 60_000;

/** No call outlives its deadline, and no Retry-After is cut short. */
export function checkWaits(run: ObservedRun): string[] {
  return [...overdue(run), ...early(run), ...earlyForItself(run)];
}

function overdue({ calls, report, seen, isKilled }: ObservedRun): string[] {
  return calls.flatMap(({ name, endedAt, requests }) => {
    // What only waited in the queue ends with the run.
    const [first] = requests;
    if (first === undefined) return [];
    // A run that cannot be planned ends at the first failure, and with it what was read beside it. So does a stopped one.
    const isCut = isKilled || report.applied === undefined || report.result === "stopped";
    // What else was read of a project ends with the run, if the project is blocked meanwhile.
    const isLeft = /\.(?:get|list)$/.test(name) && (report.plan?.counts.blocked ?? 0) > 0;
    if (endedAt === undefined) return isCut || isLeft ? [] : [`${name} did not end before its run did`];
    // A list whose page was answered waits for the turn of the next one.
    if (name.endsWith(".list") && requests.some((request) => answersTo(request, seen)[0]?.status === 200)) return [];
    // Each page of a list has a deadline of its own, and waits for its turn.
    if (new Set(requests.map(({ path }) => path)).size > 1) return [];
    const took = endedAt - first.at;
    return took > DEADLINE ? [`${name} took ${took} ms`] : [];
  });
}

/** After a 429 or 503 with Retry-After, no request is sent for that long. */
function early({ seen, step }: ObservedRun): string[] {
  // Such an answer without a fault belongs to a request of the previous run, which did not wait for it.
  if (step.faults.length === 0) return [];
  return seen.flatMap((asking, index) => {
    const wait = [429, 503].includes(asking.status) ? askedFor(asking) : undefined;
    if (wait === undefined) return [];
    const until = asking.receivedAt + wait;
    const tooEarly = seen.slice(index + 1).filter(
      // Requests that run at the same time were sent before the answer came.
      ({ receivedAt }) => receivedAt < until && (receivedAt > asking.receivedAt || step.concurrency === 1),
    );
    return tooEarly.map(
      ({ method, path, receivedAt }) =>
        `${method} ${path} came ${receivedAt - asking.receivedAt} ms after ${asking.status} asked for ${wait} ms`,
    );
  });
}

/** Any other failure that says how long to wait concerns the call that it answers. */
function earlyForItself({ seen, calls, step }: ObservedRun): string[] {
  if (step.concurrency > 1) return [];
  return calls.flatMap(({ name, requests }) =>
    requests.flatMap((asked, index) => {
      const { path, at } = asked;
      const [answered, ...others] = answersTo(asked, seen);
      // The answers to two creates of one moment and path cannot be told apart.
      if (others.length > 0) return [];
      const wait = answered === undefined ? undefined : askedFor(answered);
      const next = requests.slice(index + 1).find((request) => request.path === path);
      if (wait === undefined || next === undefined || next.at >= at + wait) return [];
      return [`${name} tried again ${next.at - at} ms after ${answered?.status} asked for ${wait} ms`];
    }),
  );
}

function answersTo({ method, path, at }: Call["requests"][number], seen: readonly Seen[]): Seen[] {
  return seen.filter((request) => request.receivedAt === at && request.method === method && targetOf(request) === path);
}

function targetOf({ path, query }: Seen): string {
  const text = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
  ).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Milliseconds: at least a second, whatever it says. */
function askedFor({ asked }: Seen): number | undefined {
  if (asked === undefined) return undefined;
  const { retryAfter, date = "" } = asked;
  const seconds = /^\d+(\.\d+)?$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.parse(date)) / 1000;
  return Math.max(1_000, Number.isNaN(seconds) ? 0 : seconds * 1_000);
}
