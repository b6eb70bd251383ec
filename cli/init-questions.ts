import type { Problem } from "../provider/file/problem.ts";
import { printable } from "../provider/api/printable.ts";
import { openPrompt, type NoAnswer, type PromptStreams } from "./prompt.ts";

/** The content of a first project file. */
export interface Answers {
  readonly organizationId: string;
  readonly slug: string;
  readonly type?: string;
  readonly domains: readonly string[];
  readonly components: readonly string[];
}

interface Question {
  readonly text: string;
  /** Whether the question is asked: no flag answers it. */
  readonly isOpen: (answers: Answers) => boolean;
  readonly add: (answers: Answers, typed: string) => Answers;
  /** Paths of the answer in the file. */
  readonly paths: RegExp;
}

const split = (typed: string): string[] => typed.split(/[\s,]+/).filter((word) => word !== "");

const QUESTIONS: readonly Question[] = [
  {
    text: "Organization id (as the service shows it): ",
    isOpen: ({ organizationId }) => organizationId === "",
    add: (answers, organizationId) => ({ ...answers, organizationId }),
    paths: /^project\.organization_id$/,
  },
  {
    text: "Project slug (lower case, digits, hyphens): ",
    isOpen: ({ slug }) => slug === "",
    add: (answers, slug) => ({ ...answers, slug }),
    paths: /^project\.slug$/,
  },
  {
    text: "Type: proxy, ai_analytics or mcp (empty: the service's default): ",
    isOpen: ({ type }) => type === undefined,
    add: (answers, type) => (type === "" ? answers : { ...answers, type }),
    paths: /^project\.type$/,
  },
  {
    text: "Domains, separated by spaces (empty: not managed): ",
    isOpen: ({ domains }) => domains.length === 0,
    add: (answers, typed) => ({ ...answers, domains: split(typed) }),
    paths: /^domains/,
  },
  {
    text: "Components as organization/component, separated by spaces (empty: not managed): ",
    isOpen: ({ components }) => components.length === 0,
    add: (answers, typed) => ({ ...answers, components: split(typed) }),
    paths: /^components/,
  },
];

/** Asks each open question, and asks again after a wrong answer. */
export async function askFor(
  given: Answers,
  wrongIn: (answers: Answers) => readonly Problem[],
  streams: PromptStreams,
): Promise<Answers | NoAnswer> {
  using prompt = openPrompt(streams);
  let answers = given;
  for (const { text, isOpen, add, paths } of QUESTIONS) {
    while (isOpen(answers)) {
      const answer = await prompt.ask(text);
      if ("none" in answer) return answer.none;
      const next = add(answers, answer.typed);
      const wrong = wrongIn(next).filter(({ path }) => paths.test(path));
      if (wrong.length === 0) {
        answers = next;
        break;
      }
      for (const { message } of wrong) streams.output.write(`  ${printable(message)}\n`);
    }
  }
  return answers;
}
