import { createRequire } from "node:module";
import type { dynamic } from "@pulumi/pulumi";
import type { KindName } from "../resources/kind.ts";

const require = createRequire(import.meta.url);

/**
 * The constant object that Pulumi writes into the state of every resource of a kind. It is loaded by the package's name and
 * as CommonJS: then Pulumi finds it in `require.cache` as a whole `module.exports`, and writes only
 * `require("projectsync/stub/…")`. Everything else it writes by value (docs/decisions/0003-constant-stub.md).
 */
export function stub(kind: KindName): dynamic.ResourceProvider {
  // `require` returns no type; the files in ./stub have exactly these methods.
  const provider: dynamic.ResourceProvider = require(`projectsync/stub/${kind}`);
  return provider;
}
