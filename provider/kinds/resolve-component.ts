import type { ConfigurationField } from "../../core/api/records.ts";
import { COMPONENT_SLUG, resolveVersion, settingsOf } from "../../core/resources/catalogue.ts";
import { checkAgainstCatalogue } from "../../core/resources/component/check-catalogue.ts";
import type { Finding } from "../../core/resources/component/check-settings.ts";
import { type Fields, isObject } from "../../core/resources/json.ts";
import { holdsUnknown, isUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { ifExistsOf, type ResolvedInputs, type LookupContext } from "./resource-kind.ts";

/** Resolves `latest`, and checks with the catalogue as far as values are known. */
export async function resolveComponent(
  connection: LookupContext,
  inputs: Fields,
  olds: Fields,
): Promise<ResolvedInputs> {
  const { component, version, settings } = inputs;
  if (typeof component !== "string" || !COMPONENT_SLUG.test(component)) return { inputs, problems: [] };
  const entry = await connection.catalogue(component);
  // The service is not asked whether the component exists: one that was declared before is taken to be live.
  const isDeclaredBefore = olds["component"] === component && olds["project_id"] === inputs["project_id"];

  const known = typeof version === "string" && !isUnknown(version) ? version : undefined;
  const before = typeof olds["version"] === "string" && isDeclaredBefore ? olds["version"] : undefined;
  const concrete = known === "latest" ? (resolveVersion(entry, known) ?? before ?? known) : known;
  const resolved = concrete === undefined ? inputs : { ...inputs, version: concrete };

  // A component that may be adopted may be live; only the create knows. A `latest` that is not resolved cannot be sent.
  const mayBeLive = isDeclaredBefore || (mayAdopt(inputs, connection) && Object.keys(olds).length === 0);
  const live = mayBeLive && concrete !== "latest";

  // The version is not known, so the settings that it takes are not either. They are checked again before the write.
  if (version === undefined ? live : concrete === undefined) return { inputs: resolved, problems: [] };

  const taken = settingsOf(entry, resolveVersion(entry, concrete));
  const findings = checkAgainstCatalogue(entry, { version: concrete, ...partition(settings, taken), live });
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
  if (hasMoved && problems.length > 0) {
    const message =
      `latest moved from ${before} to ${concrete}, which does not take what is declared. To keep ${before}, declare ` +
      `version: "${before}".`;
    problems.unshift({ path: ["version"], message });
  }
  return { inputs: resolved, problems };
}

/** Whether the create may adopt a live component. An output that is not known yet may say so too. */
function mayAdopt(inputs: Fields, connection: LookupContext): boolean {
  const choice = ifExistsOf(inputs, connection);
  return choice === "adopt" || isUnknown(choice) || inputs["adopt_id"] !== undefined;
}

/** The settings whose values are known, and the names of the others. If the settings are unknown as a whole, any may be declared. */
function partition(settings: unknown, fields: readonly ConfigurationField[] = []) {
  if (isUnknown(settings)) return { settings: {}, pending: new Set(fields.map(({ name }) => name)) };
  if (!isObject(settings)) return { settings: settings === undefined ? undefined : null, pending: new Set<string>() };
  const entries = Object.entries(settings);
  const pending = new Set(entries.filter(([, value]) => holdsUnknown(value)).map(([name]) => name));
  return { settings: Object.fromEntries(entries.filter(([name]) => !pending.has(name))), pending };
}

/** Warns of the findings that do not forbid a write. */
export function warnAndKeepErrors(findings: readonly Finding[]): Finding[] {
  for (const { level, message } of findings) if (level === "warning") warn(message);
  return findings.filter(({ level }) => level === "error");
}
