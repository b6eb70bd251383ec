import * as pulumi from "@pulumi/pulumi";
import type { ComponentDeclaration, LoadedFile } from "../file/loaded-file.ts";
import { isWithin } from "../file/path.ts";
import { type Fields, isObject } from "../resources/json.ts";
import { declaredProject } from "../resources/project-fields.ts";
import { asType } from "../resources/schema-walk.ts";
import type { ProjectComponentArgs } from "./component-args.ts";
import { camelCase, fromService } from "./naming.ts";
import type { ProjectArgs } from "./project-args.ts";

/** The project of a file as arguments. A field with something that the file writes as `{ secret: … }` is a Pulumi secret. */
export function projectArgs(file: LoadedFile): ProjectArgs {
  const { organization_id: organizationId, slug, ...fields } = file.project.declared;
  const shape: Fields = declaredProject.shape;
  const converted = Object.entries(fields).map(([name, value]) => [name, fromService(asType(shape[name]), value)]);
  const marked = withSecrets(file, file.project.path, Object.fromEntries(converted));
  const named = Object.entries(marked).map(([name, value]) => [camelCase(name), value]);
  return { organizationId, slug, ...Object.fromEntries(named) };
}

/** A component of a file as arguments. A setting that the file writes as `{ secret: … }` is a Pulumi secret. */
export function componentArgs(
  file: LoadedFile,
  { declared, path }: ComponentDeclaration,
): Omit<ProjectComponentArgs, "projectId"> {
  const { component, settings, ...fields } = declared;
  return {
    component,
    ...withSecrets(file, path, fields),
    ...(isObject(settings) ? { settings: withSecrets(file, `${path}.settings`, settings) } : {}),
    ...(settings === null ? { settings } : {}),
  };
}

/** The values by name, each as a secret if the file writes it, or a part of it, as one. */
function withSecrets({ secretPaths }: LoadedFile, path: string, values: Fields): Fields {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    secretPaths.some((secret) => isWithin(secret, `${path}.${name}`)) ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(entries);
}
