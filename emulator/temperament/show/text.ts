import type { Forms } from "../forms.ts";

/** A text as the service shows it. `undefined`: the field is left out. */
export function showText(text: unknown, { text: form = {} }: Forms): unknown {
  if (typeof text !== "string") return text;
  const { empty } = form;
  const shown = showCharacters(text, form);
  if (shown !== "" || empty === undefined) return shown;
  return empty === "null" ? null : undefined;
}

/** As `showText`, for all texts in a value. An empty one stays. */
export function showTextsIn(value: unknown, forms: Forms): unknown {
  if (forms.text === undefined) return value;
  if (typeof value === "string") return showCharacters(value, forms.text);
  if (Array.isArray(value)) return value.map((item: unknown) => showTextsIn(item, forms));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, showTextsIn(item, forms)]));
}

function showCharacters(text: string, { trim, lineEnds, unicode }: NonNullable<Forms["text"]>): string {
  const composed = unicode === undefined ? text : text.normalize("NFC");
  const lines =
    lineEnds === undefined ? composed : composed.replaceAll(/\r\n|\r|\n/g, lineEnds === "lf" ? "\n" : "\r\n");
  if (trim === undefined) return lines;
  return trim === "end" ? lines.trimEnd() : lines.trim();
}

/** `my-site` becomes `My-Site`, `x-request-id` becomes `X-Request-Id`. */
export function withCapitals(text: string): string {
  return text.toLowerCase().replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase());
}

/** The text in this case. Anything but a text stays. */
export function inCase(value: unknown, form: "lower-case" | "upper-case" | undefined): unknown {
  if (form === undefined || typeof value !== "string") return value;
  return form === "lower-case" ? value.toLowerCase() : value.toUpperCase();
}
