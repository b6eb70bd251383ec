import { type Fields, isObject, itemsOf } from "../resources/json.ts";
import type { Path } from "../resources/schema-walk.ts";
import type { ProblemList } from "./problem-list.ts";

/**
 * Warns of values of a project's fields that fit the schema but have no effect, or no certain one (docs/service.md, "Records"). Takes
 * data that may break the schema, so that one run reports everything, and skips values of the wrong type.
 */
export function checkServiceRules(project: unknown, problems: ProblemList): void {
  if (!isObject(project)) return;
  checkBlocked(project, problems);
  checkExpression(["project", "proxy_only_path_regex"], project["proxy_only_path_regex"], problems);
  for (const field of ["override_cache", "rate_limiting"]) checkRules(field, itemsOf(project[field]), problems);
}

function checkBlocked(project: Fields, problems: ProblemList): void {
  if (itemsOf(project["blocked_ips"]).length === 0) return;
  const others = [
    ...(itemsOf(project["trusted_ips"]).length > 0 ? ["trusted_ips"] : []),
    ...(project["password_protection"] === true ? ["password_protection"] : []),
  ];
  if (others.length === 0) return;
  const message = `has no effect together with ${others.join(" and ")}; remove blocked_ips or ${others.join(" and ")}`;
  problems.warning(["project", "blocked_ips"], message);
}

function checkRules(field: string, rules: readonly unknown[], problems: ProblemList): void {
  const ranks = new Map<unknown, number>();
  for (const [index, rule] of rules.entries()) {
    if (!isObject(rule)) continue;
    const path = ["project", field, index];
    const { rank, conditions } = rule;
    const first = ranks.get(rank);
    if (typeof rank === "number" && first === undefined) ranks.set(rank, index);
    if (first !== undefined) {
      const message = `same rank as ${field}[${first}], so the service decides which comes first`;
      problems.warning([...path, "rank"], message);
    }
    if (rule["regex"] === true) checkExpression([...path, "path"], rule["path"], problems);
    if (isObject(conditions) && conditions["regex"] === true) {
      checkExpression([...path, "conditions", "path"], conditions["path"], problems);
    }
  }
}

function checkExpression(path: Path, source: unknown, problems: ProblemList): void {
  const reason = typeof source === "string" ? compileError(source) : undefined;
  if (reason === undefined) return;
  const message = `JavaScript cannot compile this regular expression: ${reason}; the service may accept other dialects`;
  problems.warning(path, message);
}

/** Why JavaScript cannot compile the expression; `undefined` if it can. */
function compileError(source: string): string | undefined {
  try {
    RegExp(source);
    return undefined;
  } catch (error) {
    // The message quotes the expression, which may come from a variable, and ends with the reason.
    const message = error instanceof Error ? error.message : "";
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}
