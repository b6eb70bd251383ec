import type { z } from "zod";
import { sameMeaning } from "./canonical.ts";
import { componentTable } from "./component/declared.ts";
import { domainTable } from "./domain.ts";
import type { Fields } from "./json.ts";
import type { Change, ChildKind } from "./kind.ts";
import { asType } from "./schema-walk.ts";

/** The special traits of a kind that lives in a project. */
export interface ChildTable {
  /** The fields that a user may declare. */
  readonly declared: z.ZodObject;
  /** The field that names an object. In a section that is a map, the name is the key. */
  readonly key: string;
  /** An id at the service, for messages. */
  readonly example: string;
  /** The canonical form of a name. Default: the name. */
  readonly formOf?: (written: string) => string;
  /** All forms in which a user may write a canonical name, for globs. Default: the name. */
  readonly spellingsOf?: (name: string) => readonly string[];
  /** A glob of names in `ignore`, and names so unlike that a glob of all of them is of every name. */
  readonly glob: string;
  readonly unlike: readonly string[];
}

export const CHILDREN = { component: componentTable, domain: domainTable } as const satisfies {
  readonly [Kind in ChildKind]: ChildTable;
};

/** The declaration of an object of each kind. */
export type DeclaredChildren = {
  readonly [Kind in ChildKind]: z.infer<(typeof CHILDREN)[Kind]["declared"]>;
};

/** The name of an object, declared or live, in its canonical form. */
export function nameIn(kind: ChildKind, record: Fields): string {
  const { key, formOf = String }: ChildTable = CHILDREN[kind];
  return formOf(String(record[key]));
}

/** The declared fields of the table whose live value differs. */
export function compareFields(kind: ChildKind, declared: Fields, live: Fields): readonly Change[] {
  const { declared: schema, key }: ChildTable = CHILDREN[kind];
  return Object.entries(schema.shape).flatMap(([path, field]) => {
    const [from, to] = [live[path], declared[path]];
    const isSame = path === key || to === undefined || sameMeaning(asType(field), to, from);
    return isSame ? [] : [{ path, from: from ?? null, to, replace: false }];
  });
}
