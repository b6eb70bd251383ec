import type { Problem } from "../core/file/problem.ts";
import { printable } from "../core/text/printable.ts";
import { openPrompt, type NoAnswer, type PromptStreams } from "./prompt.ts";

/** The declarations of a first project file, by the names of the options of `init`. */
export interface Answers {
  readonly organization?: string;
  readonly slug?: string;
  readonly type?: string;
  readonly domain?: readonly string[];
  /** Each `organization/component`. */
  readonly component?: readonly string[];
}

interface Question {
  /** The option that answers it instead. */
  readonly name: keyof Answers;
  readonly text: string;
  /** Paths of the answer in the file. */
  readonly paths: RegExp;
  readonly isList?: true;
}

const QUESTIONS: readonly Question[] = [
  {
    name: "organization",
    text: "Organization id (as the service shows it): ",
    paths: /^project\.organization_id$/,
  },
  { name: "slug", text: "Project slug (letters, digits and . _ ~ -): ", paths: /^project\.slug$/ },
  {
    name: "type",
    text: "Type: proxy, ai_analytics or mcp (empty: the service's default): ",
    paths: /^project\.type$/,
  },
  { name: "domain", text: "Domains, separated by spaces (empty: not managed): ", paths: /^domains/, isList: true },
  {
    name: "component",
    text: "Components as organization/component, separated by spaces (empty: not managed): ",
    paths: /^components/,
    isList: true,
  },
];

const LAST = QUESTIONS.at(-1)?.name;

/** The option that sets the field at a path of the file. */
export function flagOf(field: string): string {
  const name = QUESTIONS.find(({ paths }) => paths.test(field))?.name;
  return name === undefined ? field : `--${name}`;
}

/** Asks each open question, and asks again after a wrong answer. */
export async function askFor(
  given: Answers,
  wrongIn: (answers: Answers) => readonly Problem[],
  streams: PromptStreams,
): Promise<Answers | NoAnswer> {
  using prompt = openPrompt(streams);
  let answers = given;
  for (const { name, text, paths, isList } of QUESTIONS) {
    while (given[name] === undefined) {
      const answer = await prompt.ask(text);
      if ("none" in answer) return answer.none;
      let { typed } = answer;
      // The other lines of a pasted list: no question is left that they could answer.
      const isAhead = name === LAST ? prompt.isAhead : () => false;
      while (isAhead()) {
        const next = await prompt.ask("");
        if ("none" in next) return next.none;
        typed = `${typed} ${next.typed}`.trim();
      }
      const words = typed.split(/[\s,]+/).filter((word) => word !== "");
      const next = typed === "" ? answers : { ...answers, [name]: isList === true ? words : typed };
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
