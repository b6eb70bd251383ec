import fc from "fast-check";
import { SEED } from "./seed.ts";

/* Runs before each test file: fast-check draws from the seed wherever a test does not name its own. */

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
