import { createClient } from "../../../provider/api/client.ts";
import type { Service } from "./programs.ts";

/** What the service chooses: it differs from run to run. */
const CHOSEN = new Set(["id", "project_id", "created_at", "updated_at", "url"]);

/** The objects of a service, one per line, without what differs between runs. A duplicate object gives two equal lines. */
export async function holdings(service: Service): Promise<readonly string[]> {
  const all = await everything(service);
  return all.flatMap(({ project, components, domains }) =>
    [project, ...components, ...domains].map((record) => `${project.slug}: ${JSON.stringify(record, withoutChosen)}`),
  );
}

/** What a service holds of one project, to the last field. */
export async function holdingsOf(service: Service, slug: string): Promise<unknown> {
  return (await everything(service)).filter(({ project }) => project.slug === slug);
}

/** The lines of `a` that `b` does not have as often. */
export function without(a: readonly string[], b: readonly string[]): string[] {
  const left = [...b];
  return a.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

async function everything({ url, token }: Service) {
  const client = createClient({ baseUrl: url, token, userAgent: "test" });
  try {
    const projects = await client.projects.list();
    return await Promise.all(
      projects.map(async (project) => ({
        project,
        components: await client.components.list(project.id),
        domains: await client.domains.list(project.id),
      })),
    );
  } finally {
    await client.close();
  }
}

function withoutChosen(name: string, value: unknown): unknown {
  return CHOSEN.has(name) ? undefined : value;
}
