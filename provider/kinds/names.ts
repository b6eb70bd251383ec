import { keyForm } from "../../core/resources/canonical-forms.ts";
import type { Fields } from "../../core/resources/json.ts";
import { ID_FIELDS } from "../../core/resources/kind.ts";
import type { Claim } from "../claims.ts";
import type { WriteTarget } from "../write-guard.ts";
import { type ResourceKind, requiredText, type Resource } from "./resource-kind.ts";

/*
 * How the object of a resource is named: in messages, in a plan, and by its id in Pulumi: `prj_x`, `prj_x/pc_y`, `prj_x/www.example.com`.
 */

export type NamedInputs = Pick<Resource, "kind" | "inputs">;

/** For messages. */
export function describe({ kind, inputs }: NamedInputs): string {
  const name = requiredText(inputs, kind.key);
  if (kind.name === "project") return `Project ${name} of ${requiredText(inputs, "organization_id")}`;
  return `${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)} ${name} in project ${requiredText(inputs, "project_id")}`;
}

/** Names the object among those of an update: slugs that differ only in case name one project. */
export function keyOf(named: NamedInputs): string {
  return keyForm(describe(named));
}

/**
 * Names that a failed create holds back, and that a deletion asks for: its key, and a host name wherever it is attached. Empty if a name is no
 * text: a value may not be known yet, or a refresh may have found an odd name.
 */
export function heldNames(named: NamedInputs): string[] {
  const { kind, inputs } = named;
  if (![kind.key, ...kind.fixed].every((name) => typeof inputs[name] === "string")) return [];
  return kind.name === "domain" ? [keyOf(named), `host ${nameIn(named)}`] : [keyOf(named)];
}

/** The last part of the object's key in a plan, and a project's whole key. */
export function nameIn({ kind, inputs }: NamedInputs): string {
  const name = requiredText(inputs, kind.key);
  if (kind.name === "project") return `${requiredText(inputs, "organization_id")}/${name}`;
  return kind.nameOf?.(name) ?? name;
}

/** The project that the object is in. `undefined` for a project. */
export function projectIdIn({ kind, inputs }: NamedInputs): string | undefined {
  return kind.name === "project" ? undefined : requiredText(inputs, "project_id");
}

export function writeTarget(named: NamedInputs, id?: string): WriteTarget {
  const { name: kind } = named.kind;
  return { kind, subject: describe(named), name: nameIn(named), projectId: projectIdIn(named), id };
}

/** The service's id of a live object. A domain's is its host name in canonical form. */
export function idOf({ kind }: Pick<Resource, "kind">, live: object): string {
  const id = String(Reflect.get(live, ID_FIELDS[kind.name]));
  return kind.nameOf?.(id) ?? id;
}

/** `id`: the service's. */
export function pulumiId(named: NamedInputs, id: string): string {
  const projectId = projectIdIn(named);
  return projectId === undefined ? id : `${projectId}/${id}`;
}

/** The claim of this update on an object. `id`: the service's. */
export function claimOf(resource: Resource, id: string): Claim {
  return resource.connection.claims.of(resource.kind.name, id, pulumiId(resource, id));
}

/** The service's id, the project, and the inputs that an id in Pulumi tells. Throws if it is not an id of this kind. */
export function parseId(kind: ResourceKind, id: string) {
  if (kind.name === "project") return { id, projectId: id, inputs: {} };
  const [projectId = "", rest = "", ...more] = id.split("/");
  if (projectId === "" || rest === "" || more.length > 0) {
    throw new Error(
      `${id} is not the id of a ${kind.name}. Write it as prj_x/${kind.name === "domain" ? "www.example.com" : "pc_y"}.`,
    );
  }
  const name = kind.nameOf?.(rest);
  const inputs: Fields = { project_id: projectId, ...(name === undefined ? {} : { [kind.key]: name }) };
  return { id: name ?? rest, projectId, inputs };
}
