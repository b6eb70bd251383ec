import { type Fields, isObject } from "../resources/json.ts";
import { isAddressOrNetwork } from "./address.ts";
import { whyNotCompiling } from "./regular-expression.ts";
import type { Path } from "../resources/schema-walk.ts";

/** Reports an error at a path. */
type Refuse = (path: Path, message: string) => void;

/**
 * What the service documents of a project's fields beyond their types. Takes what a file holds before it is known to fit
 * the schema, so that everything is reported at once; what does not fit is passed over.
 */
export function checkServiceRules(project: unknown, refuse: Refuse): void {
  if (!isObject(project)) return;
  checkAddresses(project, refuse);
  checkExpressions(project, refuse);
  checkRanks("override_cache", project, refuse);
  checkRanks("rate_limiting", project, refuse);
}

function checkAddresses(project: Fields, refuse: Refuse): void {
  for (const field of ["trusted_ips", "blocked_ips"]) {
    for (const [index, address] of items(project[field]).entries()) {
      if (typeof address !== "string" || isAddressOrNetwork(address)) continue;
      refuse(
        ["project", field, index],
        "expects an IP address such as 203.0.113.7, or a network such as 203.0.113.0/24",
      );
    }
  }
  if (items(project["blocked_ips"]).length === 0) return;
  const others = [
    ...(items(project["trusted_ips"]).length > 0 ? ["trusted_ips"] : []),
    ...(project["password_protection"] === true ? ["password_protection"] : []),
  ];
  if (others.length === 0) return;
  const remedy = `remove blocked_ips or ${others.join(" and ")}`;
  refuse(["project", "blocked_ips"], `works only without trusted_ips and password_protection; ${remedy}`);
}

function checkExpressions(project: Fields, refuse: Refuse): void {
  const check = (path: Path, source: unknown): void => {
    const why = typeof source === "string" ? whyNotCompiling(source) : undefined;
    if (why !== undefined) refuse(path, `expects a regular expression, and this is none: ${why}`);
  };
  check(["project", "proxy_only_path_regex"], project["proxy_only_path_regex"]);
  for (const [index, rule] of items(project["override_cache"]).entries()) {
    if (isObject(rule) && rule["regex"] === true) check(["project", "override_cache", index, "path"], rule["path"]);
  }
  for (const [index, rule] of items(project["rate_limiting"]).entries()) {
    const conditions = isObject(rule) ? rule["conditions"] : undefined;
    if (!isObject(conditions) || conditions["regex"] !== true) continue;
    check(["project", "rate_limiting", index, "conditions", "path"], conditions["path"]);
  }
}

function checkRanks(field: string, project: Fields, refuse: Refuse): void {
  const seen = new Map<unknown, number>();
  for (const [index, rule] of items(project[field]).entries()) {
    const rank = isObject(rule) ? rule["rank"] : undefined;
    if (typeof rank !== "number") continue;
    const first = seen.get(rank);
    if (first === undefined) seen.set(rank, index);
    else refuse(["project", field, index, "rank"], `the rule ${field}[${first}] has this rank too; give each its own`);
  }
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
