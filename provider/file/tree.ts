import type { Position } from "./position.ts";

/** The parsed text of a file before it is checked: plain data, each part with its position. */
export type Tree = MapTree | ListTree | ScalarTree;

export interface MapTree {
  readonly kind: "map";
  readonly position: Position;
  /** In the order of the file; keys are unique. */
  readonly entries: readonly { readonly key: string; readonly keyPosition: Position; readonly value: Tree }[];
}

export interface ListTree {
  readonly kind: "list";
  readonly position: Position;
  readonly items: readonly Tree[];
}

export interface ScalarTree {
  readonly kind: "scalar";
  readonly position: Position;
  /** As YAML 1.2 reads it: `yes` is text, `012` is a number. */
  readonly value: string | number | boolean | null;
  /** The text in the file if it is neither quoted nor a block. `""` means that nothing is written after the key. */
  readonly plain?: string;
}
