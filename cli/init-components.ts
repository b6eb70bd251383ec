import type { Client } from "../core/api/client.ts";
import { isServiceError } from "../core/api/errors.ts";
import { lookUp, type CatalogueEntry } from "../core/resources/catalogue.ts";
import type { Fields } from "../core/resources/json.ts";
import type { Context } from "./context.ts";
import { InvalidSettingsError } from "../sync/run/settings.ts";
import { firstDeclaration, SETTINGS_GAP } from "./describe-component.ts";
import type { Output } from "./output.ts";
import { readService } from "./with-client.ts";

/** Milliseconds for one request with its retries. */
const DEADLINE = 10_000;

/** For a component that the catalogue could not be asked about. */
const GAP: Fields = { version: "latest", settings: SETTINGS_GAP };

/**
 * What a first file declares of each component, by its name. Where the catalogue cannot be asked, that is a gap. Returns an exit code if a
 * signal ended the command. `mustExist`: throws InvalidSettingsError if the catalogue says that a component does not exist.
 */
export async function declareComponents(
  names: readonly string[],
  context: Context,
  output: Output,
  mustExist: boolean,
): Promise<Readonly<Record<string, Fields>> | number> {
  let entries: readonly CatalogueEntry[] = [];
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = context.environment;
  if (names.length > 0 && baseUrl && token) {
    try {
      const read = (client: Client) => Promise.all(names.map((name) => lookUp(client, name)));
      const found = await readService(context, false, read, { deadline: DEADLINE });
      if (typeof found === "number") return found;
      entries = found;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      output.note(error.message);
    }
  }
  const unavailable = entries.filter((entry) => entry.status === "unavailable");
  const missing = unavailable.filter(({ error }) => error === undefined);
  if (mustExist && missing.length > 0) throw new InvalidSettingsError(missing.map(({ reason }) => reason));
  for (const { reason } of unavailable) output.note(reason);
  const found = new Map(entries.map((entry) => [entry.slug, entry]));
  return Object.fromEntries(
    names.map((name) => {
      const entry = found.get(name);
      return [name, entry?.status === "found" ? firstDeclaration(entry) : GAP];
    }),
  );
}
