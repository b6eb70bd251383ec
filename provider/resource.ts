import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import { TYPE_NAMES, type KindName } from "../core/resources/kind.ts";
import { kinds } from "./kinds/all.ts";
import { camelCase } from "./naming.ts";

/** The rule for an object that exists already with the same natural key: `fail` with its id, or `adopt` it. */
export type IfExists = "fail" | "adopt";

/** Which account a resource uses. */
export interface AccountArgs {
  /**
   * Account to use: `staging` reads `PROJECTSYNC_STAGING_BASE_URL` and `PROJECTSYNC_STAGING_TOKEN`, or `projectsync:stagingBaseUrl`
   * and `projectsync:stagingToken`. Default: `PROJECTSYNC_BASE_URL` and `PROJECTSYNC_TOKEN`.
   */
  profile?: string;
}

/** The arguments of a lookup as Inputs, such as outputs of other resources. */
export type LookupInputs<Args> = { [Name in keyof Args]: pulumi.Input<Args[Name]> };

/** Options of a resource that is only looked up. */
export interface LookupOptions extends pulumi.CustomResourceOptions, AccountArgs {}

/**
 * The fields of a resource as outputs. A field that is not declared is `undefined`; a resource that is only looked up (`get`)
 * has every field that the service shows and that cannot be a secret.
 */
export type Outputs<Args> = { readonly [Name in keyof Args]-?: pulumi.Output<pulumi.Unwrap<Args[Name]>> };

/** The base of all resources of the service. */
export class ServiceResource extends pulumi.dynamic.Resource {
  /** Scheme, host and port of the service that the resource was created on. */
  declare readonly origin: pulumi.Output<string>;

  /**
   * @internal
   *
   * `properties`: absent if the resource is only looked up.
   */
  constructor(kind: KindName, name: string, properties: object | undefined, { profile, ...opts }: LookupOptions = {}) {
    if (opts.import !== undefined) {
      const adopting = kind === "project" ? `adoptId: "${opts.import}"` : 'ifExists: "adopt"';
      // Pulumi's host of dynamic providers cannot read what no state has, and would fail without a reason (observed).
      throw new pulumi.RunError(
        `The option \`import\` does not work with dynamic providers. Remove it, and declare \`${adopting}\`: it adopts what exists.`,
      );
    }
    const { inputs, declared, outputs } = kinds[kind];
    const isShown = (input: string): boolean => input === "project_id" || Object.hasOwn(declared.shape, input);
    // A resource has no output that is not named here. Also what is not declared may have a value: a transform adds it, or the engine keeps it.
    const names = [...Object.keys(inputs.shape).filter(isShown), ...outputs, "origin"];
    const named = Object.fromEntries(names.map((output) => [camelCase(output), undefined]));
    const account = profile === undefined ? {} : { profile };
    super(stub(kind), name, { ...named, ...(properties ?? account) }, opts, "projectsync", TYPE_NAMES[kind]);
    if (opts.customTimeouts !== undefined)
      void pulumi.log.warn("`customTimeouts` has no effect: Pulumi does not pass it to a dynamic provider.", this);
  }
}

const require = createRequire(import.meta.url);

/**
 * The constant object that Pulumi writes into the state of every resource of a kind. It is loaded by the package's name and
 * as CommonJS: then Pulumi finds it in `require.cache` as a whole `module.exports`, and writes only
 * `require("projectsync/stub/…")`. Everything else it writes by value (docs/internals/decisions/0003-constant-stub.md).
 */
function stub(kind: KindName): pulumi.dynamic.ResourceProvider {
  // `require` returns no type; the files in ./stub have exactly these methods.
  const provider: pulumi.dynamic.ResourceProvider = require(`projectsync/stub/${kind}`);
  return provider;
}
