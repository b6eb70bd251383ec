import { defineConfig } from "vitest/config";
import { clearConfigured } from "./test/service-environment.ts";

clearConfigured();

/**
 * The tests that must notice each mutant (`npm run mutation`). They are chosen here and not by Stryker's `testFiles`:
 * with that option Stryker 10.1.1 activates a mutant of module level only after the module is loaded.
 */
export default defineConfig({
  test: {
    include: ["test/{api,resources}/**/*.test.ts"],
    setupFiles: ["test/refuse-configured.ts", "test/use-seed.ts"],
    testTimeout: 10_000,
  },
});
