import { REDACTED, type Redaction } from "../provider/api/redaction.ts";
import type { Problem } from "../provider/file/problem.ts";
import { isObject } from "../provider/resources/json.ts";
import type { Applied, Outcome } from "./apply/outcome.ts";
import type { DomainStatus } from "./plan/domain-status.ts";
import type { Plan, PlanItem, PlannedChange } from "./plan/plan.ts";
import type { Report } from "./report.ts";

/*
 * Redacts a report field by field. Values and free text lose every secret. Names (keys, ids, host names, fields) lose only the
 * tokens: readers and programs tell objects apart by them. The other fields are words of this program, numbers, positions and
 * names of files. What these functions do not name is left out, so that no new field is shown unredacted.
 */

export function redactReport(report: Report, redaction: Redaction): Report {
  const { mode, result, failureReason, files, problems, error, plan, applied, domains } = report;
  return {
    mode,
    result,
    ...(failureReason === undefined ? {} : { failureReason }),
    files,
    problems: problems.map((problem) => redactProblem(problem, redaction)),
    ...(error === undefined ? {} : { error: redaction.redact(error) }),
    ...(plan === undefined ? {} : { plan: redactPlan(plan, redaction) }),
    ...(applied === undefined ? {} : { applied: redactApplied(applied, redaction) }),
    ...(domains === undefined ? {} : { domains: domains.map((domain) => redactDomain(domain, redaction)) }),
  };
}

export function redactPlan(
  { format, origin, only, leftOut, notCompared, counts, items, guards, problems, digest }: Plan,
  redaction: Redaction,
): Plan {
  return {
    format,
    origin,
    ...(only === undefined ? {} : { only: only.map(redaction.redactTokens) }),
    ...(leftOut === undefined ? {} : { leftOut }),
    ...(notCompared === undefined ? {} : { notCompared }),
    counts,
    items: items.map((item) => redactItem(item, redaction)),
    guards: guards.map(({ guard, passed, message }) => ({ guard, passed, message: redaction.redact(message) })),
    problems: problems.map((problem) => redactProblem(problem, redaction)),
    digest,
  };
}

/** `redactMessage`: for the message besides `redact`, because the service may have written it. */
export function redactOutcome(
  outcome: Outcome,
  { redact, redactTokens }: Redaction,
  redactMessage: Redaction["redact"] = (text) => text,
): Outcome {
  const { kind, key, action, id, source, status, message, cause } = outcome;
  return {
    kind,
    key: redactTokens(key),
    action,
    ...(id === undefined ? {} : { id: redactTokens(id) }),
    source,
    status,
    ...(message === undefined ? {} : { message: redactMessage(redact(message)) }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function redactApplied({ counts, outcomes }: Applied, redaction: Redaction): Applied {
  return { counts, outcomes: outcomes.map((outcome) => redactOutcome(outcome, redaction)) };
}

function redactDomain(
  { key, name, dns, ssl, waitError }: DomainStatus,
  { redact, redactTokens }: Redaction,
): DomainStatus {
  return {
    key: redactTokens(key),
    name: redactTokens(name),
    dns,
    ssl,
    ...(waitError === undefined ? {} : { waitError: redact(waitError) }),
  };
}

function redactProblem(
  { file, line, column, level, path, message }: Problem,
  { redact, redactTokens }: Redaction,
): Problem {
  return { file, line, column, level, path: redactTokens(path), message: redact(message) };
}

function redactItem(item: PlanItem, redaction: Redaction): PlanItem {
  const { redact, redactTokens } = redaction;
  const { kind, key, action, id, changes, source, from, reason, cause, notes } = item;
  return {
    kind,
    key: redactTokens(key),
    action,
    ...(id === undefined ? {} : { id: redactTokens(id) }),
    changes: changes.map((change) => redactChange(change, redaction)),
    source,
    ...(from === undefined ? {} : { from: redactTokens(from) }),
    ...(reason === undefined ? {} : { reason: redact(reason) }),
    ...(cause === undefined ? {} : { cause }),
    notes: notes.map(redact),
  };
}

function redactChange({ path, from, to }: PlannedChange, { redact, redactTokens }: Redaction): PlannedChange {
  return { path: redactTokens(path), from: redactValue(from, redact), to: redactValue(to, redact) };
}

/** A value of a file or of the service: a secret may be any text in it, a number, or a key. */
function redactValue(value: unknown, redact: Redaction["redact"]): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") return redact(String(value)) === String(value) ? value : REDACTED;
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, redact));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [redact(key), redactValue(content, redact)]));
}
