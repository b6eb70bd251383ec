import { InvalidRequestError } from "../core/api/errors.ts";
import { systemClock, type Clock } from "../core/api/clock.ts";
import { printable } from "../core/text/printable.ts";
import type { Plan } from "../core/plan/plan.ts";
import { type Context, isTerminal } from "./terminal.ts";
import { openPrompt } from "./prompt.ts";

/** Prepares the question before something is written, on one of `outputs`. `undefined` without a terminal, where nothing can be asked. */
export function confirmationOn(
  { stdin, signal, clock = systemClock }: Context,
  outputs: readonly NodeJS.WritableStream[],
) {
  const output = outputs.find(isTerminal);
  if (stdin === undefined || !isTerminal(stdin) || output === undefined) return undefined;
  const interrupt = new AbortController();
  const stopped = AbortSignal.any([signal, interrupt.signal]);
  return {
    /** Aborts when the process is asked to stop, and at Ctrl-C instead of an answer. The reason is the name of the signal. */
    signal: stopped,
    /** Asks a question that ends with `[y/N]`, below some lines. Everything but `y` and `yes` means no. */
    ask: async (question: string, above: readonly string[] = []): Promise<boolean> => {
      await discardTyped(stdin, clock, stopped);
      // readline would wait for ever, in a mode in which the terminal sends no signals.
      if (stdin.readableEnded) return false;
      for (const line of above) output.write(`${printable(line)}\n`);
      using prompt = openPrompt({ input: stdin, output, signal: stopped });
      const answer = await prompt.ask(question);
      if ("typed" in answer) return /^y(?:es)?$/i.test(answer.typed);
      if (answer.none === "interrupted") interrupt.abort("SIGINT");
      return false;
    },
  };
}

/** Why a command that asks before it writes cannot run without a terminal. `ways`: what to pass. */
export function cannotAsk(command: string, ways: string): Error {
  return new InvalidRequestError(`Without a terminal, ${command} cannot ask before it writes. Pass ${ways}.`);
}

/** Milliseconds in which the terminal hands over what was typed before. */
const HAND_OVER = 50;

/** Discards what was typed before the question: it is no answer to a plan that was not shown yet. */
async function discardTyped(input: NodeJS.ReadableStream, clock: Clock, signal: AbortSignal): Promise<void> {
  input.resume();
  await clock.sleep(HAND_OVER, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  input.pause();
}

/** Whether to apply the plan. Names the deletions first: they cannot be undone. */
export function questionFor({ counts, origin }: Plan): string {
  const actions = (["delete", "create", "update", "move"] as const).filter((action) => counts[action] > 0);
  return `Apply to ${printable(origin)}: ${actions.map((action) => `${action} ${counts[action]}`).join(", ")}? [y/N] `;
}
