import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/*
 * The projects of the bench: 5 components and 5 domains in each. 11 objects a project.
 */

/** Components, and domains, in each project. */
const CHILDREN = 5;
/** Objects of one project, itself included. */
export const OBJECTS = 1 + 2 * CHILDREN;

const NAMES = Array.from({ length: CHILDREN }, (_, index) => `acme/tool-${index}`);

/** The components that the projects use. */
export const catalogue = NAMES.map((slug) => ({
  id: slug.replace("/", "_"),
  slug,
  name: slug,
  latest_version: "1.0.0",
  versions: {
    "1.0.0": {
      dynamic_fields: [
        { name: "measurement_id", title: "Measurement", type: "string" as const, required: true },
        { name: "token", title: "Token", type: "string" as const, required: false, secret: true },
      ],
    },
  },
}));

/** `drifted`: one project in 100 declares another description. `absent`: each project is to be deleted. */
export type SceneKind = "declared" | "drifted" | "absent";

/** Writes one file for each project. Empties the folder first. */
export async function writeScene(folder: string, projects: number, kind: SceneKind): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < projects; index += 1) {
    await writeFile(path.join(folder, `site-${index}.yaml`), projectFile(index, kind));
  }
}

export function projectFile(index: number, kind: SceneKind): string {
  return kind === "absent" ? absent(index) : declared(index, kind === "drifted" && index % 100 === 0);
}

function absent(index: number): string {
  return `version: 1\nproject: { organization_id: org_1, slug: site-${index}, absent: true }\n`;
}

function declared(index: number, isDrifted: boolean): string {
  const components = NAMES.flatMap((name) => [
    `  ${name}:`,
    '    version: "1.0.0"',
    "    settings:",
    `      measurement_id: G-${index}`,
  ]);
  const domains = Array.from({ length: CHILDREN }, (_, each) => `  - ${hostName(index, each)}`);
  return `${[
    "version: 1",
    "project:",
    "  organization_id: org_1",
    `  slug: site-${index}`,
    `  description: Site ${index}${isDrifted ? " again" : ""}`,
    "components:",
    ...components,
    "domains:",
    ...domains,
  ].join("\n")}\n`;
}

/** Projects with domains and nothing else, for a service that has them at the start. */
export function seededProjects(projects: number, domains: number) {
  return Array.from({ length: projects }, (_, index) => ({
    organization_id: "org_1",
    slug: `site-${index}`,
    domains: Array.from({ length: domains }, (_item, each) => ({ name: hostName(index, each) })),
  }));
}

/** Writes the files of the first `projects` seeded projects. Empties the folder first. */
export async function writeSeeded(folder: string, projects: number, domains: number): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < projects; index += 1) {
    const names = Array.from({ length: domains }, (_, each) => `  - ${hostName(index, each)}\n`).join("");
    const text = `version: 1\nproject: { organization_id: org_1, slug: site-${index} }\n`;
    await writeFile(path.join(folder, `site-${index}.yaml`), `${text}${names === "" ? "" : `domains:\n${names}`}`);
  }
}

function hostName(project: number, index: number): string {
  return `host-${index}.site-${project}.example.com`;
}
