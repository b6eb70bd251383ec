import { expect } from "vitest";
import { fieldsFromService } from "../../provider/naming.ts";
import { declaredProject } from "../../core/resources/project-fields.ts";
import { asObject } from "../world/oracle/meaning.ts";
import { code, open, passTime, type Properties, type Provider, type Scene } from "../provider/provider.ts";
import { CATALOGUE, NEIGHBOURS, plain, rich, type Declared } from "./declared.ts";
import { between } from "../habit.ts";
import { withSecrets } from "./play-row.ts";
import type { Row } from "./row.ts";

/** Creates what the files declare with Pulumi's provider, and refreshes it: the refresh shows no difference. */
export async function playPulumi(row: Row): Promise<void> {
  await using scene = await open({
    seed: { catalogue: CATALOGUE, projects: NEIGHBOURS },
    ...(row.habits === undefined ? {} : { habits: row.habits }),
    ...(row.between === undefined ? {} : { between: between(row.between()) }),
  });
  const made: Made[] = [];
  for (const declared of [rich, plain]) made.push(...(await create(declared, scene)));
  // A refresh comes later than the run that made the objects.
  await passTime(scene, 60_000);
  for (const { name, provider, id, inputs, outs } of made) {
    const { inputs: found, props } = await provider.read(id, { ...code, ...outs });
    expect(found, `refresh of ${name}`).toStrictEqual(inputs);
    expect(await provider.diff(id, { ...code, ...props }, { ...code, ...inputs }), `diff of ${name}`).toEqual({
      changes: false,
    });
  }
}

interface Made {
  readonly name: string;
  readonly provider: Provider;
  readonly id: string;
  readonly inputs: Properties;
  readonly outs: Properties;
}

async function create({ project, components, domains }: Declared, providers: Scene): Promise<Made[]> {
  const { protect: _protect, ...fields } = project;
  const inputs = fieldsFromService(declaredProject, asObject(withSecrets(fields)));
  const own = await createOne(String(fields["slug"]), providers.project, { ...inputs });
  const made = [own];
  for (const [component, part] of Object.entries(components)) {
    const settings = asObject(withSecrets(part));
    made.push(await createOne(component, providers.component, { projectId: own.id, component, ...settings }));
  }
  for (const name of domains) {
    if (typeof name === "string") made.push(await createOne(name, providers.domain, { projectId: own.id, name }));
  }
  return made;
}

async function createOne(name: string, provider: Provider, news: Properties): Promise<Made> {
  const { failures = [], inputs } = await provider.check({}, news);
  expect(failures, `check of ${name}`).toEqual([]);
  const { id, outs } = await provider.create({ ...code, ...inputs });
  return { name, provider, id, inputs, outs };
}
