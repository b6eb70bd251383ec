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
          exclude: ["test/engine/**"],
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        // All rounds of the machines: secrets, states, habits of services, mutated files, a compiled program. The unit tests play a few
        // rounds; `npm run faults`
        // and `npm run faults:exhaustive` play random runs and every fault.
        test: {
          ...shared,
          name: "machines",
          include: [
            "test/{canary,compatibility,properties}/**/*.test.ts",
            "test/file/fuzz.test.ts",
            "test/sync/export/pulumi-program.test.ts",
          ],
          env: { TEST_ROUNDS: "all" },
          testTimeout: 300_000,
          isolate: false,
        },
      },
      {
        // The real Pulumi engine, in processes of its own. One installation of the packed package for all files.
        test: {
          name: "engine",
          setupFiles: ["test/refuse-configured.ts"],
          include: ["test/engine/**/*.test.ts"],
          globalSetup: ["test/engine/harness/install-once.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          isolate: false,
        },
      },
    ],
  },
});
