import type { Seed } from "../../../emulator/start.ts";
import type { Declared } from "../programs/scenarios.ts";

export type SeededProject = NonNullable<Seed["projects"]>[number];

/** What a program declares; a project file as its text. */
export interface Wanted extends Omit<Declared, "file"> {
  readonly file?: { readonly text: string; readonly prune?: readonly ("components" | "domains" | "all")[] };
}

/** One operation on one kind of resource. It is played once without faults, then with a fault at each of its requests. */
export interface Operation {
  readonly name: string;
  readonly command: "up" | "preview" | "refresh" | "destroy";
  /** What is live before the stack, besides a neighbour that is not declared. */
  readonly live?: readonly SeededProject[];
  /** What the stack has before. Default: nothing. */
  readonly before?: Wanted;
  /** What somebody else does then, with `{site}` and `{component}` for the ids: a request and its body. */
  readonly byHand?: readonly (readonly [string, object?])[];
  /** What the program then declares. Default: `before`. */
  readonly after?: Wanted;
  /** Play also faults that end the run of the engine. Each takes a run of its own. */
  readonly isPlayedAlone?: true;
  /** A deletion comes first. If it fails, and the engine is to go on after errors, the engine waits for ever (observed: 3.276.0). */
  readonly deletesFirst?: true;
  /** A failed read fails the program, which ends the run of the engine. */
  readonly failsProgram?: true;
  /** What is live at the end: `organization/slug`, or that and `/component` or `/host name`. */
  readonly end: readonly string[];
}
