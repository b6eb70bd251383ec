import type { z } from "zod";
import { componentTable } from "./component/declared.ts";
import { domainTable } from "./domain.ts";
import type { ChildKind } from "./kind.ts";

/** A kind that lives in a project. */
export interface ChildTable {
  /** The fields that a user may declare. */
  readonly declared: z.ZodObject;
  /** The field that names an object. In a section that is a map, the name is the key. */
  readonly key: string;
  /** The canonical form of a name. */
  formOf(written: string): string;
  readonly section: ChildSection;
}

/** What is special about the section of a kind in a project file. The texts are for its JSON Schema. */
export interface ChildSection {
  /** The objects, by which names, and that without the section none is managed. */
  readonly about: string;
  /** One object. */
  readonly item: string;
  /** What `absent` does. */
  readonly removal: string;
  /** Of a map: the schema of a name. Without it, the section is a list. */
  readonly names?: z.ZodType<string, string>;
  /** Of a map: what the `id` of an object is of. */
  readonly idOf?: string;
  /** A glob of names in `ignore`, and names so unlike that a glob of them all is of every name. */
  readonly glob: string;
  readonly unlike: readonly string[];
}

/** What is special about each kind that lives in a project. */
export const CHILDREN = { component: componentTable, domain: domainTable } as const satisfies {
  readonly [Kind in ChildKind]: ChildTable;
};

/** What is declared of an object of each kind. */
export type DeclaredChildren = {
  readonly [Kind in ChildKind]: z.infer<(typeof CHILDREN)[Kind]["declared"]>;
};
