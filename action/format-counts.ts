/** `2 create, 1 delete`: what there is of something, in the order of the counts; empty where there is nothing. */
export function counted(counts: Readonly<Record<string, number>>): string {
  const found = Object.entries(counts).filter(([, number]) => number > 0);
  return found.map(([name, number]) => `${number} ${name}`).join(", ");
}
