import { describe, expect, it } from "vitest";
import {
  AmbiguousError,
  NotAcceptedError,
  SecretAtRiskError,
  SettingsNotAppliedError,
  ValueLostError,
} from "../../provider/resources/failures.ts";

const subject = "project site";

function notAccepted(of: string, fields: readonly string[]): NotAcceptedError {
  return new NotAcceptedError(
    of,
    fields.map((path) => ({ path, from: "stored", to: "declared", replace: false })),
  );
}

/** Each with its name, its class, what it lists, and its advice. */
const failures = [
  [
    "AmbiguousError",
    (of: string, names: readonly string[]) => new AmbiguousError(of, names),
    ["prj_1", "prj_2"],
    /remove .*pin .*`id`/i,
  ],
  [
    "ValueLostError",
    (of: string, names: readonly string[]) => new ValueLostError(of, names),
    ["cache", "type"],
    /declare what it should be/i,
  ],
  ["NotAcceptedError", notAccepted, ["cache", "type"], /declare the value that it stored/i],
  [
    "SecretAtRiskError",
    (of: string, names: readonly string[]) => new SecretAtRiskError(of, names),
    ["token", "key"],
    /declare token, key too/i,
  ],
] as const;

describe.each(failures)("%s", (name, create, listed, advice) => {
  it("has its name, and carries what it lists", () => {
    const failure = create(subject, listed);
    expect(failure.name).toBe(name);
    expect(Object.values(failure)).toContainEqual(listed);
  });

  it("names its subject, everything it lists, and what to do", () => {
    const [what = "", ...rest] = create(subject, listed).message.split(/(?<=\.) (?=[A-Z])/);
    expect(what).toContain(subject);
    expect(what).toContain(listed.join(", "));
    expect(rest.join(" ")).toMatch(advice);
  });
});

describe("a project that was created without its settings", () => {
  it("is named, with the cause and what the next run does", () => {
    const cause = new Error("It was refused.");
    const failure = new SettingsNotAppliedError("prj_1", cause);
    expect(failure).toMatchObject({ name: "SettingsNotAppliedError", cause });
    expect(failure.message).toMatch(/prj_1 .*: It was refused\. .*next run/);
  });

  it("promises nothing for the next run if the service does not accept the settings", () => {
    const cause = notAccepted("project site", ["cache"]);
    expect(new SettingsNotAppliedError("prj_1", cause).message.endsWith(cause.message)).toBe(true);
  });
});
