import path from "node:path";
import type { InputOptions, OutputOptions } from "rolldown";
import { BUNDLE_OPTIONS } from "./bundle-options.ts";
import { leanDependencies } from "./lean-dependencies.ts";
import { licenseNotices } from "./license-notices.ts";

const ROOT = path.join(import.meta.dirname, "..");
const EMULATOR = path.join(ROOT, "emulator", path.sep);

/** Each file that package.json names, without its extension. */
const ENTRIES = ["provider/index", "provider/runtime", "provider/native/main", "emulator/start", "cli/main"];

/**
 * The code of the package: all entries in one build, so that they share one copy of each dependency. What not every entry needs, and
 * what is loaded later, is in files of its own.
 */
export const PACKAGE_BUNDLE: InputOptions & { output: OutputOptions } = {
  ...BUNDLE_OPTIONS,
  cwd: ROOT,
  input: Object.fromEntries(ENTRIES.map((entry) => [entry, `${entry}.ts`])),
  // Pulumi loads its own, and both must be the same. The emulator's types are zod's, so the package depends on zod.
  external: (id, importer) =>
    /^@pulumi\/pulumi(?:\/|$)/.test(id) || (id === "zod" && importer?.startsWith(EMULATOR) === true),
  plugins: [leanDependencies(), licenseNotices("The files in this folder contain these packages.")],
  output: { format: "esm", chunkFileNames: "shared/[name].mjs" },
};
