import type { HttpAnswer } from "./answers.ts";
import { ProtocolError, type Call } from "./errors.ts";

/** The size of answers. Once they are parsed, the number of values counts: `[{},{},…]` takes twenty times the memory of its text. */
export interface AnswerSize {
  readonly characters: number;
  /** Fields, items, lists and objects. */
  readonly values: number;
  /** Items of lists. */
  readonly objects: number;
}

/** Most values of one answer. */
export const MAX_VALUES = 250_000;

const UNITS = ["characters", "values", "objects"] as const satisfies readonly (keyof AnswerSize)[];

/** The most that a client may read in all: it stays in memory. */
export const MAX_READ: AnswerSize = { characters: 48 * 1024 * 1024, values: 1_000_000, objects: 100_000 };

/** One of these is before each value. Those in texts count too: that is enough for a limit. */
const STARTS = [",", "[", "{"];

/** Before a refusal with too many values: so it is no JSON. It stays whole, because half a secret in it would not be found. */
const NO_JSON = "…";

/** Counts what one call reads. Both throw {@link ProtocolError} if the client has read too much. */
export interface ReadBudget {
  /** Call it before each request: others may have been in the queue with it. */
  readonly check: () => void;
  readonly add: (part: Partial<AnswerSize>) => void;
}

/**
 * An answer that may be parsed, counted by `reading`. Throws {@link ProtocolError} if it has too many values. A refusal
 * that has too many is not parsed.
 */
export function measured(call: Call, answer: HttpAnswer, reading: ReadBudget | undefined): HttpAnswer {
  const { text, head } = answer;
  const values = valuesIn(text);
  const isTooMuch = values > MAX_VALUES;
  reading?.add({ characters: text.length, values: isTooMuch ? 0 : values });
  if (head.statusCode < 200 || head.statusCode >= 300)
    return isTooMuch ? { ...answer, text: `${NO_JSON}${text}` } : answer;
  if (isTooMuch) throw new ProtocolError(call, `the answer has more than ${MAX_VALUES} values`);
  return answer;
}

function valuesIn(text: string): number {
  let values = 0;
  for (const start of STARTS) {
    for (let at = text.indexOf(start); at !== -1 && values <= MAX_VALUES; at = text.indexOf(start, at + 1)) values += 1;
  }
  return values;
}

const NOTHING: AnswerSize = { characters: 0, values: 0, objects: 0 };

/**
 * Counts what a client has read. A list or an object that is read again replaces its earlier reading. After too much, everything more is
 * refused before it is asked for.
 */
export function createReadLimit() {
  const readings = new Map<string, AnswerSize>();
  let total = NOTHING;
  /** Begins to read what has this name. */
  return (call: Call, name: string): ReadBudget => {
    total = sum(total, readings.get(name) ?? NOTHING, -1);
    readings.delete(name);
    const check = (): void => {
      const unit = UNITS.find((each) => total[each] > MAX_READ[each]);
      if (unit === undefined) return;
      const most = unit === "characters" ? `${MAX_READ.characters / 1024 / 1024} MiB` : `${MAX_READ[unit]} ${unit}`;
      throw new ProtocolError(call, `the run has read more than ${most} from the service`, "Use several runs.");
    };
    const add = (part: Partial<AnswerSize>): void => {
      total = sum(total, part);
      readings.set(name, sum(readings.get(name) ?? NOTHING, part));
      check();
    };
    return { check, add };
  };
}

function sum(
  size: AnswerSize,
  { characters = 0, values = 0, objects = 0 }: Partial<AnswerSize>,
  sign: 1 | -1 = 1,
): AnswerSize {
  return {
    characters: size.characters + sign * characters,
    values: size.values + sign * values,
    objects: size.objects + sign * objects,
  };
}
