import { isServiceError, messageOf } from "../../core/api/errors.ts";
import { printable } from "../../core/text/printable.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { pullLive } from "../../sync/pull/pull-live.ts";
import type { PulledFile } from "../../sync/pull/pull.ts";
import { loadFiles } from "../../sync/run/load-files.ts";
import { createSecrets } from "../../sync/run/secrets.ts";
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
  const { token, githubToken, allowEnv, patterns, folder } = inputs;
  const tokens = [token, githubToken].filter((each) => each !== undefined);
  const secrets = createSecrets({ secrets: tokens, onSecrets: createMask() });
  const clean = (text: string): string => printable(hideUserInfo(secrets.redaction.redact(text)));
  const load = { environment: runner.environment, tokens, allowEnv, missingVariables: "tolerate" } as const;
  const loaded = await loadFiles(patterns, inputs, load);
  secrets.learnFiles(loaded.files, loaded.secrets);
  if (loaded.problems.some(({ level }) => level === "error"))
    return { failed: "The files have changed since the drift" };
  const client = connectService(inputs, runner, secrets.ofService, runner.signal);
  try {
    return { files: await pullLive(client, loaded.files, secrets, { folder, load }), clean };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { failed: clean(secrets.ofService.redact(messageOf(error))) };
  } finally {
    await client.close();
  }
}
