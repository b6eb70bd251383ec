import { COMPONENT_FIELDS, OWN_FIELDS, PROJECT_FIELDS, type KnownFields } from "./known-fields.ts";

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/*
 * What fields of a project file mean together, as far as JSON Schema can say it. Each rule is written so that an editor marks the
 * field that is too much, and not all around it.
 */

/** What holds where something else holds. */
export function implies(condition: Schema, consequence: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: consequence };
}

const isTrue = (name: string): Schema => ({
  type: "object",
  properties: { [name]: { const: true } },
  required: [name],
});

const refuses = (name: string): Schema => ({
  type: "object",
  properties: { [name]: { type: "boolean", const: false } },
});

/** `absent` and `protect` contradict each other. */
const protectedStays = implies(isTrue("protect"), refuses("absent"));

/** `extra` is for what the file has no field for, and says nothing twice. */
function extraRules(known: KnownFields): Schema {
  const refused = [...[...known].filter(([, here]) => here === undefined).map(([name]) => name), ...OWN_FIELDS];
  const declared = [...known].flatMap(([name, here]) => (here === undefined ? [] : [[here, name] as const]));
  return {
    properties: { extra: { type: "object", propertyNames: { not: { enum: refused } } } },
    dependentSchemas: Object.fromEntries(
      declared.map(([here, name]) => [
        here,
        { properties: { extra: { type: "object", properties: { [name]: false } } } },
      ]),
    ),
  };
}

const blockedAlone = implies(
  { type: "object", properties: { blocked_ips: { type: "array", minItems: 1 } }, required: ["blocked_ips"] },
  {
    properties: {
      trusted_ips: { anyOf: [{ type: "array", maxItems: 0 }, { type: "null" }] },
      password_protection: { enum: [false, null] },
    },
  },
);

export const PROJECT_RULES: readonly Schema[] = [
  protectedStays,
  implies(isTrue("absent"), refuses("must_exist")),
  blockedAlone,
  extraRules(PROJECT_FIELDS),
];

export const COMPONENT_RULES: readonly Schema[] = [protectedStays, extraRules(COMPONENT_FIELDS)];

export const DOMAIN_RULES: readonly Schema[] = [protectedStays];

/** With the project all that is declared in it goes. */
export const FILE_RULES: readonly Schema[] = [
  implies(
    { type: "object", properties: { project: isTrue("absent") }, required: ["project"] },
    {
      properties: {
        components: { type: "object", additionalProperties: isTrue("absent") },
        domains: { type: "array", items: isTrue("absent") },
      },
    },
  ),
];
