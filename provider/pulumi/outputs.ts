import type * as pulumi from "@pulumi/pulumi";
import { camelCase } from "./naming.ts";

/**
 * The fields of a resource as outputs. A field that is not declared is `undefined`; a resource that is only looked up (`get`)
 * has every field that the service shows and that cannot be a secret.
 */
export type Outputs<Args, Options extends keyof Args> = {
  readonly [Name in keyof Args as Exclude<Name, Options>]-?: pulumi.Output<pulumi.Unwrap<Args[Name]>>;
};

/** A resource has no output that its constructor does not name. `declared`: a schema, named by its shape for the package's types. */
export function outputNames(declared: { readonly shape: object }): Readonly<Record<string, undefined>> {
  return Object.fromEntries(Object.keys(declared.shape).map((name) => [camelCase(name), undefined]));
}
