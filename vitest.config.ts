import { defineConfig } from "vitest/config";
import { clearConfigured } from "./test/service-environment.ts";

// Here, because all processes of all projects inherit this environment.
clearConfigured();

/** Where `.ci/run` wants the results as JSON. */
const results = process.env["TEST_RESULTS"];

const shared = {
  setupFiles: ["test/refuse-configured.ts", "test/use-seed.ts"],
  // The parser imports JSON without the attribute that Node requires.
  deps: { optimizer: { ssr: { enabled: true, include: ["@actions/workflow-parser"] } } },
};

/** Machines that search for unforeseen errors: secrets, states, habits of services, mutated files, a compiled program. */
const MACHINES = [
  "test/{canary,compatibility,properties}/**/*.test.ts",
  "test/file/fuzz.test.ts",
  "test/sync/export/pulumi-program.test.ts",
];

/**
 * A few rounds of what `npm run faults` plays in many; generated files and services, whole documents, the largest inputs, and programs in
 * processes of their own.
 */
const SLOW = [
  "test/plan/{every-pin,generated-snapshots}.test.ts",
  "test/sync/export/{odd-records,round-trip,variable-name}.test.ts",
  "test/sync/pull-corpus.test.ts",
  "test/api/{every-call-ends,secrets}.test.ts",
  "test/world/{random,exhaustive}/**/*.test.ts",
  "test/signals/**/*.test.ts",
  "test/action/{cancelled,checkout,events,golden,large-report,merged-pulls,outdated,workflows}.test.ts",
  "test/cli/command-line.test.ts",
  "test/emulator/{documented-test,faults-command,faults-rules,hostile-bodies}.test.ts",
  "test/file/{hostile,json-schema,json-schema-agreement,project-file-document}.test.ts",
  "test/promises/{p03-reviewed,p05-user-info,p13-limits}.test.ts",
  "test/provider/native-faults.test.ts",
  "test/world/requests.test.ts",
  "test/{documented-usage,gate,package,service-environment,text-cuts}.test.ts",
];

/** What the engine plays for a minute or longer. */
const NIGHTLY = ["test/engine/nightly/**/*.test.ts"];

/** The real Pulumi engine, in processes of its own. One installation of the packed package for all files. */
const engine = {
  setupFiles: ["test/refuse-configured.ts"],
  globalSetup: ["test/engine/harness/install-once.ts"],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  isolate: false,
};

export default defineConfig({
  test: {
    globalSetup: ["test/print-seed.ts"],
    reporters: results === undefined ? ["default"] : ["default", ["json", { outputFile: results }]],
    projects: [
      {
        // What one runs after each change. Files share a worker, which saves a quarter of the time.
        test: {
          ...shared,
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/engine/**", ...MACHINES, ...SLOW],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        // All rounds. `npm run faults` and `npm run faults:exhaustive` play random runs and every fault.
        test: {
          ...shared,
          name: "machines",
          include: MACHINES,
          env: { TEST_ROUNDS: "all" },
          testTimeout: 300_000,
          isolate: false,
        },
      },
      { test: { ...shared, name: "slow", include: SLOW, testTimeout: 30_000, isolate: false } },
      { test: { ...engine, name: "engine", include: ["test/engine/**/*.test.ts"], exclude: NIGHTLY } },
      { test: { ...engine, name: "nightly", include: NIGHTLY } },
    ],
  },
});
