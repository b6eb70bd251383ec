import { isForbidden, isServiceError, isUnauthenticated } from "../../api/errors.ts";
import { explain } from "../../reconcile/explain.ts";
import { isOfOthers, type Entry } from "../../reconcile/ledger.ts";
import type { Planning } from "../../reconcile/observe.ts";
import { becameOf, type Became } from "../../reconcile/outcome.ts";
import { reconcile } from "../../reconcile/reconcile.ts";
import type { Alone, Plans } from "../../reconcile/run.ts";
import type { Snapshot } from "../../reconcile/snapshot.ts";
import { nameOf, projectNameOf, type Obstacle, type Stand, type Step } from "../../reconcile/step.ts";
import { UnreadError, viewOf, type View } from "../../reconcile/view.ts";
import { AmbiguousError, OtherFormError, SecretAtRiskError } from "../../resources/failures.ts";
import type { Connection } from "../connection.ts";
import type { Binding } from "../shapes/shape.ts";

/** The one write of an operation, and how to find what it is about. */
export interface OneWrite<Declared, Live> {
  readonly approved: Step;
  readonly binding: Binding<Declared, Live>;
  /** Absent for a deletion. */
  readonly declared?: Declared;
  readonly find: (view: View) => Live | undefined;
  /** Called when the first request is over. */
  readonly onWritten?: (entry: Entry) => void;
  readonly alone?: Alone;
}

/** What became of it. */
export interface Written<Live> {
  readonly became: Became;
  readonly entry: Entry;
  /** The object as it is now. `undefined` if it cannot be read, and if it is gone. */
  readonly live: Live | undefined;
  /** Why it is not done. `undefined` if it is. */
  readonly error: Error | undefined;
  /** Somebody else has created the object of a create. */
  readonly isOfOthers: boolean;
}

/** Carries out one write as the loop does it: writes, looks again, and says what became of it. */
export async function writeOne<Declared, Live>(
  { client, observer, newProjects }: Connection,
  { approved, binding, declared, find, onWritten = () => {}, alone = {} }: OneWrite<Declared, Live>,
): Promise<Written<Live>> {
  const name = nameOf(approved);
  let found: Live | undefined;
  const plan = (snapshot: Snapshot, mayResend: () => boolean): Planning<Stand> => {
    const view = viewOf(snapshot);
    try {
      found = find(view);
      const left = declared === undefined ? approved : binding.step(declared, found, mayResend());
      return { plan: standOf(approved, found && binding.idOf(found), left) };
    } catch (error) {
      if (error instanceof UnreadError) return { needs: view.needs() };
      found = undefined;
      return { plan: { ...standOf(approved, undefined, undefined), obstacles: new Map([[name, obstacleOf(error)]]) } };
    }
  };
  const plans: Plans = {
    all: (snapshot, mayResend) => plan(snapshot, () => mayResend(approved.key)),
    project: (_key, snapshot, mayResend) => plan(snapshot, () => mayResend(approved.key)),
    lost: (step, before, after) => (declared === undefined ? [] : binding.lost(declared, step, before, after)),
  };
  const stand = standOf(approved, approved.id, approved);
  const options = { alone, onWritten, created: newProjects, rewriteSecrets: () => true };
  const reconciled = await reconcile(client, stand, observer, plans, options);
  const entry = reconciled.entries.get(name);
  if (entry === undefined) throw new Error(`${name} was not approved.`);
  const became = becameOf(entry, reconciled);
  // The lists have what it was. No other operation may take it for a read of its own.
  if (became.id !== undefined) observer.forget([binding.part(became.id)]);
  const error = explain(approved, became, ({ path }) => binding.isHidden(path));
  return { became, entry, live: found, error, isOfOthers: isOfOthers(entry) };
}

/** A project is known by its id, whatever its slug is by now. */
function standOf(approved: Step, id: string | undefined, step: Step | undefined): Stand {
  const { projectId } = approved;
  const ids = new Map(projectId === undefined ? [] : [[projectNameOf(approved), projectId]]);
  if (id !== undefined) ids.set(nameOf(approved), id);
  return { steps: new Map(step === undefined ? [] : [[nameOf(approved), step]]), ids, obstacles: new Map() };
}

function obstacleOf(error: unknown): Obstacle {
  const isDoubled = error instanceof AmbiguousError && error.ids.length > 1;
  if (error instanceof AmbiguousError || error instanceof OtherFormError || error instanceof SecretAtRiskError)
    return { error, isDoubled, isUnread: false, mayPass: false };
  if (!isServiceError(error)) throw error;
  return { error, isDoubled: false, isUnread: true, mayPass: !isForbidden(error) && !isUnauthenticated(error) };
}
