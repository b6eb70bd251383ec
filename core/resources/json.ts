/** A JSON object: what the service answers, what a file declares. */
export type Fields = Readonly<Record<string, unknown>>;

/** True if the value is an object, and neither `null` nor a list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text. `undefined` if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The field of this name; `undefined` for inherited ones. Use it for names from files and answers: every object inherits `constructor`. */
export function own(record: Fields, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The keys of an object that have a value: `null` asks for the default. Empty for any other value. */
export function presentFields(value: unknown): Fields {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, content]) => content !== undefined && content !== null));
}

/** The items of a list. Empty for any other value. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** True if this is true of a value, or of a part of it. */
export function hasPart(value: unknown, isMeant: (part: unknown) => boolean): boolean {
  if (isMeant(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some((part) => hasPart(part, isMeant));
}

/** Changes each text in plain data, but no key. */
export function mapTexts<T>(value: T, change: (text: string) => string): T;
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, mapTexts(content, change)]));
}
