import { defineConfig } from "vitest/config";

/** Where the gate wants the results as JSON. */
const results = process.env["TEST_RESULTS"];

export default defineConfig({
  test: {
    reporters: results === undefined ? ["default"] : ["default", ["json", { outputFile: results }]],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/engine/**"],
          testTimeout: 30_000,
          // Its import of JSON is of an older form than Node takes.
          deps: { optimizer: { ssr: { enabled: true, include: ["@actions/workflow-parser"] } } },
        },
      },
      { test: { name: "engine", include: ["test/engine/**/*.test.ts"], testTimeout: 300_000, hookTimeout: 900_000 } },
    ],
  },
});
