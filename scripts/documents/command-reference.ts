import type { Command } from "commander";
import { markdownTable } from "markdown-table";
import { createProgram } from "../../cli/command-line.ts";

/** The commands of the command line with their arguments and options, as Markdown: what `projectsync help COMMAND` shows. */
export function commandReference(): string {
  const { stdout, stderr } = process;
  const program = createProgram(
    { environment: {}, folder: ".", stdout, stderr, signal: AbortSignal.abort() },
    () => {},
  );
  return program.commands.map(sectionOf).join("\n\n");
}

function sectionOf(command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...command.registeredArguments.map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    ...command.options.map((option) => [
      help.optionTerm(option),
      `${option.mandatory ? "**Required.** " : ""}${help.optionDescription(option)}`,
    ]),
  ].map(([term = "", meaning = ""]) => [`\`${term}\``, meaning.replaceAll("|", String.raw`\|`)]);
  return [
    `## ${command.name()}`,
    `\`projectsync ${command.name()} ${command.usage()}\``,
    `${command.description()}.`,
    ...(rows.length === 0 ? [] : [markdownTable([["Argument or option", "Meaning"], ...rows])]),
  ].join("\n\n");
}
