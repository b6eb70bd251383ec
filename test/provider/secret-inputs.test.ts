import { readFile } from "node:fs/promises";
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import {
  NAMING_ARGUMENTS,
  secretInputs,
  SENSITIVE_INPUTS,
  withSensitiveMarked,
} from "../../provider/secret-arguments.ts";

beforeAll(async () => {
  await pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) });
});

it("every argument that is marked is hidden in messages, except those that name the object", async () => {
  const names = [...NAMING_ARGUMENTS, ...SENSITIVE_INPUTS, "description", "adoptId", "previousSlug", "profile"];
  const args = Object.fromEntries(names.map((name) => [name, pulumi.secret(`secret of ${name}`)]));
  expect(await secretInputs(args)).toEqual(
    [...SENSITIVE_INPUTS, "adoptId", "description", "previousSlug", "profile"].toSorted(),
  );
});

it("the documentation lists those that name the object", async () => {
  const text = await readFile("docs/pulumi.md", "utf8");
  const listed = /show it in messages: ([^.]*)\./.exec(text)?.[1] ?? "";
  const names = new Set([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  // A domain has no secret arguments.
  expect(names).toEqual(new Set([...NAMING_ARGUMENTS, "name"]));
});

it("a sensitive argument is a secret although it is null: a refresh puts the live value there", async () => {
  const [name = ""] = SENSITIVE_INPUTS;
  const marked = withSensitiveMarked({ [name]: null, slug: null })[name];
  expect(pulumi.Output.isInstance(marked) && (await pulumi.isSecret(marked))).toBe(true);
});
