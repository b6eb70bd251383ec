import type { InputOptions, OutputOptions } from "rolldown";
import { BUNDLE_OPTIONS } from "./scripts/bundle-options.ts";
import { leanDependencies, ON_RUNNERS } from "./scripts/lean-dependencies.ts";
import { licenseNotices } from "./scripts/license-notices.ts";

/** The bundled Action: one file, readable, with its dependencies, for GitHub runs it without installing anything. */
const config: InputOptions & { output: OutputOptions } = {
  ...BUNDLE_OPTIONS,
  input: { index: "action/main.ts" },
  plugins: [leanDependencies(ON_RUNNERS), licenseNotices("dist/index.js contains these packages.")],
  output: { dir: "dist", format: "esm", codeSplitting: false },
};

export default config;
