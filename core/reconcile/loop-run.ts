import type { Client } from "../api/client.ts";
import type { AttemptLog } from "./attempts.ts";
import type { Observer, Planning } from "./observe.ts";
import type { Snapshot } from "./snapshot.ts";
import type { RemainingPlan, Step } from "./step.ts";
import { StoppedError } from "../api/errors.ts";

/** The plan of what is left, as pure functions of a snapshot. */
export interface Plans {
  /** `forceSecrets`: whether a component's hidden secrets are planned although they cannot be compared. */
  readonly all: (snapshot: Snapshot, forceSecrets: ForceSecrets) => Planning<RemainingPlan>;
  /** The plan of one project alone, by its key. It takes no notice of moves. */
  readonly project: (key: string, snapshot: Snapshot, forceSecrets: ForceSecrets) => Planning<RemainingPlan>;
  /** Paths of undeclared fields that had a value before a write and have none after it, by records of one source. */
  readonly lost: (step: Step, before: object, after: object) => readonly string[];
}

/** True if the hidden secrets of a component are to be sent, by its key. */
export type ForceSecrets = (key: string) => boolean;

/**
 * The one object that a run is about, as an operation of Pulumi has it. Its id says which object it is, whatever its key and its
 * project's are by now, and an answer that shows what was sent stands for a read of it.
 */
export interface SingleObject {
  /** Objects that this process has deleted, as `inProject` names it: a list may still show it. */
  readonly gone?: ReadonlySet<string>;
  /** A project is deleted with what is in it. */
  readonly takesContent?: boolean;
  /** This process has detached the host name. Called when the service does not release it yet. */
  readonly onLateRelease?: (() => void) | undefined;
}

export interface LoopRun {
  readonly client: Client;
  /** Sends no write after the run is stopped or its token is refused. */
  readonly gated: Client;
  /** For what may not be left half done: attaching a host name that was detached from its old project. */
  readonly unstoppable: Client;
  readonly gate: AbortController;
  readonly observer: Observer;
  readonly logs: ReadonlyMap<string, AttemptLog>;
  /** The ids of the projects that this run created, by key. */
  readonly created: Map<string, string>;
  /** When the steps of the round were planned, in milliseconds since the epoch. */
  readonly plannedAt: { time: number };
  /** The projects whose slug was waited for as long as a read may lag. */
  readonly outwaited: Set<string>;
  /** Objects that are not sent, because their lists and reads by their ids do not agree about whether they are there. */
  readonly disputed: Set<AttemptLog>;
  readonly onWritten: (log: AttemptLog) => void;
  /** Absent where a run is about many objects, by their keys. */
  readonly singleObject?: SingleObject | undefined;
  /** Plans what is left. `undefined` if that needs a read that is not possible any more. */
  replan(): Promise<RemainingPlan | undefined>;
  replanProject(project: string): Promise<RemainingPlan | undefined>;
  /** Runs reads. False if the token is refused: then the gate is closed. */
  reads(action: () => Promise<void>): Promise<boolean>;
}

/** Waits by the client's clock. False if the run is stopped meanwhile. */
export async function paused(client: Client, milliseconds: number, reason: string): Promise<boolean> {
  try {
    await client.pause(milliseconds, reason);
    return true;
  } catch (error) {
    if (error instanceof StoppedError) return false;
    throw error;
  }
}
