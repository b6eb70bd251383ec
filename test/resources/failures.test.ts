import { describe, expect, it } from "vitest";
import {
  AmbiguousError,
  NotEmptyError,
  NotTakenError,
  SecretAtRiskError,
  SettingsNotAppliedError,
  UndeclaredChangeError,
} from "../../provider/resources/failures.ts";

/** Each with what it carries for programs, what it names, and what it tells to do. */
const failures = [
  [new AmbiguousError("project site", ["prj_1", "prj_2"]), "AmbiguousError", "prj_1, prj_2", /remove .*pin .*`id`/i],
  [new UndeclaredChangeError("project site", ["cache", "type"]), "UndeclaredChangeError", "cache, type", /declare it/i],
  [new NotTakenError("project site", ["cache", "type"]), "NotTakenError", "cache, type", /declare what/i],
  [
    new SecretAtRiskError("project site", ["token", "key"]),
    "SecretAtRiskError",
    "token, key",
    /declare token, key as well/i,
  ],
  [new NotEmptyError("project site", ["edgee/ga4", "a.b"]), "NotEmptyError", "edgee/ga4, a.b", /remove or move/i],
] as const;

describe.each(failures)("%s", (failure, name, listed, advice) => {
  it("is known by its name, and carries what it lists", () => {
    expect(failure.name).toBe(name);
    expect(Object.values(failure)).toContainEqual(listed.split(", "));
  });

  it("names what it is about, all it lists, and what to do", () => {
    const [what = "", ...rest] = failure.message.split(/(?<=\.) (?=[A-Z])/);
    expect(what).toContain("project site");
    expect(what).toContain(listed);
    expect(rest.join(" ")).toMatch(advice);
  });
});

describe("a project that was created without its settings", () => {
  it("is named, with the cause, and that the next run goes on", () => {
    const cause = new Error("It was refused.");
    const failure = new SettingsNotAppliedError("prj_1", cause);
    expect(failure).toMatchObject({ name: "SettingsNotAppliedError", cause });
    expect(failure.message).toMatch(/prj_1 .*: It was refused\. .*next run/);
  });

  it("has no better prospects in the next run where the service does not take the settings", () => {
    const cause = new NotTakenError("project site", ["cache"]);
    expect(new SettingsNotAppliedError("prj_1", cause).message.endsWith(cause.message)).toBe(true);
  });
});
