import { readCatalogueEntry } from "../core/reconcile/read-catalogue.ts";
import { InvalidRequestError } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { mapTexts } from "../core/resources/json.ts";
import { describeComponent } from "./describe-component.ts";
import type { ComponentDescription } from "./json-output.ts";
import { printable, printableJson } from "../core/text/printable.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { createOutput, type Style } from "./output.ts";
import type { Context } from "./terminal.ts";
import { tokensIn } from "./tokens.ts";
import { readService } from "./with-client.ts";

export interface ComponentOptions {
  /** The version to describe. Default: the latest. */
  readonly version?: string;
  readonly json?: boolean;
}

/** Prints the catalogue's description of a component, with a snippet for a project file. Returns the exit code. */
export async function componentCommand(
  slug: string,
  { version, json = false }: ComponentOptions,
  context: Context,
): Promise<number> {
  const output = createOutput(context);
  const entry = await readService(context, json, (client) => readCatalogueEntry(client, slug));
  if (typeof entry === "number") return entry;
  if (entry.status === "unavailable") throw entry.error ?? new InvalidRequestError(entry.reason);
  // Some services repeat what they were sent.
  const { redactTokens } = createRedaction(tokensIn(context));
  const described = mapTexts(describeComponent(entry, version), (text) => hideUserInfo(redactTokens(text)));
  const lines = json ? [printableJson(described)] : render(described, output.style);
  for (const line of lines) output.line(line);
  return EXIT_CODES.done;
}

function render(component: ComponentDescription, style: Style): string[] {
  const { slug, name, description, archived, isPublic, latest, versions, version, settings, snippet } = component;
  const title = name === undefined ? slug : `${name} (${slug})`;
  const facts: [string, string | undefined][] = [
    ["latest version", latest ?? "unknown"],
    ["versions", versions === undefined ? "unknown" : versions.join(", ") || "none"],
    ["documentation", component.documentation],
    ["repository", component.repository],
    ["visible to", isPublic === false ? "its organization only" : undefined],
  ];
  return [
    style("bold", printable(title)),
    ...(archived ? [style("yellow", "archived: do not use it in new projects")] : []),
    ...(description === undefined ? [] : [printable(description)]),
    "",
    ...facts.flatMap(([fact, text]) => (text === undefined ? [] : [`${fact.padEnd(16)}${printable(text)}`])),
    "",
    ...renderSettings(version, settings, style),
    "",
    style("bold", "In a project file"),
    // Split on its own line breaks; every other control character is already escaped.
    ...snippet.trimEnd().split("\n").map(printableLine),
  ];
}

function renderSettings(
  version: string | undefined,
  settings: ComponentDescription["settings"],
  style: Style,
): string[] {
  const ofVersion = version === undefined ? "" : ` of ${printable(version)}`;
  if (settings === undefined) return [`The catalogue does not describe the settings${ofVersion}.`];
  if (settings.length === 0) return [`No settings${ofVersion}.`];
  return [
    style("bold", `Settings${ofVersion}`),
    ...settings.flatMap(({ name, title, type, required, secret, options, description }) => {
      const kind = [type, ...(required ? ["required"] : []), ...(secret ? ["secret"] : [])].join(", ");
      const about = [title, description].filter((text) => text !== undefined).join(": ");
      return [
        `  ${style("cyan", printable(name))} (${printable(kind)})`,
        ...(about === "" ? [] : [`    ${printable(about)}`]),
        ...(options.length === 0 ? [] : [`    one of ${printable(options.join(", "))}`]),
      ];
    }),
  ];
}

/** `printable`, but the indentation stays. */
function printableLine(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? "";
  return indent + printable(line.slice(indent.length));
}
