import type { Client } from "../api/client.ts";
import { isServiceError, StoppedError } from "../api/errors.ts";
import { sameJson } from "./canonical.ts";
import { NotAcceptedError, ValueLostError } from "./failures.ts";
import { type Fields, own } from "./json.ts";
import type { Change, Ensured } from "./kind.ts";
import { READ_DELAYS } from "./settle.ts";

/** What a record shows after a write. */
export interface Judgement {
  /** Declared fields that differ. */
  readonly left: readonly Change[];
  /** Paths of those that the service may show in a form of its own, such as a mask. */
  readonly masked: readonly string[];
  /** Paths of known fields that are not declared and lost their value. */
  readonly lost: readonly string[];
  /** Paths of known fields that are not declared and have another value now. */
  readonly changed: readonly string[];
  /** Sentences for the user. */
  readonly notes: readonly string[];
}

/** A write that the service answered with 2xx. */
export interface AnsweredWrite<Live> {
  /** Such as `project prj_1`. */
  readonly subject: string;
  /** The object as it was. `undefined` if this run created it. */
  readonly before: Live | undefined;
  /** The fields that were sent. */
  readonly body: Fields;
  readonly answer: Live;
  /** Reads the object by its id. */
  readonly read: () => Promise<Live | undefined>;
  /** `shown` is a record of the service, `whole` the same with what an answer leaves out. */
  readonly judge: (whole: Live, shown: Live) => Judgement;
  /** Whether a record that is not as declared shows nothing of the write yet. */
  readonly isLate: (shown: Live, judgement: Judgement) => boolean;
}

/**
 * Compares what the service made of a write with what is declared. Reads the object once if its answer differs, or leaves out
 * a field that was sent. A record that is as it was before the write may be late: then reads again within the settle window.
 * What remains makes the object incomplete. Fields that are not known never matter.
 */
export async function checkAnswer<Live extends object>(
  client: Client,
  write: AnsweredWrite<Live>,
): Promise<Ensured<Live>> {
  const { subject, before, body, answer, judge } = write;
  // An answer may leave out anything, also what was stored as it was sent.
  let live = { ...before, ...body, ...answer };
  let judgement = judge(live, answer);
  if (!isConfirmed(judgement) || !showsAll(body, answer)) {
    const read = await readAfterWrite(client, write, (shown) => {
      const found = judge(shown, shown);
      return !isConfirmed(found) && write.isLate(shown, found);
    });
    if (read !== undefined) {
      live = read;
      judgement = judge(read, read);
    }
  }
  const { left, masked, lost, changed } = judgement;
  const incomplete =
    left.length > 0
      ? new NotAcceptedError(subject, left, masked)
      : lost.length > 0
        ? new ValueLostError(subject, lost)
        : undefined;
  const notes = [
    ...judgement.notes,
    ...(changed.length === 0
      ? []
      : [`The write of ${subject} also changed ${changed.join(", ")}, which is not declared.`]),
  ];
  return { live, notes, ...(incomplete === undefined ? {} : { incomplete }) };
}

function isConfirmed({ left, lost }: Judgement): boolean {
  return left.length === 0 && lost.length === 0;
}

function showsAll(body: Fields, answer: object): boolean {
  return Object.keys(body).every((name) => Object.hasOwn(answer, name));
}

/** The last record read; `undefined` if none could be read: then the answer counts. */
async function readAfterWrite<Live>(
  client: Client,
  { subject, read }: AnsweredWrite<Live>,
  isLate: (shown: Live) => boolean,
): Promise<Live | undefined> {
  let last: Live | undefined;
  try {
    for (const delay of READ_DELAYS) {
      if (delay > 0) await client.pause(delay, `for ${subject} to show what was written`);
      last = (await read()) ?? last;
      // The service has just answered a write of it: an object that is not found is late, also one that was adopted.
      const mayCome = last === undefined || isLate(last);
      if (!mayCome) break;
    }
  } catch (error) {
    // The write was answered: that it cannot be read does not change its outcome.
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
  }
  return last;
}

/** Whether a record shows no sent field as anything but what it was. */
export function isAsBefore(body: Fields, before: Fields, shown: Fields): boolean {
  return Object.keys(body).every((name) => sameJson(own(shown, name), own(before, name)));
}
