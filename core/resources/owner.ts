import { InvalidRequestError } from "../api/errors.ts";
import { keyForm } from "./canonical-forms.ts";
import { ID_FIELDS, type KindName } from "./kind.ts";

/*
 * The owner of a live object, its parent: the organization of a project, and the project of what is in it. The object's record names the
 * parent. If it does not, the parent's own list says so by showing the object: an id alone is no proof. An object whose record names another
 * parent, or one that cannot be read, is another's wherever it is shown: it is neither written nor removed.
 */

/** It is not certain that an object is the declared one. Nothing is sent until the user says so. */
export class UncertainOwnerError extends InvalidRequestError {}

/** The parent that a record names. Empty if it names none. */
export function ownerOf(kind: KindName, record: object): string {
  const owner: unknown = Reflect.get(record, kind === "project" ? "organization_id" : "project_id");
  return typeof owner === "string" ? owner : "";
}

/** True if a record names another parent. Ids of organizations do not differ in case alone. */
export function isOthers(kind: KindName, record: object, parent: string): boolean {
  const owner = ownerOf(kind, record);
  if (owner === "") return false;
  return kind === "project" ? keyForm(owner) !== keyForm(parent) : owner !== parent;
}

/** The reason why an object stays as it is, as a clause. `undefined` if its record names no other parent. */
export function whyOthers(kind: KindName, record: object, parent: string): string | undefined {
  return isOthers(kind, record, parent) ? `the service says that it belongs to ${ownerOf(kind, record)}` : undefined;
}

/** Throws UncertainOwnerError if the record of an object names another parent. */
export function refuseOthers(kind: KindName, record: object, parent: string): void {
  if (!isOthers(kind, record, parent)) return;
  const remedy =
    kind === "project"
      ? "Correct the organization, or the id that pins it."
      : "It stays as it is (Pulumi: `pulumi state delete` forgets it).";
  const subject = subjectOf(kind, record);
  const owner = ownerOf(kind, record);
  throw new UncertainOwnerError(
    `${subject.charAt(0).toUpperCase()}${subject.slice(1)} belongs to ${owner}, not to ${parent}. ${remedy}`,
  );
}

/**
 * Throws UncertainOwnerError unless an object that was read by its id is the parent's. `listed`: what the parent's own list shows of it, which
 * decides if its record names no parent.
 */
export function requireOwn(kind: KindName, record: object, parent: string, listed: () => object | undefined): void {
  refuseOthers(kind, record, parent);
  if (ownerOf(kind, record) !== "") return;
  const row = listed();
  if (row !== undefined) return refuseOthers(kind, row, parent);
  throw new UncertainOwnerError(
    `The service does not show that ${subjectOf(kind, record)} belongs to ${parent}: neither its record nor the list of ` +
      `${parent} does. Correct ${kind === "project" ? "the organization, or " : ""}the id that pins it.`,
  );
}

function subjectOf(kind: KindName, record: object): string {
  return `${kind} ${String(Reflect.get(record, ID_FIELDS[kind]))}`;
}
