import { COMPONENT_FIELDS, FILE_ONLY_FIELDS, PROJECT_FIELDS, type KnownFields } from "./known-fields.ts";

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/*
 * The rules of file-rules.ts and service-rules.ts that JSON Schema can express. Each is written so that an editor marks only the
 * wrong field and not everything around it.
 */

/** Requires the consequence if the condition holds. */
export function implies(condition: Schema, consequence: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: consequence };
}

const isTrue = (name: string): Schema => ({
  type: "object",
  properties: { [name]: { const: true } },
  required: [name],
});

const isNotTrue = (name: string): Schema => ({
  type: "object",
  properties: { [name]: { type: "boolean", const: false } },
});

/** `absent` and `protect` contradict each other. */
const protectedIsNotAbsent = implies(isTrue("protect"), isNotTrue("absent"));

/** `extra` may hold only fields that the file does not have, and none that is declared already. */
function extraRules(known: KnownFields): Schema {
  const refused = [
    ...[...known].filter(([, declaredAs]) => declaredAs === undefined).map(([name]) => name),
    ...FILE_ONLY_FIELDS,
  ];
  const declared = [...known].flatMap(([name, declaredAs]) =>
    declaredAs === undefined ? [] : [[declaredAs, name] as const],
  );
  return {
    properties: { extra: { type: "object", propertyNames: { not: { enum: refused } } } },
    dependentSchemas: Object.fromEntries(
      declared.map(([declaredAs, name]) => [
        declaredAs,
        { properties: { extra: { type: "object", properties: { [name]: false } } } },
      ]),
    ),
  };
}

export const PROJECT_RULES: readonly Schema[] = [
  protectedIsNotAbsent,
  implies(isTrue("absent"), isNotTrue("must_exist")),
  extraRules(PROJECT_FIELDS),
];

export const COMPONENT_RULES: readonly Schema[] = [protectedIsNotAbsent, extraRules(COMPONENT_FIELDS)];

export const DOMAIN_RULES: readonly Schema[] = [protectedIsNotAbsent];

/** If the project is absent, everything declared in it must be absent. */
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
