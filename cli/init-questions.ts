import { createInterface } from "node:readline";
import type { Problem } from "../provider/file/problem.ts";
import { printable } from "../provider/api/printable.ts";

/** What a first project file says. */
export interface Answers {
  readonly organizationId: string;
  readonly slug: string;
  readonly type?: string;
  readonly domains: readonly string[];
  readonly components: readonly string[];
}

interface Question {
  readonly text: string;
  /** What no flag has said; the others are not asked. */
  readonly open: (answers: Answers) => boolean;
  readonly take: (answers: Answers, said: string) => Answers;
  /** Of the problems of a file with the answer, those that are about it. */
  readonly about: RegExp;
}

const words = (said: string): string[] => said.split(/[\s,]+/).filter((word) => word !== "");

const QUESTIONS: readonly Question[] = [
  {
    text: "Id of the organization (as the service shows it): ",
    open: ({ organizationId }) => organizationId === "",
    take: (answers, organizationId) => ({ ...answers, organizationId }),
    about: /^project\.organization_id$/,
  },
  {
    text: "Slug of the project (lower case, digits, hyphens): ",
    open: ({ slug }) => slug === "",
    take: (answers, slug) => ({ ...answers, slug }),
    about: /^project\.slug$/,
  },
  {
    text: "Type, one of proxy, ai_analytics, mcp (nothing: the service's default): ",
    open: ({ type }) => type === undefined,
    take: (answers, type) => (type === "" ? answers : { ...answers, type }),
    about: /^project\.type$/,
  },
  {
    text: "Domains, with spaces between them (nothing: leave them alone): ",
    open: ({ domains }) => domains.length === 0,
    take: (answers, said) => ({ ...answers, domains: words(said) }),
    about: /^domains/,
  },
  {
    text: "Components as organization/component, with spaces between them (nothing: leave them alone): ",
    open: ({ components }) => components.length === 0,
    take: (answers, said) => ({ ...answers, components: words(said) }),
    about: /^components/,
  },
];

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Why there are no answers: Ctrl-C, or an input that ended. */
export type NoAnswers = "interrupted" | "ended";

/** Asks for what is not said yet, and again where an answer is wrong. */
export async function askFor(
  said: Answers,
  wrongIn: (answers: Answers) => readonly Problem[],
  { input, output, signal }: Terminal,
): Promise<Answers | NoAnswers> {
  using lines = createInterface({ input, output, signal });
  const heard = { interrupted: false, closed: false };
  // The terminal is in the hands of readline, which hears of Ctrl-C first.
  lines.once("SIGINT", () => {
    heard.interrupted = true;
    lines.close();
  });
  lines.once("close", () => {
    heard.closed = true;
  });
  // Keeps what is typed, or pasted, before it is asked for.
  const typed = lines[Symbol.asyncIterator]();
  let answers = said;
  for (const { text, open, take, about } of QUESTIONS) {
    while (open(answers)) {
      if (heard.interrupted) return "interrupted";
      lines.setPrompt(text);
      if (!heard.closed) lines.prompt();
      const line = await typed.next();
      if (line.done === true) return heard.interrupted ? "interrupted" : "ended";
      const next = take(answers, line.value.trim());
      const wrong = wrongIn(next).filter(({ path }) => about.test(path));
      if (wrong.length === 0) {
        answers = next;
        break;
      }
      for (const { message } of wrong) output.write(`  ${printable(message)}\n`);
    }
  }
  return answers;
}
