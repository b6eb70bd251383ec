import { readFile } from "node:fs/promises";

/** The event that started the workflow, as GitHub gives it. */
export interface Event {
  readonly name: string;
  /** For a push: the branch or tag, in full (`refs/heads/main`). */
  readonly ref: string;
  /** `undefined` where it cannot be read. */
  readonly payload: unknown;
  readonly actor: string;
}

/** Reads it from where the runner puts it. A payload that cannot be read is no reason to fail: less is done without it. */
export async function readEvent(environment: Readonly<Record<string, string | undefined>>): Promise<Event> {
  const {
    GITHUB_EVENT_NAME: name = "",
    GITHUB_REF: ref = "",
    GITHUB_ACTOR: actor = "",
    GITHUB_EVENT_PATH: at = "",
  } = environment;
  return { name, ref, actor, payload: await readJson(at) };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}
