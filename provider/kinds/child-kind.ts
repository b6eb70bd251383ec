import { z } from "zod";
import type { LiveRecords } from "../../core/api/records.ts";
import { CHILDREN, compareFields, findChild, nameIn, type ChildTable } from "../../core/resources/children.ts";
import { type Fields, own } from "../../core/resources/json.ts";
import { ID_FIELDS, SECTIONS, type ChildKind } from "../../core/resources/kind.ts";
import { childStep } from "../../core/reconcile/step.ts";
import { declaredOf, type ResourceKind, type Adapter, options, requiredText } from "./resource-kind.ts";

/** What the table of a kind in a project says about it. */
export function childKind(kind: ChildKind): Omit<ResourceKind, "open" | "awaitReady"> {
  const { declared, key, example, formOf }: ChildTable = CHILDREN[kind];
  const isNamedById = ID_FIELDS[kind] === key;
  return {
    name: kind,
    inputs: z.strictObject({
      project_id: z.string().min(1),
      ...declared.shape,
      ...options,
      ...(isNamedById ? {} : { adopt_id: z.string().min(1).optional() }),
    }),
    declared,
    key,
    example,
    ...(isNamedById && formOf !== undefined ? { nameOf: formOf } : {}),
    fixed: ["project_id", key],
    outputs: [],
  };
}

/** A kind that needs no more than its table. */
export function plainKind(kind: ChildKind): ResourceKind {
  return { ...childKind(kind), open: async (_connection, inputs) => openChild(kind, inputs) };
}

/** What is known of an object of a kind that needs no more than its table. */
export function openChild<Kind extends ChildKind>(kind: Kind, inputs: Fields): Adapter<LiveRecords[Kind]>;
export function openChild(kind: ChildKind, inputs: Fields): Adapter<Fields> {
  const { declared: schema, key }: ChildTable = CHILDREN[kind];
  const [idField, section] = [ID_FIELDS[kind], SECTIONS[kind]];
  const projectId = requiredText(inputs, "project_id");
  const declared = declaredOf(schema, inputs);
  const nameOf = (record: Fields): string => nameIn(kind, record);
  return {
    declared,
    idOf: (live) => (idField === key ? nameOf(live) : String(live[idField])),
    read: (view, id) => view[kind](projectId, id),
    listed: (view) => view[section](projectId),
    find: (view) => {
      const name = nameOf(declared());
      return findChild(kind, view[section](projectId), name, `${kind} ${name} in project ${projectId}`);
    },
    hasKey: (live) => nameOf(live) === nameOf(declared()),
    compare: (live) => compareFields(kind, declared(), live),
    step: (frame, live) => childStep(frame, kind, { ...declared(), [key]: nameOf(declared()) }, live),
    shown: (live) => ({
      ...Object.fromEntries(Object.keys(schema.shape).map((field) => [field, own(live, field)])),
      [key]: nameOf(live),
    }),
  };
}
