import { createInterface } from "node:readline";

export interface PromptStreams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Why there is no answer: Ctrl-C, or the end of the input. */
export type NoAnswer = "interrupted" | "ended";

/** Asks questions on a terminal. Dispose of it to give the terminal back. */
export function openPrompt({ input, output, signal }: PromptStreams) {
  const lines = createInterface({ input, output, signal });
  const state = { interrupted: false, closed: false, unread: 0 };
  lines.on("line", () => {
    state.unread += 1;
  });
  // readline receives Ctrl-C before the process does.
  lines.once("SIGINT", () => {
    state.interrupted = true;
    lines.close();
  });
  // After Ctrl-Z and fg readline does not read on by itself, in a mode in which the terminal sends no signals. Keeps what was typed.
  lines.on("SIGCONT", () => lines.prompt(true));
  lines.once("close", () => {
    state.closed = true;
  });
  // Keeps lines that are typed or pasted before their question.
  const typed = lines[Symbol.asyncIterator]();
  return {
    ask: async (question: string): Promise<{ readonly typed: string } | { readonly none: NoAnswer }> => {
      lines.setPrompt(question);
      // Keeps what was typed ahead, and the cursor behind it.
      if (!state.closed) lines.prompt(true);
      const line = await typed.next();
      if (line.done !== true) {
        state.unread -= 1;
        return { typed: line.value.trim() };
      }
      // End the line of the question.
      output.write("\n");
      return { none: state.interrupted ? "interrupted" : "ended" };
    },
    /** Something is typed or pasted already that no question has taken. A pasted text often ends within a line. */
    isAhead: (): boolean => state.unread > 0 || (!state.closed && lines.line !== ""),
    [Symbol.dispose]: () => lines.close(),
  };
}
