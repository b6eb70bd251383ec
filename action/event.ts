import { readFile } from "node:fs/promises";

/** The event that started the workflow. */
export interface Event {
  readonly name: string;
  /** The full name of the branch or tag, such as `refs/heads/main`. */
  readonly ref: string;
  /** `undefined` if the payload cannot be read. */
  readonly payload: unknown;
  readonly actor: string;
}

/** Reads the event from the runner's environment. Does not fail if the payload cannot be read: the run then does less. */
export async function readEvent(environment: Readonly<Record<string, string | undefined>>): Promise<Event> {
  const {
    GITHUB_EVENT_NAME: name = "",
    GITHUB_REF: ref = "",
    GITHUB_ACTOR: actor = "",
    GITHUB_EVENT_PATH: file = "",
  } = environment;
  return { name, ref, actor, payload: await readJson(file) };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
