import { isServiceError } from "../../core/api/errors.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { KINDS, TYPE_NAMES, type KindName } from "../../core/resources/kind.ts";
import { tableOf } from "../../core/api/table-of.ts";
import type { Account } from "../account.ts";
import { kinds } from "../kinds/all.ts";
import { adopts, bind, holdsUnknown, inputsOf, type ResourceKind } from "../kinds/resource-kind.ts";
import { idOf, pulumiId } from "../kinds/names.ts";
import { camelCase, present } from "../naming.ts";
import { findNow } from "../operations/adoption.ts";
import { changedInputs } from "../operations/diff.ts";
import { importedInputs } from "../operations/imported-inputs.ts";
import { createOperations, type Operations } from "../create-operations.ts";
import { NAMING_ARGUMENTS, secretTest, SENSITIVE_INPUTS } from "../secret-arguments.ts";
import { lookUp } from "../lookup.ts";
import { detailedDiff } from "./detailed-diff.ts";
import type { Lookup } from "./lookups.ts";
import { tokenOf, UNKNOWN, type Marked } from "./wire.ts";

/*
 * The operations of a native provider. Each is that of the dynamic provider: what differs is how properties come and go. Here the engine says
 * which values are secrets, and gives the recorded inputs beside the outputs.
 */

/** What the state has of a resource. An import has neither. */
export interface Recorded {
  readonly outputs: Marked;
  readonly inputs: Marked;
}

export type Service = ReturnType<typeof openService>;

/** `account`: opens that of the provider. `secrets`: texts in its configuration that no message shows. */
export function openService(account: () => Account, secrets: readonly string[] = []) {
  const operations = tableOf<Record<KindName, Operations>>(
    KINDS.map((kind) => [kind, createOperations(kind, account, secrets)]),
  );

  /** The properties as the engine may have them. `marked`: has the same ones as secrets. */
  const shown = async (kind: KindName, properties: Fields, marked: readonly Marked[]): Promise<Marked> => {
    const { __secretInputs: _, __lookedUp: _isLookedUp, ...fields } = properties;
    const secrets = [
      ...marked.flatMap((each) => each.secrets),
      ...(kind === "project" ? SENSITIVE_INPUTS : []),
      ...(await secretSettings(account, fields)),
    ];
    return { fields, secrets };
  };

  return {
    check: async (kind: KindName, news: Marked, olds: Marked) => {
      const { inputs, failures = [] } = await operations[kind].check(given(olds), given(news));
      return { inputs: await shown(kind, inputs, [news]), failures };
    },
    diff: async (kind: KindName, id: string, state: Recorded, news: Marked) => {
      const now = given(news);
      const before = { ...stateOf(kind, state), __secretInputs: now["__secretInputs"] };
      const result = await operations[kind].diff(id, before, now);
      const names = changedInputs(kinds[kind], inputsOf(kinds[kind], before), inputsOf(kinds[kind], now));
      const differences = detailedDiff(before, now, names.map(camelCase), result.replaces);
      return { ...result, differences, stables: [...kinds[kind].fixed.map(camelCase), "origin"] };
    },
    /** A preview answers the id of an object that the create would adopt. */
    create: async (kind: KindName, news: Marked, isPreview: boolean) => {
      const properties = given(news);
      if (isPreview) {
        // What it finds may hold a secret, or text that starts a command.
        const id = await lookUp(account, (connection) => adoptedId(kinds[kind], connection, properties), secrets);
        return { id, outputs: await shown(kind, { ...properties, ...unknownOutputs(kind) }, [news]) };
      }
      const { id, outs } = await operations[kind].create(properties);
      return { id, outputs: await shown(kind, outs, [news]) };
    },
    update: async (kind: KindName, id: string, state: Recorded, news: Marked, isPreview: boolean) => {
      if (isPreview) {
        const { origin, organization } = state.outputs.fields;
        const outputs = { ...given(news), ...unknownOutputs(kind), origin, organization };
        return shown(kind, outputs, [news, state.outputs]);
      }
      const { outs = {} } = await operations[kind].update(id, stateOf(kind, state), given(news));
      return shown(kind, outs, [news]);
    },
    /** `undefined`: the object is gone. */
    read: async (kind: KindName, id: string, state: Recorded) => {
      const isInState = typeof state.outputs.fields["origin"] === "string";
      const {
        id: found,
        inputs: live = {},
        props,
      } = await operations[kind].read(id, isInState ? stateOf(kind, state) : {});
      if (found === undefined) return undefined;
      const declared = isInState
        ? live
        : await importedInputs(kinds[kind], account(), `${kind} ${found}`, present(live));
      // An object that was imported under two names is another resource's too.
      const imported = isInState ? {} : { ...declared, __ownedSince: account().client.now() };
      const marked = [state.outputs, state.inputs];
      return {
        id: found,
        outputs: await shown(kind, { ...props, ...imported }, marked),
        inputs: await shown(kind, declared, marked),
      };
    },
    remove: async (kind: KindName, id: string, outputs: Marked) => operations[kind].delete(id, given(outputs)),
    invoke: ({ find }: Lookup, args: Fields) => lookUp(account, (connection) => find(connection, args), secrets),
  };
}

/**
 * For the dynamic provider: with what its program would say of secrets, and without the profile that a dynamic resource had: the account is the
 * provider's.
 */
function given({ fields, secrets }: Marked): Fields {
  const { profile: _, ...others } = fields;
  return { ...others, __secretInputs: secrets.filter((path) => !NAMING_ARGUMENTS.includes(path)).toSorted() };
}

/** The state for the dynamic provider: only the recorded inputs are declared. An import records more outputs. */
function stateOf(kind: KindName, { outputs: { fields, secrets }, inputs }: Recorded): Fields {
  const names = new Set(Object.keys(kinds[kind].inputs.shape).map(camelCase));
  const kept = Object.entries(fields).filter(([name]) => !names.has(name) || Object.hasOwn(inputs.fields, name));
  return given({ fields: Object.fromEntries(kept), secrets });
}

/** Throws if there is no resource with this type, such as `projectsync:index:Project`. */
export function kindOfType(type: string): KindName {
  const kind = KINDS.find((each) => type === typeOf(each));
  if (kind === undefined) throw new Error(`There is no resource ${type}.`);
  return kind;
}

export function typeOf(kind: KindName): string {
  return tokenOf(TYPE_NAMES[kind]);
}

/** What a create answers besides its inputs. */
function unknownOutputs(kind: KindName): Fields {
  return Object.fromEntries(kinds[kind].outputs.map((name) => [camelCase(name), UNKNOWN]));
}

/** The id of the object that a create would adopt. Empty: it would create one, or that is not known yet. */
async function adoptedId(kind: ResourceKind, connection: Account, properties: Fields): Promise<string> {
  const inputs = inputsOf(kind, properties);
  try {
    if (!adopts(inputs, connection) || holdsUnknown(inputs)) return "";
    const resource = await bind(kind, { ...connection, ...connection.inPreview() }, inputs);
    const live = await findNow(resource);
    return live === undefined ? "" : pulumiId(resource, idOf(resource, live));
  } catch (error) {
    // The check has said why. The create reads again.
    if (isServiceError(error)) return "";
    throw error;
  }
}

/** The paths of the settings that the catalogue calls secret, or all of them if it does not say. */
async function secretSettings(account: () => Account, { component, version, settings }: Fields): Promise<string[]> {
  if (!isObject(settings)) return settings === undefined || settings === null ? [] : ["settings"];
  const isSecret = await secretTest(account, component, version);
  return Object.keys(settings).flatMap((name) => (isSecret(name) ? [`settings.${name}`] : []));
}
