import path from "node:path";
import type { Client } from "../../core/api/client.ts";
import { codeOf, InvalidRequestError } from "../../core/api/errors.ts";
import { loadFile, type LoadOptions } from "../../core/file/load-file.ts";
import { readBytes } from "../../core/file/read-text.ts";
import { createPlanner } from "../../core/plan/planner.ts";
import type { PlannedProject } from "../../core/plan/planned-object.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { valueOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { planning } from "../../core/reconcile/snapshot-view.ts";
import { nameList } from "../../core/resources/name-list.ts";
import { nearestFirst } from "../../core/resources/nearest-name.ts";
import { readPlan } from "../run/read-plan.ts";
import { loadFiles, type FilesLocation, type LoadedFiles } from "../run/load-files.ts";
import { createSecrets, type Secrets } from "../run/secrets.ts";
import { printable } from "../../core/text/printable.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import type { PullOptions } from "./pull-project.ts";
import { goneObjects } from "./gone-objects.ts";
import { liveSecrets } from "./live-secrets.ts";
import { pullFiles, type PulledFile } from "./pull.ts";
import { withAdded } from "./unmanaged.ts";

/** Project files that were loaded from `folder` with `load`. */
export interface FilesToPull extends Pick<LoadedFiles, "files" | "problems"> {
  readonly folder: string;
  readonly load: LoadOptions;
  readonly secrets: Secrets;
  /** A text about the files, printable and without secrets. */
  readonly clean: (text: string) => string;
}

/** Loads project files, without the service. `tokens`: of the run. */
export async function loadForPull(
  patterns: readonly string[],
  location: FilesLocation,
  rules: Pick<LoadOptions, "environment" | "allowEnv"> & { readonly tokens: readonly string[] },
  onSecrets?: (values: readonly string[]) => void,
): Promise<FilesToPull> {
  const secrets = createSecrets({ secrets: rules.tokens, ...(onSecrets && { onSecrets }) });
  const load = { ...rules, missingVariables: "tolerate" } as const;
  const { files, problems, secrets: values } = await loadFiles(patterns, location, load);
  secrets.learnFiles(files, values);
  const clean = (text: string): string => printable(hideUserInfo(secrets.redaction.redact(text)));
  return { files, problems, folder: location.folder, load, secrets, clean };
}

/** The files as they declare what is live. */
export async function pullLive(
  client: Client,
  { files, folder, load, secrets }: FilesToPull,
  options: PullOptions = {},
): Promise<readonly PulledFile[]> {
  const texts = files.map((file) => ({ file, text: textOf(file.file, folder) }));
  const observer = createObserver(client);
  return pullFiles(texts, {
    ...options,
    load: (name, text) => loadFile(name, text, load),
    redaction: async (projects, edited) => {
      const found = await observer.plan(planning((view) => liveSecrets(projects, edited, view, observer.snapshot)));
      secrets.ofService.addOfService(found);
      return secrets.ofService;
    },
    goneObjects: (missing) => goneObjects(missing, client, observer),
    unmanagedSlugs: (project, projects) => unmanagedSlugs(project, projects, observer.snapshot),
    plan: async (edited) => {
      const read = await readPlan(observer, createPlanner(edited, client.origin)).catch((error: unknown) => {
        secrets.learnSettings(edited);
        throw error;
      });
      const planned =
        options.includeUnmanaged === true
          ? { ...read, projects: await observer.plan(planning((view) => withAdded(read.projects, view))) }
          : read;
      secrets.learnPlan(planned);
      return planned;
    },
  });
}

/** Most slugs that may be the new one of a project. */
const MOST_SLUGS = 3;

/** The slugs, nearest first, of live projects of an organization that no file declares. Empty: there is none. */
function unmanagedSlugs(
  { declared }: PlannedProject,
  projects: readonly PlannedProject[],
  { projects: lists }: Snapshot,
): string {
  const managed = new Set(projects.map(({ live }) => live?.id));
  const records = valueOf(lists.get(declared.organization_id))?.records ?? [];
  const slugs = records.flatMap(({ id, slug }) => (managed.has(id) || typeof slug !== "string" ? [] : [slug]));
  return nameList(nearestFirst(declared.slug, slugs).slice(0, MOST_SLUGS));
}

/** A file that was there when the run began may be gone. */
function readNow(file: string): ReturnType<typeof readBytes> {
  try {
    return readBytes(file);
  } catch (error) {
    return { refused: codeOf(error) };
  }
}

/** The text of a file that was loaded before, with its byte order mark. `file`: its path in the folder. */
export function textOf(file: string, folder: string): string {
  const read = readNow(path.resolve(folder, file));
  if ("refused" in read) throw new InvalidRequestError(`File ${file} cannot be read: ${read.refused}.`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(read.bytes);
}
