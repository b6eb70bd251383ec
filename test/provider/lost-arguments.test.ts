import * as pulumi from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { refuseLost } from "../../provider/lost-arguments.ts";
import { Project, ProjectComponent } from "../../provider/index.ts";

it.each([
  ["a date", new Date(0), "a Date"],
  ["a URL", new URL("https://example.com/"), "a URL"],
  ["bytes", Buffer.from("a"), "a Buffer"],
  ["a map", new Map([["a", 1]]), "a Map"],
  ["a set", new Set(["a"]), "a Set"],
  ["a bigint", 5n, "a bigint"],
])("%s is refused: Pulumi would send another value without a word", (_, value, shown) => {
  expect(() => refuseLost({ settings: { rules: [{ since: value }] } })).toThrow(
    `The argument settings.rules.0.since is ${shown}, which Pulumi does not send as such. Write it as text, a number, a list or an object.`,
  );
});

it("outputs, promises and what JSON has are left alone", () => {
  const text = pulumi.output("a");
  const nothing = Object.assign(Object.create(null), { a: "" });
  const settings = { text, later: Promise.resolve(1), list: [1, null, undefined, true], nothing };
  expect(() => refuseLost({ settings, other: undefined, none: null })).not.toThrow();
});

it("a project and a component refuse it where the program declares it", () => {
  const since = new Date(0);
  const refused = "is a Date, which Pulumi does not send as such";
  expect(() => new Project("site", { organizationId: "org_1", slug: "site", extra: { since } })).toThrow(refused);
  const component = { projectId: "prj_1", component: "edgee/ga4", settings: { since } };
  expect(() => new ProjectComponent("analytics", component)).toThrow(refused);
});
