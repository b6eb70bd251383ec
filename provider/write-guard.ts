import { readFileSync } from "node:fs";
import { messageOf } from "../core/api/errors.ts";
import type { Fields } from "../core/resources/json.ts";
import type { KindName } from "../core/resources/kind.ts";
import { plannedWrites, valueDigest, type PlannedWrite } from "../core/resources/planned-writes.ts";

export interface WriteTarget {
  readonly kind: KindName;
  readonly subject: string;
  /** `undefined` for a project. */
  readonly projectId: string | undefined;
  /** A project's `organization/slug`, a component's `organization/component`, a domain's host name. */
  readonly name: string;
  /** The service's. `undefined` for a create. */
  readonly id: string | undefined;
}

export type WriteGuard = ReturnType<typeof createWriteGuard>;

/** Refuses each write that the plan in this file did not show. If the file cannot be read, every write is refused. */
export function createWriteGuard(file: string) {
  let known: Plan | undefined;
  const created = new Map<string, string>();
  const planned = (): Plan => (known ??= readPlan(file));

  /** The keys that a plan may name the object by. */
  function keysOf({ projectId, name }: WriteTarget): readonly string[] {
    if (projectId === undefined) return [name];
    const projects = [...(planned().projects[projectId] ?? []), created.get(projectId)];
    return projects.filter((key) => key !== undefined).map((key) => `${key}/${name}`);
  }

  function find(action: PlannedWrite["action"], target: WriteTarget): PlannedWrite | undefined {
    const { kind, id } = target;
    const names = id !== undefined && kind !== "domain" ? [id] : keysOf(target);
    return names.map((name) => planned().writes.get(`${action} ${kind} ${name}`)).find((write) => write !== undefined);
  }

  function refuse({ subject }: Pick<WriteTarget, "subject">, what: string, remedy = "Run plan again."): never {
    const { mark } = planned();
    throw new Error(
      `${subject} would be ${what}, and the plan does not show that: nothing was sent. ${remedy} ${mark}`,
    );
  }

  return {
    /** A plan names what is in a project that this process created or adopted by the project's key. */
    nameProject: (id: string, key: string): void => void created.set(id, key),
    /** `values`: each declared field of a create; of an update what is sent. An update without values sends nothing. */
    check: (action: PlannedWrite["action"], target: WriteTarget, values: Fields = {}): void => {
      const write = find(action, target);
      const isOther = ([path, to]: readonly [string, unknown]): boolean =>
        to !== undefined && write?.values[path] !== valueDigest(planned().salt, to);
      const names = Object.entries(values)
        .filter(isOther)
        .map(([path]) => path)
        .join(", ");
      if (action === "update" && names !== "") refuse(target, `updated (${names})`);
      if (action !== "update" && write === undefined) refuse(target, `${action}d`);
      if (names !== "") refuse(target, `created with other values (${names})`);
    },
    /** `children`: what would be deleted with a project. */
    checkEmpty: (subject: string, children: readonly string[]): void => {
      if (children.length === 0) return;
      refuse({ subject }, `deleted with ${children.join(", ")} in it`, "Delete them first, and run plan again.");
    },
  };
}

type Plan = ReturnType<typeof readPlan>;

function readPlan(file: string) {
  try {
    const { writes, ...plan } = plannedWrites.parse(JSON.parse(readFileSync(file, "utf8")));
    // No id is a key.
    const byName = writes.flatMap((write) =>
      [write.key, write.id ?? write.key].map((name) => [`${write.action} ${write.kind} ${name}`, write] as const),
    );
    return { ...plan, writes: new Map(byName) };
  } catch (error) {
    throw new Error(`The plan of this run cannot be read, so nothing is written: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
