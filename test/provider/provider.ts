import type { dynamic } from "@pulumi/pulumi";
import { openEmulator, type OpenEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import type { FaultSchedule, Rule } from "../../emulator/faults/schedule.ts";
import type { KindName } from "../../core/resources/kind.ts";
import { virtualClock, type VirtualClock } from "../virtual-clock.ts";
import { forgetConnections } from "../../provider/account.ts";
import { createProvider, serve } from "../../provider/runtime.ts";

export type Provider = Required<dynamic.ResourceProvider>;
export type Properties = Record<string, unknown>;

export interface Scene extends AsyncDisposable {
  readonly emulator: OpenEmulator;
  readonly project: Provider;
  readonly component: Provider;
  readonly domain: Provider;
  /** Time passes when nothing is under way. */
  readonly clock: VirtualClock;
}

/** The property that Pulumi adds to each resource. */
export const code = { __provider: "code" };

/** What a program declares, by kind: a project, and what is in the first one of the service. */
export const site = { ...code, organizationId: "org_1", slug: "site" };
export const ga4 = { ...code, projectId: "prj_1", component: "edgee/ga4", settings: { measurement_id: "G-1" } };
export const www = { ...code, projectId: "prj_1", name: "www.example.com" };

/** The same project as the service has it. */
export const SITE = { organization_id: "org_1", slug: "site" };
export const seed = { projects: [SITE] };

/** Creates an object, and returns what the state holds of it. */
export async function made(provider: Provider, inputs: Properties): Promise<Properties & typeof code> {
  const { outs } = await provider.create(inputs);
  return { ...code, ...outs };
}

/** Why a check fails. */
export async function reasonsOf(checked: ReturnType<Provider["check"]>): Promise<string[]> {
  const { failures = [] } = await checked;
  return failures.map(({ reason }) => reason);
}

/** From now on these requests get this answer, each time unless `more` says otherwise. */
export function fail(
  { emulator }: Scene,
  call: string,
  fault: Rule["fault"],
  more: Pick<Rule, "nth" | "times"> = { times: "always" },
): void {
  const [method, path] = call.split(" ");
  if (method !== "GET" && method !== "POST" && method !== "DELETE") throw new Error(`no request: ${call}`);
  emulator.setFaults({ faults: [{ method, ...(path === undefined ? {} : { path }), fault, ...more }] });
}

/** An emulator, and the three providers, configured as Pulumi's host configures them. */
export async function open(options: OpenOptions = {}): Promise<Scene> {
  const clock = virtualClock();
  return sceneOf(await openEmulator({ clock: clock.service, ...options }), clock);
}

/** The providers of the next update of Pulumi, which starts a process for each: they share nothing with the first ones. */
export async function nextUpdate({ emulator, clock }: Scene): Promise<Scene> {
  forgetConnections();
  return sceneOf(emulator, clock);
}

async function sceneOf(emulator: OpenEmulator, clock: VirtualClock): Promise<Scene> {
  return {
    emulator,
    clock,
    project: await configured("project", emulator, clock),
    component: await configured("component", emulator, clock),
    domain: await configured("domain", emulator, clock),
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      clock[Symbol.dispose]();
    },
  };
}

/** What Pulumi gets of an operation that fails. */
export interface Failure extends Error {
  readonly id?: string;
  readonly properties: Properties;
}

/** Why an operation fails. */
export function failureOf(operation: Promise<unknown>): Promise<Failure> {
  return operation.then(
    () => Object(new Error("no failure")),
    (error: unknown) => Object(error),
  );
}

/** Answers these requests with an error of the service, each time. */
export function refusing(method: Rule["method"], path: string, status: number, message = "no"): FaultSchedule {
  const types: Readonly<Record<number, string>> = {
    403: "forbidden_error",
    404: "not_found_error",
    409: "conflict_error",
  };
  const body = { error: { type: types[status] ?? "update_error", message } };
  return { faults: [{ method, path, times: "always", fault: { kind: "answer", status, body } }] };
}

/** Lets time pass. */
export function passTime({ clock }: Scene, milliseconds: number): Promise<void> {
  return clock.client.sleep(milliseconds, new AbortController().signal);
}

export async function configured(
  kind: KindName,
  service: { url: string; token: string },
  clock?: VirtualClock,
): Promise<Provider> {
  const provider = methodsOf(clock === undefined ? serve(1, kind) : createProvider(kind, clock.client));
  await provider.configure({ config: stackConfig({ baseUrl: service.url, token: service.token }) });
  return provider;
}

export function providerOf(kind: KindName): Provider {
  return methodsOf(serve(1, kind));
}

export function methodsOf(provider: dynamic.ResourceProvider): Provider {
  const { configure, check, diff, create, read, update, delete: remove } = provider;
  if (!configure || !check || !diff || !read || !update || !remove) throw new Error("A method is missing.");
  return { configure, check, diff, create, read, update, delete: remove };
}

export function stackConfig(values: Readonly<Record<string, string>>): dynamic.Config {
  const get = (key: string): string | undefined => values[key.replace(/^projectsync:/, "")];
  return { get, require: (key) => get(key) ?? "" };
}

export function requests(emulator: OpenEmulator): string[] {
  return emulator.requests().map(({ method, path }) => `${method} ${path}`);
}

export function writes(emulator: OpenEmulator): string[] {
  return requests(emulator).filter((request) => !request.startsWith("GET"));
}

/** What a diff gives for an update: the old object is deleted first only if `replaceOnChanges` makes it a replacement. */
export const UPDATE = { deleteBeforeReplace: true };
