import { defineConfig } from "vitest/config";

/** Where `.ci/run` wants the results as JSON. */
const results = process.env["TEST_RESULTS"];

const shared = {
  setupFiles: ["test/use-seed.ts"],
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
        // All rounds of the machines: kills, secrets, random runs, habits of services. The unit tests play a few rounds.
        test: {
          ...shared,
          name: "machines",
          include: ["test/{canary,world,compatibility,properties}/**/*.test.ts"],
          env: { TEST_ROUNDS: "all" },
          testTimeout: 300_000,
          isolate: false,
        },
      },
      {
        // The real Pulumi engine. Isolated: each file keeps engines and packages of its own, and takes minutes anyway.
        test: {
          name: "engine",
          include: ["test/engine/**/*.test.ts"],
          globalSetup: ["test/engine/harness/pack-once.ts"],
          testTimeout: 300_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});
