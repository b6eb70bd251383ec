import { type Fields, isObject, itemsOf } from "../resources/json.ts";
import type { Path } from "../resources/schema-walk.ts";
import { isAddressOrNetwork } from "./ip-address.ts";

/** Takes the broken rules. */
interface RuleProblems {
  error(path: Path, message: string): void;
  warning(path: Path, message: string): void;
  /** An error about the value itself. `rule` begins with "must". */
  mismatch(path: Path, rule: string): void;
}

/**
 * Checks the documented rules for a project's fields that are not about types (docs/service.md, "Records"). Takes data that may
 * break the schema, so that one run reports everything, and skips values of the wrong type.
 */
export function checkServiceRules(project: unknown, problems: RuleProblems): void {
  if (!isObject(project)) return;
  checkAddresses(project, problems);
  checkExpressions(project, problems);
  checkRanks("override_cache", project, problems);
  checkRanks("rate_limiting", project, problems);
}

function checkAddresses(project: Fields, problems: RuleProblems): void {
  for (const field of ["trusted_ips", "blocked_ips"]) {
    for (const [index, address] of itemsOf(project[field]).entries()) {
      if (typeof address !== "string" || isAddressOrNetwork(address)) continue;
      const rule = "must be an IP address such as 203.0.113.7 or a network such as 203.0.113.0/24";
      problems.mismatch(["project", field, index], rule);
    }
  }
  if (itemsOf(project["blocked_ips"]).length === 0) return;
  const others = [
    ...(itemsOf(project["trusted_ips"]).length > 0 ? ["trusted_ips"] : []),
    ...(project["password_protection"] === true ? ["password_protection"] : []),
  ];
  if (others.length === 0) return;
  const message = `has no effect together with ${others.join(" and ")}; remove blocked_ips or ${others.join(" and ")}`;
  problems.warning(["project", "blocked_ips"], message);
}

function checkExpressions(project: Fields, problems: RuleProblems): void {
  const check = (path: Path, source: unknown): void => {
    const reason = typeof source === "string" ? compileError(source) : undefined;
    if (reason === undefined) return;
    const message = `JavaScript cannot compile this regular expression: ${reason}; the service may accept other dialects`;
    problems.warning(path, message);
  };
  check(["project", "proxy_only_path_regex"], project["proxy_only_path_regex"]);
  for (const [index, rule] of itemsOf(project["override_cache"]).entries()) {
    if (isObject(rule) && rule["regex"] === true) check(["project", "override_cache", index, "path"], rule["path"]);
  }
  for (const [index, rule] of itemsOf(project["rate_limiting"]).entries()) {
    const conditions = isObject(rule) ? rule["conditions"] : undefined;
    if (!isObject(conditions) || conditions["regex"] !== true) continue;
    check(["project", "rate_limiting", index, "conditions", "path"], conditions["path"]);
  }
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

function checkRanks(field: string, project: Fields, problems: RuleProblems): void {
  const seen = new Map<unknown, number>();
  for (const [index, rule] of itemsOf(project[field]).entries()) {
    const rank = isObject(rule) ? rule["rank"] : undefined;
    if (typeof rank !== "number") continue;
    const first = seen.get(rank);
    if (first === undefined) seen.set(rank, index);
    else {
      const message = `same rank as ${field}[${first}], so the service decides which comes first`;
      problems.warning(["project", field, index, "rank"], message);
    }
  }
}
