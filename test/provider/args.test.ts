import type { Unwrap } from "@pulumi/pulumi";
import { expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { DomainArgs, ProjectArgs, ProjectComponentArgs } from "../../provider/index.ts";
import type { declaredComponent } from "../../core/resources/component/declared.ts";
import type { declaredDomain } from "../../core/resources/domain.ts";
import type { declaredProject } from "../../core/resources/project-fields.ts";

// The compiler checks these (`npm run types`): each class takes exactly the fields of its schema.

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** The schema's type with TypeScript's names. Names in free records are not converted. */
type InCamelCase<Value> = Value extends readonly (infer Item)[]
  ? InCamelCase<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? "a free record"
      : { [Name in keyof Value as CamelCase<Name>]: InCamelCase<Value[Name]> }
    : Value;

/** All fields required, so that `?` and `| undefined` do not hide a missing name. */
type Complete<Value> = Value extends readonly (infer Item)[]
  ? Complete<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? "a free record"
      : { [Name in keyof Value]-?: Complete<Exclude<Value[Name], undefined>> }
    : Value;

it("ProjectArgs has the fields of a declared project, with their types", () => {
  type Options = "ifExists" | "adoptId" | "previousSlug" | "profile" | "forceDestroy";
  expectTypeOf<Complete<Omit<Unwrap<ProjectArgs>, Options>>>().toEqualTypeOf<
    Complete<InCamelCase<z.input<typeof declaredProject>>>
  >();
});

it("ProjectComponentArgs has the fields of a declared component, with their types", () => {
  expectTypeOf<
    Complete<Omit<Unwrap<ProjectComponentArgs>, "projectId" | "ifExists" | "adoptId" | "profile">>
  >().toEqualTypeOf<Complete<InCamelCase<z.input<typeof declaredComponent>>>>();
});

it("DomainArgs has the fields of a declared domain, with their types", () => {
  type Options = "projectId" | "ifExists" | "waitFor" | "waitTimeout" | "profile";
  expectTypeOf<Complete<Omit<Unwrap<DomainArgs>, Options>>>().toEqualTypeOf<
    Complete<InCamelCase<z.input<typeof declaredDomain>>>
  >();
});
