import type { CustomResourceOptions } from "@pulumi/pulumi";
import type { Given } from "../harness/driver.ts";

type NativeType = "Project" | "ProjectComponent" | "Domain";

/** A resource of the native provider, as a generated SDK declares it. */
export interface NativeResource {
  readonly type: NativeType;
  /** `{ of: NAME }` stands for the id of another resource. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly options?: CustomResourceOptions;
  /** Name of one of the providers. Default: Pulumi's own. */
  readonly provider?: string;
}

export interface NativeProgram {
  /** Arguments of explicit providers, by their names. */
  readonly providers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By name. One that is named in `{ of: … }` comes first. */
  readonly resources: Readonly<Record<string, NativeResource>>;
}

/** What each kind answers besides its inputs. */
const OUTPUTS: Readonly<Record<NativeType, readonly string[]>> = {
  Project: ["origin"],
  ProjectComponent: ["componentId", "componentVersion", "origin"],
  Domain: ["dnsStatus", "sslStatus", "origin"],
};

/** Declares the resources without an SDK. Answers their ids. */
export function program({ pulumi }: Given, { providers = {}, resources }: NativeProgram): Record<string, unknown> {
  class Provider extends pulumi.ProviderResource {}
  class Resource extends pulumi.CustomResource {}
  const explicit = new Map(
    Object.entries(providers).map(([name, args]) => [
      name,
      new Provider("projectsync", name, { ...args, token: pulumi.secret(args["token"]) }),
    ]),
  );
  const made = new Map<string, Resource>();
  for (const [name, { type, properties, options = {}, provider = "" }] of Object.entries(resources)) {
    const inputs = Object.entries(properties).map(([key, value]) => [key, resolved(value)]);
    const outputs = OUTPUTS[type].map((key) => [key, undefined]);
    const own = explicit.get(provider);
    made.set(
      name,
      new Resource(`projectsync:index:${type}`, name, Object.fromEntries([...outputs, ...inputs]), {
        // As the schema of the package names it, and each generated SDK.
        aliases: [{ type: `pulumi-nodejs:dynamic/projectsync:${type}` }],
        ...options,
        ...(own === undefined ? {} : { provider: own }),
      }),
    );
  }
  return Object.fromEntries([...made].map(([name, { id }]) => [name, id]));

  function resolved(value: unknown): unknown {
    const isReference = typeof value === "object" && value !== null && "of" in value;
    return isReference ? made.get(String(value.of))?.id : value;
  }
}
