import type { dynamic } from "@pulumi/pulumi";
import { z } from "zod";
import type { Environment } from "../../core/file/file-environment.ts";
import { own } from "../../core/resources/json.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { PROFILE, PROFILE_RULE, readConfiguration, type Configuration } from "../configuration.ts";
import { failureOf, parseGiven, type Problem } from "../operations/check.ts";
import { markedTexts } from "../secret-arguments.ts";
import { UNKNOWN, type Marked } from "./wire.ts";

const text = z.string().min(1).optional();

export const providerArguments = z.strictObject({
  baseUrl: text.describe("Address of the service. An explicit provider takes it and `token`, or neither."),
  token: text.describe("Access token of the service."),
  profile: z
    .string()
    .regex(PROFILE, PROFILE_RULE)
    .optional()
    .describe(
      "Names the pair of variables of an account: `staging` reads `PROJECTSYNC_STAGING_BASE_URL` and `PROJECTSYNC_STAGING_TOKEN`.",
    ),
});

/** What the engine may give each provider besides. */
const OF_ENGINE = /^(?:__.*|version|pluginDownloadURL)$/;

/**
 * Reasons why the arguments of a provider are refused. `isDefault`: they are the stack's configuration, which the environment fills, and which
 * has keys for its profiles too.
 */
export function checkArguments(marked: Marked, isDefault: boolean): dynamic.CheckFailure[] {
  // An address or a token that is empty counts as not set, and a profile does not: it says which account is meant.
  const isOwn = ([name, value]: [string, unknown]): boolean =>
    isDefault
      ? Object.hasOwn(providerArguments.shape, name) && (value !== "" || name === "profile")
      : !OF_ENGINE.test(name);
  const given = Object.fromEntries(Object.entries(marked.fields).filter(isOwn));
  const { problems } = parseGiven(providerArguments, given);
  const { baseUrl, token, profile } = given;
  const refuse = (name: string, reason: string): void => void problems.push({ path: [name], reason });
  if (!isDefault && (baseUrl === undefined) !== (token === undefined)) {
    const [missing, other] = baseUrl === undefined ? ["baseUrl", "token"] : ["token", "baseUrl"];
    refuse(
      missing,
      `is missing beside ${other}: an explicit provider takes both or neither; the environment fills none`,
    );
  }
  if (!isDefault && baseUrl !== undefined && profile !== undefined && profile !== UNKNOWN)
    refuse("profile", "names variables, and baseUrl and token are given: remove one");
  return failuresOf(problems, marked);
}

/** `marked`: the arguments that they are about. */
export function failuresOf(problems: readonly Problem[], marked: Marked): dynamic.CheckFailure[] {
  const redaction = createRedaction([]);
  redaction.add(secretTexts(marked));
  return problems.map((problem) => failureOf(problem, redaction));
}

/** Texts in the arguments that the engine marks as secrets. */
export function secretTexts({ fields, secrets }: Marked): readonly string[] {
  return markedTexts({ ...fields, __secretInputs: secrets });
}

/**
 * The account of a provider. An explicit provider with arguments of its own uses these alone: neither the environment nor the stack's
 * configuration fills or replaces one. Every other one reads the environment first, and then the stack's configuration. Throws as
 * `readConfiguration` does.
 */
export function readArguments({ fields }: Marked, isDefault: boolean, environment: Environment): Configuration {
  const textOf = (name: string): string | undefined => {
    const value = own(fields, name);
    return typeof value === "string" && value !== "" && value !== UNKNOWN ? value : undefined;
  };
  const isExplicit = !isDefault && ["baseUrl", "token"].some((name) => own(fields, name) !== undefined);
  return readConfiguration(textOf, textOf("profile"), { environment, isExplicit });
}
