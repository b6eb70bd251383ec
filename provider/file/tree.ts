import type { Position } from "./position.ts";

/** What a file holds, before anything is known of its meaning: plain data in which every part has its place. */
export type Tree = MapTree | ListTree | ScalarTree;

export interface MapTree {
  readonly kind: "map";
  readonly at: Position;
  /** In the order of the file; keys are unique. */
  readonly entries: readonly { readonly key: string; readonly keyAt: Position; readonly value: Tree }[];
}

export interface ListTree {
  readonly kind: "list";
  readonly at: Position;
  readonly items: readonly Tree[];
}

export interface ScalarTree {
  readonly kind: "scalar";
  readonly at: Position;
  /** As YAML 1.2 reads it: `yes` is text, `012` is a number. */
  readonly value: string | number | boolean | null;
  /** As it is written, where it is neither quoted nor a block; so `""` means that nothing is written at all. */
  readonly plain?: string;
}
