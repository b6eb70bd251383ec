import { expect, it } from "vitest";
import type { Rule } from "../../emulator/faults/schedule.ts";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import { profileNames, type ProfileName } from "../../emulator/profile/profiles.ts";
import { forgetConnections, openAccount } from "../../provider/account.ts";
import { readConfiguration } from "../../provider/configuration.ts";
import { openService } from "../../provider/native/service.ts";
import { ask } from "../ask.ts";
import type { KindName } from "../../core/resources/kind.ts";
import { virtualClock, type VirtualClock } from "../virtual-clock.ts";
import { faultsAt } from "../world/exhaustive/single-faults.ts";
import { code, configured, ga4, requests, seed, site, writes, www, type Failure, type Properties } from "./provider.ts";

/* Each fault at each request of an operation, and each profile: the native form ends as the dynamic one does, and leaves the same service. */

/** One form of the provider, on one service. */
interface Form {
  readonly create: (kind: KindName, inputs: Properties) => Promise<{ id: string; outputs: Properties }>;
  readonly update: (
    kind: KindName,
    id: string,
    outputs: Properties,
    old: Properties,
    now: Properties,
  ) => Promise<unknown>;
  readonly read: (
    kind: KindName,
    id: string,
    outputs: Properties,
    inputs: Properties,
  ) => Promise<{ id?: string | undefined }>;
  readonly remove: (kind: KindName, id: string, outputs: Properties) => Promise<unknown>;
}

const FORMS = {
  dynamic: async (emulator: OpenEmulator, clock: VirtualClock): Promise<Form> => {
    const providers = {
      project: await configured("project", emulator, clock),
      component: await configured("component", emulator, clock),
      domain: await configured("domain", emulator, clock),
    };
    return {
      create: async (kind, inputs) => {
        const { id, outs = {} } = await providers[kind].create({ ...code, ...inputs });
        return { id, outputs: outs };
      },
      update: (kind, id, outputs, _old, now) =>
        providers[kind].update(id, { ...code, ...outputs }, { ...code, ...now }),
      read: (kind, id, outputs) => providers[kind].read(id, { ...code, ...outputs }),
      remove: (kind, id, outputs) => Promise.resolve(providers[kind].delete(id, { ...code, ...outputs })),
    };
  },
  native: async ({ url, token }: OpenEmulator, clock: VirtualClock): Promise<Form> => {
    const account: Readonly<Record<string, string>> = { baseUrl: url, token };
    const service = openService(() =>
      openAccount(
        readConfiguration((name) => account[name], undefined, { environment: {} }),
        clock.client,
      ),
    );
    const marked = (fields: Properties) => ({ fields, secrets: [] });
    return {
      create: async (kind, inputs) => {
        const { id, outputs } = await service.create(kind, marked(inputs), false);
        return { id, outputs: outputs.fields };
      },
      update: (kind, id, outputs, old, now) =>
        service.update(kind, id, { outputs: marked(outputs), inputs: marked(old) }, marked(now), false),
      read: async (kind, id, outputs, inputs) =>
        (await service.read(kind, id, { outputs: marked(outputs), inputs: marked(inputs) })) ?? {},
      remove: (kind, id, outputs) => service.remove(kind, id, marked(outputs)),
    };
  },
};

const { __provider: _, ...ofProject } = site;
const { __provider: _code, ...ofComponent } = ga4;
const { __provider: _again, ...ofDomain } = www;

interface Operation {
  readonly name: string;
  readonly kind: KindName;
  readonly inputs: Properties;
  /** The inputs after it. Default: the object is only created. */
  readonly after?: Properties | "read" | "delete";
  /** Somebody deletes the object before it. */
  readonly isGone?: boolean;
}

const OPERATIONS: readonly Operation[] = [
  { name: "the create of a project", kind: "project", inputs: { ...ofProject, slug: "shop", description: "ours" } },
  { name: "the create of a component", kind: "component", inputs: ofComponent },
  { name: "the create of a domain", kind: "domain", inputs: ofDomain },
  {
    name: "an update of a project",
    kind: "project",
    inputs: { ...ofProject, slug: "shop" },
    after: { ...ofProject, slug: "store", cache: true },
  },
  {
    name: "an update of a component",
    kind: "component",
    inputs: ofComponent,
    after: { ...ofComponent, settings: { measurement_id: "G-2" } },
  },
  { name: "a read of a component", kind: "component", inputs: ofComponent, after: "read" },
  { name: "a read of a domain that is gone", kind: "domain", inputs: ofDomain, after: "read", isGone: true },
  { name: "a deletion of a project", kind: "project", inputs: { ...ofProject, slug: "shop" }, after: "delete" },
  { name: "a deletion of a domain", kind: "domain", inputs: ofDomain, after: "delete" },
];

/** What one form makes of an operation, under faults that begin with it. */
async function play(
  name: keyof typeof FORMS,
  { kind, inputs, after, isGone = false }: Operation,
  profile: ProfileName,
  faults: readonly Rule[] = [],
) {
  forgetConnections();
  const clock = virtualClock();
  const emulator = await openEmulator({ clock: clock.service, seed, token: "token-of-the-test" });
  try {
    emulator.setProfile(profile);
    const form = await FORMS[name](emulator, clock);
    const made = after === undefined ? { id: "", outputs: {} } : await form.create(kind, inputs);
    if (isGone) await ask(emulator, `DELETE /v1/projects/${made.id.replace("/", "/domains/")}`);
    emulator.reset();
    forgetConnections();
    emulator.setFaults({ faults: [...faults] });
    const run = async (): Promise<{ id?: string | undefined }> => {
      if (after === undefined) return { id: (await form.create(kind, inputs)).id };
      if (after === "read") return { id: (await form.read(kind, made.id, made.outputs, inputs)).id };
      if (after === "delete") await form.remove(kind, made.id, made.outputs);
      else await form.update(kind, made.id, made.outputs, inputs, after);
      return {};
    };
    const outcome = await run().catch(({ id, message }: Failure) => ({ id, message }));
    return {
      seen: requests(emulator),
      result: {
        outcome: JSON.parse(JSON.stringify(outcome).replaceAll(emulator.url, "URL")),
        writes: writes(emulator),
        live: emulator
          .state()
          .map(({ project, components, domains }) => [
            project.slug,
            project.cache,
            components.map(({ settings }) => settings),
            domains.map((domain) => domain.name),
          ]),
      },
    };
  } finally {
    await emulator.close();
    clock[Symbol.dispose]();
  }
}

const ROWS = OPERATIONS.flatMap((operation) =>
  (["plain", "late"] as const).map((profile) => ({ ...operation, profile })),
);

it.each(ROWS)("$name ends alike in both forms ($profile), whatever fault meets each of its requests", async (row) => {
  const { profile } = row;
  const { seen } = await play("dynamic", row, profile);
  let rows = 0;
  for (const [index, request] of seen.entries()) {
    const [method = ""] = request.split(" ");
    for (const fault of faultsAt(method)) {
      const rule: Rule = { nth: index + 1, fault };
      const dynamic = await play("dynamic", row, profile, [rule]);
      const native = await play("native", row, profile, [rule]);
      expect(native.result, `${request} ${JSON.stringify(rule)}`).toEqual(dynamic.result);
      rows += 1;
    }
  }
  expect(rows).toBeGreaterThan(20);
});

it.each(OPERATIONS)("$name ends alike in both forms under every profile", async (operation) => {
  for (const profile of profileNames) {
    const dynamic = await play("dynamic", operation, profile);
    const native = await play("native", operation, profile);
    expect(native.result, profile).toEqual(dynamic.result);
  }
});
