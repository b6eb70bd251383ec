import { readFile } from "node:fs/promises";
import path from "node:path";
import { wrapLine } from "../../cli/terminal.ts";

/** What test/cli/doctor.test.ts sees for this scene. It leaves out the first checks, which name the machine's Node and the test's port. */
const SEEN = "../../test/cli/golden/doctor/a-certificate-that-is-not-trusted.txt";

/** A run of `projectsync doctor` that finds something, as a terminal of 80 columns shows it. */
export async function doctorRun(): Promise<string> {
  const seen = await readFile(path.join(import.meta.dirname, SEEN), "utf8");
  const lines = seen.trimEnd().split("\n");
  const code = lines.pop()?.slice(1, -1);
  // The address of more is not broken.
  const shown = lines.map((line) => (line.startsWith("More: ") ? line : wrapLine(line, 80).replaceAll(/ +$/gm, "")));
  return `\`\`\`console\n$ projectsync doctor\n…\n${shown.join("\n")}\n(exit code ${code})\n\`\`\``;
}
