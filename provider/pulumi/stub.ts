import { createRequire } from "node:module";
import type { dynamic } from "@pulumi/pulumi";
import type { KindName } from "../resources/kind.ts";

const require = createRequire(import.meta.url);

/**
 * The constant object that Pulumi writes into the state of every resource of a kind. It is loaded by the package's own
 * name and as CommonJS, for only a whole `module.exports` that Pulumi finds in `require.cache` becomes a short
 * `require("projectsync/stub/…")` there; anything else is written out by value.
 */
export function stub(kind: KindName): dynamic.ResourceProvider {
  // What `require` gives has no type; the files in ./stub hold exactly these methods.
  const provider: dynamic.ResourceProvider = require(`projectsync/stub/${kind}`);
  return provider;
}
