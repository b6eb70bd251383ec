import type { dynamic } from "@pulumi/pulumi";
import type { Fields } from "../../core/resources/json.ts";
import { asType } from "../../core/resources/schema-walk.ts";
import { isShared } from "../claims.ts";
import { heldNames } from "../kinds/names.ts";
import { inputsOf, type ResourceKind, pinnedId } from "../kinds/resource-kind.ts";
import { camelCase } from "../naming.ts";
import { ownedError } from "./adoption.ts";
import { sameDeclaration } from "./drift.ts";
import type { StateRecord } from "./state.ts";

/**
 * Compares the state with the inputs. Never reads the service: finding what changed there is a refresh. If they differ,
 * `changes` stays undefined: then the engine itself computes which inputs differ, which `replaceOnChanges` and
 * `ignoreChanges` need (observed).
 */
export function diff(resource: StateRecord, news: Fields): dynamic.DiffResult {
  const { kind, claim, id, state, organization, connection } = resource;
  const { claims, organizations } = connection;
  if (kind.name === "project" && organization !== undefined) organizations.set(id, organization);
  const [before, inputs] = [inputsOf(kind, state), inputsOf(kind, news)];
  const changed = changedInputs(kind, before, inputs);
  const isPinChanged = ![undefined, id].includes(pinnedId(inputs));
  const replaces = changed.filter((name) => kind.fixed.includes(name) || (name === "adopt_id" && isPinChanged));
  if (replaces.length > 0) {
    // The new one comes first: if it is refused, nothing is lost. But a host name can be attached only once.
    const isMove = kind.name === "domain" && !replaces.includes("name");
    return { replaces: replaces.map(camelCase), deleteBeforeReplace: isMove };
  }
  const [key] = heldNames({ kind, inputs: before });
  if (isShared(claim, state["__ownedSince"], claims.timesDeclared(key)))
    throw ownedError({ kind, inputs: before }, claim.id);
  claim.keepers.add(state["__ownedSince"]);
  // A state of the native provider: without the code in it, Pulumi cannot delete a dynamic resource. An update adds it.
  const hasNoCode = news["__provider"] !== undefined && state["__provider"] === undefined;
  // With `replaceOnChanges`, old and new have one key.
  return changed.length === 0 && !hasNoCode ? { changes: false } : { deleteBeforeReplace: true };
}

/** Names of the inputs, as the service has them, that a program declares otherwise than the state records. */
export function changedInputs({ inputs: { shape } }: ResourceKind, old: Fields, now: Fields): string[] {
  return Object.keys(shape).filter((name) => {
    const isDeclared = Object.hasOwn(now, name);
    // Newly declared, or no longer declared: the outputs must record that.
    if (isDeclared !== Object.hasOwn(old, name)) return true;
    // An unknown value equals no value of the state, so it counts as a change.
    return isDeclared && !sameDeclaration(asType(shape[name]), old[name], now[name]);
  });
}
