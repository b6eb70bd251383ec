import type { CustomResourceOptions } from "@pulumi/pulumi";

/** Options of a resource that is only looked up. */
export interface LookupOptions extends CustomResourceOptions {
  /** Account to use. Default: the one without a profile. */
  profile?: string;
}

/** What the provider is told about a lookup besides its id. */
export function lookupProperties({ profile }: LookupOptions = {}): Readonly<Record<string, string>> {
  return profile === undefined ? {} : { profile };
}
