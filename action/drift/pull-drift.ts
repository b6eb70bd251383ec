import { isServiceError, messageOf } from "../../core/api/errors.ts";
import { isError } from "../../core/file/problem.ts";
import { loadForPull, pullLive } from "../../sync/pull/pull-live.ts";
import type { PulledFile } from "../../sync/pull/pull.ts";
import { connectService } from "../connect-service.ts";
import type { Runner } from "../github.ts";
import type { Inputs } from "../inputs.ts";
import { createMask } from "../log.ts";

/** Files that declare what is live, and how to show a text about them. Or why there are none. */
export type PulledDrift =
  | { readonly files: readonly PulledFile[]; readonly clean: (text: string) => string }
  | { readonly failed: string };

/** Reads the service again, and brings live values into the texts of the project files, as the command `pull` does. Writes no file. */
export async function pullDrift(inputs: Inputs, runner: Runner): Promise<PulledDrift> {
  const { token, githubToken, allowEnv, patterns } = inputs;
  const tokens = [token, githubToken].filter((each) => each !== undefined);
  const rules = { environment: runner.environment, tokens, allowEnv };
  const loaded = await loadForPull(patterns, inputs, rules, createMask());
  const { secrets, clean } = loaded;
  if (loaded.problems.some(isError)) return { failed: "The files have changed since the drift" };
  const client = connectService(inputs, runner, secrets.ofService, runner.signal);
  try {
    return { files: await pullLive(client, loaded), clean };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { failed: clean(secrets.ofService.redact(messageOf(error))) };
  } finally {
    await client.close();
  }
}
