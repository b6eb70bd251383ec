import { SEED } from "./seed.ts";

/** Runs once, before all tests. */
export function setup(): void {
  process.stdout.write(`Random tests use seed ${SEED}. To play another: TEST_SEED=1 npx vitest run\n`);
}
