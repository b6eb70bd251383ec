import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../resources/json.ts";
import { resolveVersion } from "../resources/catalogue.ts";
import { isSecretSetting } from "../resources/secrecy.ts";
import type { ProjectComponentArgs } from "./component-args.ts";
import { programConnection } from "./program-connection.ts";

/**
 * The settings, with the secret ones marked: once they have left the program, no provider can mark them. All are marked if
 * they are given as one Output, if the component is not known yet, and if the catalogue does not say or cannot be asked
 * (`check` reports why).
 */
export function withSecretsMarked(args: ProjectComponentArgs): ProjectComponentArgs["settings"] {
  const { component, version, settings, profile } = args;
  if (settings === undefined || settings === null) return settings;
  if (!isPlain(settings) || typeof component !== "string") return pulumi.secret(settings);
  const testPromise =
    version === undefined || typeof version === "string"
      ? secretTest(component, version, profile)
      : // The version is not known yet.
        Promise.resolve(() => true);
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const marked = testPromise.then((isSecret) => isSecret(name));
      return [
        name,
        pulumi.output(marked).apply((isMarked): pulumi.Input<unknown> => (isMarked ? pulumi.secret(value) : value)),
      ];
    }),
  );
}

function isPlain(
  settings: NonNullable<ProjectComponentArgs["settings"]>,
): settings is Record<string, pulumi.Input<unknown>> {
  return isObject(settings) && !pulumi.Output.isInstance(settings) && !(settings instanceof Promise);
}

/** Returns the test whether a setting is a secret. Every setting is one if the catalogue cannot be asked. */
async function secretTest(
  component: string,
  version: string | undefined,
  profile: string | undefined,
): Promise<(name: string) => boolean> {
  try {
    const entry = await programConnection(profile).catalogue(component);
    const versions = [resolveVersion(entry, version)];
    return (name) => isSecretSetting(entry, versions, name);
  } catch {
    return () => true;
  }
}
