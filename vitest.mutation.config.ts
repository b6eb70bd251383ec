import { defineConfig } from "vitest/config";

/**
 * The tests that every mutant has to get past (`npm run mutation`). They are chosen here and not by Stryker's own
 * `testFiles`, with which it switches a mutant of module level on only after the module was loaded (10.1.1).
 */
export default defineConfig({ test: { include: ["test/{api,resources}/**/*.test.ts"], testTimeout: 10_000 } });
