import * as pulumi from "@pulumi/pulumi";
import { isSecretSetting, resolveVersion, settingsOf } from "../resources/catalogue.ts";
import { isObject } from "../resources/canonical.ts";
import type { ProjectComponentArgs } from "./component.ts";
import { programConnection } from "./program-connection.ts";

/**
 * The settings with those marked secret that the catalogue calls so: once they have left the program, no provider can
 * mark them any more. The safe side is "secret": for settings given as one Output, for a component that is not known
 * yet, and wherever the catalogue does not say or cannot be asked (what is wrong there, `check` reports).
 */
export function withSecretsMarked(args: ProjectComponentArgs): ProjectComponentArgs["settings"] {
  const { component, version, settings } = args;
  if (settings === undefined || settings === null) return settings;
  if (!isPlain(settings) || typeof component !== "string") return pulumi.secret(settings);
  const secret =
    version === undefined || typeof version === "string"
      ? secretsOf(component, version)
      : // Any version may be meant.
        Promise.resolve(() => true);
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isSecret = secret.then((tell) => tell(name));
      return [
        name,
        pulumi.output(isSecret).apply((yes): pulumi.Input<unknown> => (yes ? pulumi.secret(value) : value)),
      ];
    }),
  );
}

function isPlain(
  settings: NonNullable<ProjectComponentArgs["settings"]>,
): settings is Record<string, pulumi.Input<unknown>> {
  return isObject(settings) && !pulumi.Output.isInstance(settings) && !(settings instanceof Promise);
}

async function secretsOf(component: string, version: string | undefined): Promise<(name: string) => boolean> {
  try {
    const entry = await programConnection().lists.catalogue(component);
    const fields = settingsOf(entry, resolveVersion(entry, version));
    return (name) => isSecretSetting(fields, name);
  } catch {
    return () => true;
  }
}
