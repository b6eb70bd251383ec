const said = new Set<string>();

/** Says it once in this process. Pulumi shows what its providers write here among its diagnostics. */
export function warn(message: string): void {
  if (said.has(message)) return;
  said.add(message);
  process.stderr.write(`warning: ${message}\n`);
}
