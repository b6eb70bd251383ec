import { configuredNames } from "./service-environment.ts";

/* Runs before each test file, in each project: a test that sees a configured service could change it. */

const seen = configuredNames();
if (seen.length > 0) throw new Error(`Tests must not see ${seen.join(", ")}: vitest.config.ts clears them.`);
