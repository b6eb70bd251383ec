import { expect, it } from "vitest";
import { openEmulator, type OpenEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { ask, refused, refusedParams, type Reply } from "./ask.ts";
import { testClock } from "./test-clock.ts";

/**
 * What comes back to a request. An object: 200, and a body with these fields. A number: a refusal with this status, in the
 * documented form. Names: a refusal, because these parameters are invalid. A function: what it checks.
 */
export type Expected = number | readonly string[] | ((reply: Reply) => void) | object;

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

/** A test for each conversation with an emulator, by its title. Time passes only if a step says so. */
export function conversations(options: OpenOptions, all: Readonly<Record<string, readonly Step[]>>): void {
  it.each(Object.entries(all))("%s", async (_title, steps) => {
    expect.hasAssertions();
    await converse(options, steps);
  });
}

/** Plays one conversation. */
export async function converse(options: OpenOptions, steps: readonly Step[]): Promise<void> {
  const clock = testClock();
  await using emulator = await openEmulator({ clock, ...options });
  for (const step of steps) {
    if (typeof step === "number") clock.advance(step);
    else if (typeof step === "function") step(emulator);
    else await exchange(emulator, step);
  }
}

async function exchange(emulator: OpenEmulator, [request, ...rest]: Exchange): Promise<void> {
  const [body, expected] = rest.length === 1 ? [undefined, rest[0]] : rest;
  const reply = await ask(emulator, request, body);
  if (typeof expected === "function") expected(reply);
  else if (typeof expected === "number")
    expect(reply, request).toEqual(refused(expected, TYPES[expected] ?? "invalid_request_error"));
  else if (Array.isArray(expected)) expect(reply, request).toEqual(refusedParams(...expected));
  else expect(reply, request).toMatchObject({ status: 200, body: expected });
}

/** A body with these fields, and no others. */
export function exactly(body: object | undefined): (reply: Reply) => void {
  return (reply) => expect(reply.body).toEqual(body);
}

/** A body that has this value, and nothing more in it, at a path such as `data.0.settings`. */
export function has(path: string, value: unknown): (reply: Reply) => void {
  return (reply) => expect(reply.body).toHaveProperty(path, value);
}
