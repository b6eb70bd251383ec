import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../api/errors.ts";
import { printable } from "../api/printable.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { projectKind } from "../resources/project.ts";
import { programConnection } from "./program-connection.ts";

/**
 * The id of the live project that a file with `must_exist` means. If it is not found, the error is reported for `parent`, and
 * the key stands in for the id: no project has it, so nothing is read or written below it. It never rejects: a rejected input
 * makes Pulumi's Automation API wait for ever (observed).
 */
export async function existingProjectId(
  file: LoadedFile,
  profile: string | undefined,
  parent: pulumi.Resource,
): Promise<string> {
  const { organization_id: organization, slug } = file.project.declared;
  let reason = "The project does not exist, and `must_exist` forbids creating it. Create it first.";
  try {
    const id = await findProjectId(file, profile);
    if (id !== undefined) return id;
  } catch (error) {
    reason = messageOf(error);
  }
  const { line, column } = file.project.position;
  await pulumi.log.error(printable(`${file.file}:${line}:${column}: ${reason}`), parent);
  return `${organization}/${slug}`;
}

async function findProjectId({ project }: LoadedFile, profile: string | undefined): Promise<string | undefined> {
  const { declared, previousSlug } = project;
  const { lists, redaction } = programConnection(profile);
  try {
    const find = (slug: string) =>
      projectKind.find(lists, { organizationId: declared.organization_id }, { ...declared, slug });
    const found = (await find(declared.slug)) ?? (previousSlug === undefined ? undefined : await find(previousSlug));
    return found?.id;
  } catch (error) {
    throw new Error(redaction.redact(messageOf(error)), { cause: error });
  }
}
