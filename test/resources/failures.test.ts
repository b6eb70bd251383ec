import { describe, expect, it } from "vitest";
import { AmbiguousError, SecretAtRiskError } from "../../provider/resources/failures.ts";

const subject = "project site";

/** Each with its name, its class, what it lists, and its advice. */
const failures = [
  [
    "AmbiguousError",
    (of: string, names: readonly string[]) => new AmbiguousError(of, names),
    ["prj_1", "prj_2"],
    /remove .*pin .*`id`/i,
  ],
  [
    "SecretAtRiskError",
    (of: string, names: readonly string[]) => new SecretAtRiskError(of, names),
    ["token", "key"],
    /declare token, key too/i,
  ],
] as const;

describe.each(failures)("%s", (name, create, listed, advice) => {
  it("names its subject, everything it lists, and what to do", () => {
    const failure = create(subject, listed);
    expect(failure.name).toBe(name);
    const [what = "", ...rest] = failure.message.split(/(?<=\.) (?=[A-Z])/);
    expect(what).toContain(subject);
    expect(what).toContain(listed.join(", "));
    expect(rest.join(" ")).toMatch(advice);
  });
});
