import { linesOf } from "../../core/file/edit-file.ts";
import { isSecretByCatalogue } from "../../core/plan/changes.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import { printable } from "../../core/text/printable.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { isSensitive } from "../export/credentials.ts";
import { diffParts, type DiffLine } from "./line-diff.ts";
import type { PulledFile } from "./pull.ts";

/** A line of a difference that may be shown. */
export interface ShownLine {
  readonly sign: "removed" | "added" | "same" | "place";
  readonly text: string;
}

/** What changes in a file, line by line. A line with a value that is or may be a secret is not shown, whatever its length. */
export function shownDiff(pulled: PulledFile, { redact }: Pick<Redaction, "redact">): ShownLine[] {
  const { before, after, file } = pulled;
  const [old, next] = [before, after].map((text) => linesOf(text, (path, value) => mayBeSecret(pulled, path, value)));
  const shown = ({ sign, text, place }: DiffLine): ShownLine => {
    const isHidden = (sign === "+" ? next : old)?.has(place) === true;
    const indentation = /^\s*/.exec(text)?.[0] ?? "";
    const content = isHidden ? "(not shown)" : printable(redact(text.slice(indentation.length)));
    const meaning = { "-": "removed", "+": "added", " ": "same" } as const;
    return { sign: meaning[sign], text: `${sign} ${indentation.replaceAll("\t", " ")}${content}`.trimEnd() };
  };
  return diffParts(before, after).flatMap((part) => {
    const [first] = part;
    const line = first === undefined ? 0 : first.place + 1;
    return [{ sign: "place" as const, text: printable(redact(`${file.file}:${line}`)) }, ...part.map(shown)];
  });
}

function mayBeSecret({ children }: PulledFile, path: Path, value: unknown): boolean {
  const [section, name, field, setting] = path;
  if (section === "project") return isSensitive(value, path.slice(1));
  if (section !== "components" || field !== "settings" || setting === undefined) return false;
  const known = children.find(
    (child) => child.kind === "component" && child.name === name && child.entry !== undefined,
  );
  return known?.kind !== "component" || isSecretByCatalogue(known, `settings.${setting}`);
}
