import type { ConfigurationField } from "../../api/records.ts";
import { COMPONENT_SLUG, resolveVersion, settingsOf } from "../../resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../resources/component/check-catalogue.ts";
import type { Finding } from "../../resources/component/check-settings.ts";
import { type Fields, isObject } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { ifExistsOf, type ResolvedInputs } from "./kind.ts";

/** Resolves `latest`, and checks with the catalogue as far as values are known. */
export async function resolveComponent(
  connection: Pick<Connection, "catalogue" | "ifExists">,
  inputs: Fields,
  olds: Fields,
): Promise<ResolvedInputs> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  const entry = await connection.catalogue(component);
  // The service is not asked whether the component exists: one that was declared before is taken to be live.
  const isDeclaredBefore = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  let concrete = typeof version === "string" && !isUnknown(version) ? version : undefined;
  const before = typeof olds["version"] === "string" && isDeclaredBefore ? olds["version"] : undefined;
  if (concrete === "latest") {
    concrete = resolveVersion(entry, "latest") ?? before ?? "latest";
  }
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // A component that may be adopted may be live; only the create knows. A `latest` that is not resolved cannot be sent.
  const mayBeLive = isDeclaredBefore || (mayAdopt(inputs, connection) && Object.keys(olds).length === 0);
  const live = mayBeLive && concrete !== "latest";

  // The version is not known, so the settings that it takes are not either. They are checked again before the write.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const { known, pending } = partition(settings, settingsOf(entry, resolveVersion(entry, concrete)));
  const findings = checkAgainstCatalogue(entry, {
    version: concrete,
    settings: settings === undefined ? undefined : known,
    pending,
    live,
  });
  // A version that stays is not refused because the catalogue no longer lists it.
  const isVersionKept = live && (olds["version"] ?? concrete) === concrete;
  const judged = findings.map((finding) =>
    finding.field === "version" && isVersionKept ? { ...finding, level: "warning" as const } : finding,
  );
  const problems = warnAndKeepErrors(judged).map(({ field, setting, message }) => ({
    path: setting === undefined ? [field] : [field, setting],
    message,
  }));
  const hasMoved = version === "latest" && before !== undefined && before !== concrete;
  if (!hasMoved || problems.length === 0) return { inputs: resolved, problems };
  const moved =
    `latest moved from ${before} to ${concrete}, which does not take what is declared. To keep ${before}, declare ` +
    `version: "${before}".`;
  return { inputs: resolved, problems: [{ path: ["version"], message: moved }, ...problems] };
}

/** Whether the create may adopt a live component. An output that is not known yet may say so too. */
function mayAdopt(inputs: Fields, connection: Pick<Connection, "ifExists">): boolean {
  const choice = ifExistsOf(inputs, connection);
  return choice === "adopt" || isUnknown(choice) || inputs["adopt_id"] !== undefined;
}

/** The settings whose values are known, and the names of the others. If the settings are unknown as a whole, any may be declared. */
function partition(
  settings: unknown,
  fields: readonly ConfigurationField[] = [],
): { known: Fields | null; pending: Set<string> } {
  if (isUnknown(settings)) return { known: {}, pending: new Set(fields.map(({ name }) => name)) };
  if (!isObject(settings)) return { known: null, pending: new Set() };
  const entries = Object.entries(settings);
  return {
    known: Object.fromEntries(entries.filter(([, value]) => !holdsUnknown(value))),
    pending: new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name)),
  };
}

/** Warns of the findings that do not forbid a write. */
export function warnAndKeepErrors(findings: readonly Finding[]): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return findings.filter(({ level }) => level === "error");
}
