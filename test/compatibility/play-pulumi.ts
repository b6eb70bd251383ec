import { expect } from "vitest";
import { fieldsFromService } from "../../provider/pulumi/naming.ts";
import { declaredProject } from "../../provider/resources/project-fields.ts";
import { asObject } from "../world/oracle/meaning.ts";
import { startService } from "../world/oracle/socket-service.ts";
import { code, configured, type Properties, type Provider } from "../pulumi/provider.ts";
import { CATALOGUE, NEIGHBOURS, plain, rich, type Declared } from "./declared.ts";
import { between } from "../habit.ts";
import { withSecrets } from "./play-row.ts";
import type { Row } from "./row.ts";

/** How much faster the service's time passes than that of Pulumi's client, whose clock is real. */
const SPEED = 50;
/** Milliseconds of the service's time that slow habits take. */
const SLOW = 3000;

/** Creates what the files declare with Pulumi's provider, and refreshes it: the refresh shows no difference. */
export async function playPulumi(row: Row): Promise<void> {
  const start = Date.now();
  let skipped = 0;
  const clock = {
    now: () => start + (Date.now() - start) * SPEED + skipped,
    sleep: () => Promise.reject(new Error("no habit waits")),
  };
  await using service = await startService({
    clock,
    seed: { catalogue: CATALOGUE, projects: NEIGHBOURS },
    ...(row.habits === undefined ? {} : { habits: row.habits(SLOW) }),
    ...(row.between === undefined ? {} : { between: between(row.between()) }),
  });
  const [project, component, domain] = await Promise.all([
    configured("project", service),
    configured("component", service),
    configured("domain", service),
  ]);
  const made: Made[] = [];
  for (const declared of [rich, plain]) made.push(...(await create(declared, { project, component, domain })));
  // A refresh comes later than the run that made the objects.
  skipped += 60_000;
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

type Providers = Readonly<Record<"project" | "component" | "domain", Provider>>;

async function create({ project, components, domains }: Declared, providers: Providers): Promise<Made[]> {
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
