import type { Clock } from "../../core/api/clock.ts";
import { isServiceError } from "../../core/api/errors.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { KINDS, TYPE_NAMES, type KindName } from "../../core/resources/kind.ts";
import { tableOf } from "../../core/api/table-of.ts";
import { openAccount, type Account } from "../account.ts";
import { readConfiguration } from "../configuration.ts";
import { kinds } from "../kinds/all.ts";
import { adopts, bind, holdsUnknown, inputsOf, type ResourceKind } from "../kinds/resource-kind.ts";
import { idOf, pulumiId } from "../kinds/names.ts";
import { camelCase, present } from "../naming.ts";
import { findNow } from "../operations/adoption.ts";
import { changedInputs } from "../operations/diff.ts";
import { importedInputs } from "../operations/imported-inputs.ts";
import { createProvider } from "../runtime.ts";
import { NAMING_ARGUMENTS, secretTest, SENSITIVE_INPUTS } from "../secret-arguments.ts";
import { lookUp } from "../lookup.ts";
import type { AccountSettings } from "./account-settings.ts";
import { detailedDiff, type DifferenceKind } from "./detailed-diff.ts";
import type { Lookup } from "./lookups.ts";
import { UNKNOWN, type Received } from "./wire.ts";

/*
 * The operations of a native provider. Each is that of the dynamic provider: what differs is how properties come and go. Here the engine says
 * which values are secrets, and gives the recorded inputs beside the outputs.
 */

/** Properties for the engine, with the paths of the secrets among them. */
export interface Sent {
  readonly fields: Fields;
  readonly secrets: ReadonlySet<string>;
}

export interface Difference {
  readonly hasChanges: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  readonly differences: ReadonlyMap<string, DifferenceKind>;
}

/** What the state has of a resource. An import has neither. */
export interface Recorded {
  readonly outputs: Received;
  readonly inputs: Received;
}

/** Properties that only the dynamic provider needs. */
const INTERNAL: ReadonlySet<string> = new Set(["__secretInputs", "__provider", "__lookedUp", "profile"]);

export type Service = ReturnType<typeof openService>;

/** `settings`: of the account. `clock`: for its waits. Default: the system's. */
export function openService({ stack, place, profile, secrets }: AccountSettings, clock?: Clock) {
  const runtimes = tableOf<Record<KindName, ReturnType<typeof createProvider>>>(
    KINDS.map((kind) => {
      const provider = createProvider(kind, clock, place, secrets);
      // Its keys have the namespace of a stack's configuration.
      const get = (key: string) => stack(key.replace(/^projectsync:/, ""));
      void provider.configure?.({ config: { get, require: (key) => get(key) ?? "" } });
      return [kind, provider];
    }),
  );
  const account = (): Account => openAccount(readConfiguration(stack, profile, place), clock);

  /** For the dynamic provider: with this account, whichever a dynamic resource had, and what its program would say of secrets. */
  const given = ({ fields, secrets: paths }: Received): Fields => {
    const { profile: _, ...others } = fields;
    const marked = paths.filter((path) => !NAMING_ARGUMENTS.includes(path));
    return { ...others, ...(profile === undefined ? {} : { profile }), __secretInputs: marked.toSorted() };
  };

  /** The state for the dynamic provider: only the recorded inputs are declared. An import records more outputs. */
  const stateOf = (kind: KindName, { outputs, inputs }: Recorded): Fields => {
    const { shape } = kinds[kind].inputs;
    const isDeclared = (name: string): boolean => Object.hasOwn(inputs.fields, name);
    const names = new Set(Object.keys(shape).map(camelCase));
    const kept = Object.entries(outputs.fields).filter(([name]) => !names.has(name) || isDeclared(name));
    return given({ fields: Object.fromEntries(kept), secrets: outputs.secrets });
  };

  /** The properties as the engine may have them. `marked`: has the same ones as secrets. */
  const shown = async (kind: KindName, properties: Fields, marked: readonly Received[]): Promise<Sent> => {
    const fields = Object.fromEntries(Object.entries(properties).filter(([name]) => !INTERNAL.has(name)));
    const secrets = new Set([
      ...marked.flatMap((each) => each.secrets),
      ...(kind === "project" ? SENSITIVE_INPUTS : []),
      ...(await secretSettings(account, fields)),
    ]);
    return { fields, secrets };
  };

  return {
    check: async (kind: KindName, news: Received, olds: Received) => {
      const { inputs, failures = [] } = await runtimes[kind].check!(given(olds), given(news));
      return { inputs: await shown(kind, inputs, [news]), failures };
    },
    diff: async (kind: KindName, id: string, state: Recorded, news: Received): Promise<Difference> => {
      const now = given(news);
      const before = { ...stateOf(kind, state), __secretInputs: now["__secretInputs"] };
      const { changes, replaces = [], deleteBeforeReplace = false } = await runtimes[kind].diff!(id, before, now);
      const hasChanges = changes !== false;
      const changed = () => changedInputs(kinds[kind], inputsOf(kinds[kind], before), inputsOf(kinds[kind], now));
      const differences = detailedDiff(before, now, hasChanges ? changed().map(camelCase) : []);
      return { hasChanges, replaces, deleteBeforeReplace, differences };
    },
    create: async (kind: KindName, news: Received) => {
      const { id, outs } = await runtimes[kind].create(given(news));
      return { id, outputs: await shown(kind, outs, [news]) };
    },
    /** A create in a preview: with the id of an object that it would adopt. */
    previewCreate: async (kind: KindName, news: Received) => {
      const properties = given(news);
      // What it finds may hold a secret, or text that starts a command.
      const id = await lookUp(account, (connection) => adoptedId(kinds[kind], connection, properties), secrets);
      return { id, outputs: await shown(kind, { ...properties, ...unknownOutputs(kind) }, [news]) };
    },
    update: async (kind: KindName, id: string, state: Recorded, news: Received) => {
      const { outs } = await runtimes[kind].update!(id, stateOf(kind, state), given(news));
      return shown(kind, outs ?? {}, [news]);
    },
    previewUpdate: async (kind: KindName, _id: string, { outputs }: Recorded, news: Received) => {
      const { origin, organization } = outputs.fields;
      return shown(kind, { ...given(news), ...unknownOutputs(kind), origin, organization }, [news, outputs]);
    },
    /** `undefined`: the object is gone. */
    read: async (kind: KindName, id: string, state: Recorded) => {
      const isInState = typeof state.outputs.fields["origin"] === "string";
      const known = isInState ? stateOf(kind, state) : given({ fields: {}, secrets: [] });
      const { id: found, inputs: live = {}, props } = await runtimes[kind].read!(id, known);
      if (found === undefined) return undefined;
      const declared = isInState
        ? live
        : await importedInputs(kinds[kind], account(), `${kind} ${found}`, present(live));
      // An object that was imported under two names is another resource's too.
      const imported = isInState ? {} : { ...declared, __ownedSince: account().client.now() };
      return {
        id: found,
        outputs: await shown(kind, { ...props, ...imported }, [state.outputs, state.inputs]),
        inputs: await shown(kind, declared, [state.outputs, state.inputs]),
      };
    },
    invoke: ({ find }: Lookup, given: Fields) => lookUp(account, (connection) => find(connection, given), secrets),
    remove: async (kind: KindName, id: string, outputs: Received) => runtimes[kind].delete!(id, given(outputs)),
  };
}

/** The kind of a type such as `projectsync:index:Project`. */
export function kindOfType(type: string): KindName {
  const kind = KINDS.find((each) => type === typeOf(each));
  if (kind === undefined) throw new Error(`There is no resource ${type}.`);
  return kind;
}

export function typeOf(kind: KindName): string {
  return `projectsync:index:${TYPE_NAMES[kind]}`;
}

/** What a create answers besides its inputs. */
function unknownOutputs(kind: KindName): Fields {
  return Object.fromEntries(kinds[kind].outputs.map((name) => [camelCase(name), UNKNOWN]));
}

/** The id of the object that a create would adopt. `undefined`: it would create one, or that is not known yet. */
async function adoptedId(kind: ResourceKind, connection: Account, properties: Fields): Promise<string | undefined> {
  const inputs = inputsOf(kind, properties);
  try {
    if (!adopts(inputs, connection) || holdsUnknown(inputs)) return undefined;
    const resource = await bind(kind, { ...connection, ...connection.inPreview() }, inputs);
    const live = await findNow(resource);
    return live && pulumiId(resource, idOf(resource, live));
  } catch (error) {
    // The check has said why. The create reads again.
    if (isServiceError(error)) return undefined;
    throw error;
  }
}

/** The paths of the settings that the catalogue calls secret, or all of them if it does not say. */
async function secretSettings(account: () => Account, { component, version, settings }: Fields): Promise<string[]> {
  if (!isObject(settings)) return settings === undefined || settings === null ? [] : ["settings"];
  const isSecret = await secretTest(account, component, version);
  return Object.keys(settings).flatMap((name) => (isSecret(name) ? [`settings.${name}`] : []));
}
