import { expect, it } from "vitest";
import { openEmulator, type OpenEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { isJsonObject, type JsonObject } from "../../emulator/json-object.ts";
import type { Seed } from "../../emulator/start.ts";
import { ask, refused, refusedParams, type Reply } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

/** A project with a component and a domain, and an empty one. */
export const SEED: Seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      external_project_url: "https://a.example",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "a.example.com" }],
    },
    { organization_id: "org_1", slug: "other" },
  ],
};
export const PROJECT = "/v1/projects/prj_1";
export const COMPONENTS = `${PROJECT}/components`;
export const COMPONENT = `${COMPONENTS}/pc_1`;
export const DOMAINS = `${PROJECT}/domains`;
export const DOMAIN = `${DOMAINS}/a.example.com`;

/**
 * What comes back to a request. An object: 200, and a body with these fields. A number: a refusal with this status, in the
 * documented form. Names: a refusal, because these parameters are invalid. A function: what it checks.
 */
export type Expected = number | readonly string[] | ((reply: Reply) => void) | JsonObject;

/** A request, with its body if there is one, and what comes back. */
export type Exchange =
  | readonly [request: string, expected: Expected]
  | readonly [request: string, body: unknown, expected: Expected];

/** A number lets so many milliseconds pass. A function checks or changes the emulator. */
export type Step = Exchange | number | ((emulator: OpenEmulator) => void);

/** The documented type of a refusal by its status. */
const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  403: "forbidden_error",
  404: "not_found_error",
  409: "conflict_error",
};

/** A test: a conversation with an emulator. Time passes only if a step says so. Default seed: SEED. */
export function talk(title: string, options: OpenOptions, steps: readonly Step[]): void {
  it.each([title])("%s", async () => {
    expect.hasAssertions();
    const clock = testClock();
    await using emulator = await openEmulator({ clock, seed: SEED, ...options });
    for (const step of steps) {
      if (typeof step === "number") clock.advance(step);
      else if (typeof step === "function") step(emulator);
      else await exchange(emulator, step);
    }
  });
}

async function exchange(emulator: OpenEmulator, [request, ...rest]: Exchange): Promise<void> {
  const [body, expected] = rest.length === 1 ? [undefined, rest[0]] : rest;
  checkOf(expected, request)(await ask(emulator, request, body));
}

function checkOf(expected: Expected, request: string): (reply: Reply) => void {
  const equals = (wanted: object) => (reply: Reply) => expect(reply, request).toEqual(wanted);
  if (typeof expected === "function") return expected;
  if (typeof expected === "number") return equals(refused(expected, TYPES[expected] ?? "invalid_request_error"));
  if (!isJsonObject(expected)) return equals(refusedParams(...expected));
  return (reply) => expect(reply, request).toMatchObject({ status: 200, body: expected });
}

/** A body with these fields, and no others. */
export function exactly(body: object): (reply: Reply) => void {
  return (reply) => expect(reply.body).toEqual(body);
}

/** A body that has this value, and nothing more in it, at a path such as `data.0.settings`. */
export function has(path: string, value: unknown): (reply: Reply) => void {
  return ({ body }) => expect(body).toHaveProperty(path, value);
}

/** A body without these values. */
export function lacks(fields: object): (reply: Reply) => void {
  return ({ body }) => expect(body).not.toMatchObject(fields);
}

/** A list of these ids, or names of domains. */
export function lists(...keys: readonly string[]): (reply: Reply) => void {
  return (reply) => expect(keysOf(reply)).toEqual(keys);
}

/** The store holds these projects, with at least these parts and fields. */
export function stores(...projects: readonly object[]): (emulator: OpenEmulator) => void {
  return (emulator) => expect(emulator.state()).toMatchObject(projects);
}

/** The settings of the first component, as they are stored. */
export function storesSettings(settings: unknown): (emulator: OpenEmulator) => void {
  return (emulator) => expect(emulator.state()[0]?.components[0]?.settings).toEqual(settings);
}
