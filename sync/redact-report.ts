import { REDACTED } from "../provider/api/redaction.ts";
import type { Problem } from "../provider/file/problem.ts";
import { isObject } from "../provider/resources/json.ts";
import type { Applied, Outcome } from "./apply/outcome.ts";
import type { DomainStatus } from "./plan/domain-status.ts";
import type { Plan, PlanItem, PlannedChange } from "./plan/plan.ts";
import type { Report } from "./report.ts";

/*
 * Redacts a report field by field: its types say which fields are free text. Programs tell objects, results and files apart by
 * the others, which are words of this program, numbers, positions and names of files. What these functions do not name is left
 * out, so that no new field is shown unredacted.
 */

type Redact = (text: string) => string;

export function redactReport(report: Report, redact: Redact): Report {
  const { mode, result, failureReason, files, problems, error, plan, applied, domains } = report;
  return {
    mode,
    result,
    ...(failureReason === undefined ? {} : { failureReason }),
    files,
    problems: problems.map((problem) => redactProblem(problem, redact)),
    ...(error === undefined ? {} : { error: redact(error) }),
    ...(plan === undefined ? {} : { plan: redactPlan(plan, redact) }),
    ...(applied === undefined ? {} : { applied: redactApplied(applied, redact) }),
    ...(domains === undefined ? {} : { domains: domains.map((domain) => redactDomain(domain, redact)) }),
  };
}

export function redactPlan(
  { format, origin, only, leftOut, notCompared, counts, items, guards, problems, digest }: Plan,
  redact: Redact,
): Plan {
  return {
    format,
    origin,
    ...(only === undefined ? {} : { only: only.map(redact) }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(notCompared === undefined ? {} : { notCompared }),
    counts,
    items: items.map((item) => redactItem(item, redact)),
    guards: guards.map(({ guard, passed, message }) => ({ guard, passed, message: redact(message) })),
    problems: problems.map((problem) => redactProblem(problem, redact)),
    digest,
  };
}

/** `redactMessage`: for the message besides `redact`, because the service may have written it. */
export function redactOutcome(outcome: Outcome, redact: Redact, redactMessage = redact): Outcome {
  const { kind, key, action, id, source, status, message, cause } = outcome;
  return {
    kind,
    key: redact(key),
    action,
    ...(id === undefined ? {} : { id: redact(id) }),
    source,
    status,
    ...(message === undefined ? {} : { message: redactMessage(redact(message)) }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function redactApplied({ counts, outcomes }: Applied, redact: Redact): Applied {
  return { counts, outcomes: outcomes.map((outcome) => redactOutcome(outcome, redact)) };
}

function redactDomain({ key, name, dns, ssl, waitError }: DomainStatus, redact: Redact): DomainStatus {
  return {
    key: redact(key),
    name: redact(name),
    dns,
    ssl,
    ...(waitError === undefined ? {} : { waitError: redact(waitError) }),
  };
}

function redactProblem({ file, line, column, level, path, message }: Problem, redact: Redact): Problem {
  return { file, line, column, level, path: redact(path), message: redact(message) };
}

function redactItem(item: PlanItem, redact: Redact): PlanItem {
  const { kind, key, action, id, changes, source, from, reason, cause, notes } = item;
  return {
    kind,
    key: redact(key),
    action,
    ...(id === undefined ? {} : { id: redact(id) }),
    changes: changes.map((change) => redactChange(change, redact)),
    source,
    ...(from === undefined ? {} : { from: redact(from) }),
    ...(reason === undefined ? {} : { reason: redact(reason) }),
    ...(cause === undefined ? {} : { cause }),
    notes: notes.map(redact),
  };
}

function redactChange({ path, from, to }: PlannedChange, redact: Redact): PlannedChange {
  return { path: redact(path), from: redactValue(from, redact), to: redactValue(to, redact) };
}

/** A value of a file or of the service: a secret may be any text in it, a number, or a key. */
function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") return redact(String(value)) === String(value) ? value : REDACTED;
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [redact(key), redactValue(content, redact)]));
}
