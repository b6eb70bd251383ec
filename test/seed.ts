const FIXED = 4242;

/**
 * The seed of every test that draws random values with fast-check. It is fixed, so that a test that fails was broken by a
 * change. To play another seed, set TEST_SEED; `npm run test:seeds` plays many.
 */
export const SEED = seedFrom(process.env["TEST_SEED"] ?? "");

function seedFrom(text: string): number {
  if (text === "") return FIXED;
  // fast-check uses seeds of 32 bits.
  if (!/^-?\d+$/.test(text) || Math.abs(Number(text)) > 0x7fff_ffff) {
    throw new Error(`TEST_SEED "${text}" is not a whole number from -2147483647 to 2147483647`);
  }
  return Number(text);
}
