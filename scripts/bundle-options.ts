import type { InputOptions } from "rolldown";
import { MIN_NODE_VERSION } from "../core/required-node.ts";
import { failOnWarning } from "./fail-on-warning.ts";

/** For every bundle: syntax that the oldest supported Node.js runs, and a build that fails for a warning, but not for a slow machine. */
export const BUNDLE_OPTIONS = {
  platform: "node",
  transform: { target: `node${MIN_NODE_VERSION}` },
  checks: { bundlerTimings: false },
  // The classes of zod. Comments that say so are lost where dependencies lose their white space.
  treeshake: { manualPureFunctions: ["$constructor"] },
  onLog: failOnWarning,
} as const satisfies InputOptions;
