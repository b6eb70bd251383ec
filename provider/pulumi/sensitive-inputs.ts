import * as pulumi from "@pulumi/pulumi";
import { projectFields } from "../resources/project-fields.ts";
import { mayBeSensitive } from "../resources/sensitive-values.ts";
import { camelCase } from "./naming.ts";
import type { ProjectArgs } from "./project-args.ts";

/** Inputs of a project that may hold something sensitive: `externalProjectUrl`, `overrideCache`, `forwardedHeaders`. */
export const SENSITIVE_INPUTS: readonly string[] = Object.entries(projectFields)
  .filter(([, field]) => mayBeSensitive(field))
  .map(([name]) => camelCase(name));

/**
 * The arguments, with the sensitive ones marked as Pulumi secrets as a whole. Once they have left the program, no provider can
 * mark them: a refresh writes the live value into the state, and it is a secret there only if the declared one was. `null` is
 * marked for that reason too.
 */
export function withSensitiveMarked(args: ProjectArgs): Readonly<Record<string, unknown>> {
  const entries = Object.entries(args).map(([name, value]: [string, unknown]) => [
    name,
    SENSITIVE_INPUTS.includes(name) && value !== undefined ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(entries);
}
