import type { Environment } from "../../core/file/file-environment.ts";
import { nearestName } from "../../core/resources/nearest-name.ts";
import { PROFILE, PROFILE_RULE, type ConfigurationPlace, type StackValue } from "../configuration.ts";
import { own, type Fields } from "../../core/resources/json.ts";
import { quote } from "../../core/text/quoted.ts";
import { markedTexts } from "../secret-arguments.ts";
import { UNKNOWN, type Received } from "./wire.ts";

/** Where a provider finds its account. */
export interface AccountSettings {
  readonly stack: StackValue;
  readonly place: ConfigurationPlace;
  readonly profile?: string | undefined;
  /** Texts in the arguments that the engine marks as secrets. */
  readonly secrets: readonly string[];
}

/** The arguments of a provider, by name. Each is a text. */
export const PROVIDER_ARGUMENTS = {
  baseUrl: "Address of the service. An explicit provider takes it and `token`, or neither.",
  token: "Access token of the service.",
  profile:
    "Names the pair of variables of an account: `staging` reads `PROJECTSYNC_STAGING_BASE_URL` and `PROJECTSYNC_STAGING_TOKEN`.",
} as const;

/** What the engine may give each provider besides. */
const OF_ENGINE = /^(?:__.*|version|pluginDownloadURL)$/;

/** What is wrong with the arguments of a provider: by argument. `isDefault`: they are the stack's configuration, which the environment fills. */
export function checkArguments(given: Fields, isDefault: boolean): { property: string; reason: string }[] {
  const problems: { property: string; reason: string }[] = [];
  for (const name of Object.keys(PROVIDER_ARGUMENTS)) {
    const value = own(given, name);
    if (value !== undefined && typeof value !== "string") problems.push({ property: name, reason: "must be a text" });
    if (value === "" && !isDefault) problems.push({ property: name, reason: "is empty: give a text, or leave it out" });
  }
  const known = Object.keys(PROVIDER_ARGUMENTS);
  // The configuration of a stack has keys for its profiles too.
  for (const name of isDefault ? [] : Object.keys(given)) {
    if (known.includes(name) || OF_ENGINE.test(name)) continue;
    const near = nearestName(name, known);
    const advice = near === undefined ? `the arguments are ${known.join(", ")}` : `did you mean ${near}?`;
    problems.push({ property: name, reason: `unknown argument; ${advice}` });
  }
  const { baseUrl, token, profile } = given;
  const isProfile = typeof profile === "string" && profile !== UNKNOWN;
  if (!isDefault && (baseUrl === undefined) !== (token === undefined)) {
    const [missing, other] = baseUrl === undefined ? ["baseUrl", "token"] : ["token", "baseUrl"];
    problems.push({
      property: missing,
      reason: `is missing beside ${other}: an explicit provider takes both or neither; the environment fills none`,
    });
  }
  if (isProfile) {
    if (!PROFILE.test(profile)) problems.push({ property: "profile", reason: `${quote(profile)} ${PROFILE_RULE}` });
    if (!isDefault && baseUrl !== undefined)
      problems.push({ property: "profile", reason: "names variables, and baseUrl and token are given: remove one" });
  }
  return problems;
}

/**
 * The account of a provider. An explicit provider with arguments of its own uses these alone: neither the environment nor the stack's
 * configuration fills or replaces one. Every other one reads the environment first, and then the stack's configuration.
 */
export function accountSettings(
  { fields: given, secrets }: Received,
  isDefault: boolean,
  environment: Environment,
): AccountSettings {
  const text = (name: string): string | undefined => {
    const value = own(given, name);
    return typeof value === "string" && value !== "" && value !== UNKNOWN ? value : undefined;
  };
  const isExplicit = !isDefault && ["baseUrl", "token"].some((name) => own(given, name) !== undefined);
  return {
    stack: text,
    place: { environment, isExplicit },
    profile: text("profile"),
    secrets: markedTexts({ ...given, __secretInputs: secrets }),
  };
}
