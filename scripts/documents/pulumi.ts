import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { startEmulator, type Seed } from "../../emulator/start.ts";
import { install, type Installed } from "../../test/engine/harness/install.ts";
import { repository } from "../../test/engine/harness/repository.ts";
import { openStack } from "../../test/engine/harness/stack.ts";

type Operation = "preview" | "up";

/** A program, and what Pulumi prints for it. Each part is between `<!-- run PART -->` and `<!-- end -->`. */
interface PulumiScene {
  readonly seed: Seed;
  readonly program: string;
  readonly parts: Readonly<Record<string, "program" | readonly Operation[]>>;
}

const program = (more = ""): string => `import * as projectsync from "projectsync";

const site = new projectsync.Project("site", {
  organizationId: "org_1",
  slug: "site",
  forceHttps: true,${more}
});
`;

const SCENES: readonly PulumiScene[] = [
  {
    seed: { organizations: ["org_1"] },
    program: `${program()}new projectsync.ProjectComponent("analytics", {
  projectId: site.id,
  component: "edgee/ga4",
  version: "1.2.0", // or latest
  settings: { measurement_id: "G-1" },
});
new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
`,
    parts: { "pulumi-program": "program", pulumi: ["preview", "up", "up"] },
  },
  {
    seed: { projects: [{ organization_id: "org_1", slug: "site", type: "proxy", force_https: false }] },
    program: program('\n  ifExists: "adopt",'),
    parts: { "adopt-program": "program", "adopt-pulumi": ["preview", "up"] },
  },
];

/** What Pulumi prints, if its engine is built (`npm run test:engine` builds it). */
export async function pulumiRuns(): Promise<[string, string][]> {
  if (!existsSync(path.join(repository, "test/engine/bin/pulumi"))) return [];
  await using installation = await install();
  return await playPulumi(installation);
}

/** Runs the programs on the real engine. Gives the Markdown of each part. */
export async function playPulumi(installed: Installed): Promise<[string, string][]> {
  const shown: [string, string][] = [];
  for (const { seed, program: text, parts } of SCENES) {
    await writeFile(path.join(installed.folder, "index.ts"), text);
    await using emulator = await startEmulator({ seed });
    await using stack = await openStack(installed, emulator);
    for (const [name, part] of Object.entries(parts)) {
      if (part === "program") {
        shown.push([`run ${name}`, `\`\`\`ts\n${text}\`\`\``]);
        continue;
      }
      const blocks: string[] = [];
      for (const operation of part) {
        const { text: printed, failed } = await stack[operation]({ file: "index.ts" });
        if (failed) throw new Error(printed);
        blocks.push(`$ pulumi ${operation}\n${withoutTimes(printed, text)}\n`);
      }
      shown.push([`run ${name}`, `\`\`\`console\n${blocks.join("\n")}\`\`\``]);
    }
  }
  return shown;
}

/** How each resource ended, in the order of the program, and what is below. Without times, and without the stack and the plugin of the tests. */
function withoutTimes(printed: string, text: string): string {
  const lines = printed.split("\n").map((line) => line.replace(/ \([\d.]+s\)/, "").trimEnd());
  const below = lines.findIndex((line) => /^(?:Diagnostics|Outputs|Resources):/.test(line));
  const rows = new Map(
    lines
      .slice(0, below)
      .flatMap((line) => [
        [/ pulumi-nodejs:dynamic\/projectsync:\w+ (\w+) /.exec(`${line} `)?.[1] ?? "", line] as const,
      ])
      .filter(([name]) => name !== ""),
  );
  const inOrder = [...rows].toSorted(([one], [other]) => text.indexOf(`"${one}"`) - text.indexOf(`"${other}"`));
  const said = lines
    .slice(below)
    .filter((line) => line !== "" && !/^Duration: |^ +warning: using pulumi-resource-pulumi-nodejs from /.test(line));
  // Twice: a title that is left without lines may have been all that another one had.
  const end = said.filter(isNoEmptyTitle).filter(isNoEmptyTitle);
  return [lines[0], ...inOrder.map(([, line]) => line), ...end].join("\n");
}

function isNoEmptyTitle(line: string, index: number, lines: readonly string[]): boolean {
  return !line.endsWith(":") || indent(lines[index + 1] ?? "") > indent(line);
}

function indent(line: string): number {
  return line.search(/\S|$/);
}
