import { join, resolve } from "node:path";
import { z } from "zod";
import { startEmulator } from "../../emulator/start.ts";
import { emptyFolder, remove, scenes, type Scene } from "./all.ts";
import { ran } from "./pinned.ts";

/*
 * node lab/scenes/main.ts [--checkout FOLDER] [words of a scene's name]
 *
 * Plays the scenes and prints a table: scene, said, stored. The checkout must be built (npm run build).
 */

const reportSchema = z.object({
  items: z.array(z.object({ kind: z.string(), key: z.string(), status: z.string().optional() })),
});
const pageSchema = z.object({ data: z.array(z.record(z.string(), z.coerce.string())), has_more: z.boolean() });

const expected = (slug: string): string[] => [
  `component org_1/${slug}/edgee/ga4`,
  `domain org_1/${slug}/www.${slug}.example.com`,
  `project org_1/${slug}`,
];

const args = process.argv.slice(2);
const at = args.indexOf("--checkout");
const checkout = resolve(at < 0 ? join(import.meta.dirname, "../..") : (args.splice(at, 2)[1] ?? "."));
const chosen = scenes.filter(({ name }) => args.every((word) => name.toLowerCase().includes(word.toLowerCase())));

await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
const service = { url: emulator.url, token: emulator.token };
const packs = emptyFolder();
const { code, output } = await ran(["npm", "pack", "--ignore-scripts", "--pack-destination", packs], {
  cwd: checkout,
  env: process.env,
  limit: 120,
});
if (code !== 0) throw new Error(output);
const tarball = join(packs, "projectsync-0.1.0.tgz");

let wrong = 0;
let number = 0;
for (const scene of chosen) {
  number += 1;
  const folder = emptyFolder();
  const slug = `scene-${number}`;
  const problems = await judged(scene, folder, slug);
  if (problems.length > 0) wrong += 1;
  const line = problems.length === 0 ? "right" : `WRONG: ${problems.join("; ").replaceAll(folder, "…")}`;
  process.stdout.write(`${scene.name} | ${line}\n`);
  remove(folder);
}
remove(packs);
process.stdout.write(`${chosen.length - wrong} right, ${wrong} wrong\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function judged(scene: Scene, folder: string, slug: string): Promise<string[]> {
  const whole = async (): Promise<string[]> => compared(await storedUnder(slug), expected(slug));
  try {
    const { faults, output, report } = await scene.play({ service, checkout, tarball, folder, slug }, whole);
    const leaves = scene.leaves === "nothing" ? [] : expected(slug);
    const stored = compared(await storedUnder(slug), leaves);
    const said =
      scene.leaves === "nothing" ? [] : compared(saidDone(report), expected(slug)).map((one) => `said: ${one}`);
    const leaked = output.replaceAll(/^::add-mask::.*$/gm, "").includes(service.token)
      ? ["the token is in the output"]
      : [];
    return [...faults, ...said, ...stored.map((one) => `stored: ${one}`), ...leaked];
  } catch (error) {
    return [`the scene could not be played: ${String(error).slice(0, 300)}`];
  }
}

function compared(found: string[], wanted: string[]): string[] {
  const sorted = found.toSorted();
  return JSON.stringify(sorted) === JSON.stringify(wanted) ? [] : [sorted.join(", ") || "nothing"];
}

/** What the report says is done. */
function saidDone(report: unknown): string[] {
  const items = reportSchema.safeParse(report).data?.items ?? [];
  return items.filter(({ status }) => status === "done").map(({ kind, key }) => `${kind} ${key}`);
}

/** What the service has, asked without the product. */
async function storedUnder(slug: string): Promise<string[]> {
  const read = async (path: string): Promise<Record<string, string>[]> => {
    const answer = await fetch(`${service.url}/v1/${path}`, { headers: { authorization: `Bearer ${service.token}` } });
    const { data, has_more: more } = pageSchema.parse(await answer.json());
    if (more) throw new Error(`${path} has a second page`);
    return data;
  };
  const found: string[] = [];
  const projects = await read("projects?organization_id=org_1&limit=100");
  for (const project of projects.filter((one) => one["slug"] === slug)) {
    const key = `org_1/${slug}`;
    found.push(`project ${key}`);
    for (const one of await read(`projects/${project["id"]}/components`))
      found.push(`component ${key}/${one["component_slug"]}`);
    for (const one of await read(`projects/${project["id"]}/domains`)) found.push(`domain ${key}/${one["name"]}`);
  }
  return found;
}
