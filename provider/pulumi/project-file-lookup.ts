import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../api/errors.ts";
import { printable } from "../api/printable.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { projectWithKey } from "../reconcile/find.ts";
import { planning } from "../reconcile/view.ts";
import { ConfigurationError } from "./configuration.ts";
import type { Connection } from "./connection.ts";
import { programConnection } from "./program-connection.ts";

/**
 * The id of the live project that a file with `must_exist` means. If there is none, the error is reported for `parent`, and
 * the key stands in for the id: no project has it, so nothing is read or written below it. It never rejects: a rejected input
 * makes Pulumi's Automation API wait for ever (observed).
 */
export async function existingProjectId(
  file: LoadedFile,
  profile: string | undefined,
  parent: pulumi.Resource,
): Promise<string> {
  const { declared, position } = file.project;
  const key = `${declared.organization_id}/${declared.slug}`;
  let redact = (text: string): string => text;
  try {
    const connection = programConnection(profile);
    ({ redact } = connection.redaction);
    const id = await findProjectId(file, connection);
    if (id !== undefined) return id;
    throw new Error("The project does not exist, and `must_exist` forbids creating it. Create it first.");
  } catch (error) {
    // The provider reports this one: it has the same configuration.
    if (error instanceof ConfigurationError) return key;
    const reason = redact(messageOf(error));
    await pulumi.log.error(printable(`${file.file}:${position.line}:${position.column}: ${reason}`), parent);
    return key;
  }
}

async function findProjectId(file: LoadedFile, { observer, forgetOlder }: Connection): Promise<string | undefined> {
  const { declared, previousSlug } = file.project;
  forgetOlder(0);
  return observer.plan(
    planning((view) => {
      const found = projectWithKey(view, declared);
      if (found !== undefined || previousSlug === undefined) return found?.id;
      return projectWithKey(view, { ...declared, slug: previousSlug })?.id;
    }),
  );
}
