import { createHash } from "node:crypto";
import type { Component } from "../../schemas/component.ts";
import type { Temperament } from "../temperament.ts";

type Secrets = NonNullable<Temperament["secrets"]>;

/** The names of the settings that are secret. */
export function secretNames(
  component: Component | undefined,
  version: unknown,
  { of = "live-version" }: Secrets,
): ReadonlySet<string> {
  const versions = Object.entries(component?.versions ?? {});
  const chosen = of === "any-version" ? versions : versions.filter(([name]) => name === version);
  const fields = chosen.flatMap(([, { dynamic_fields: found = [] }]) => found);
  return new Set(fields.filter(({ secret }) => secret === true).map(({ name }) => name));
}

/** A secret as the service shows it. `undefined`: it is left out. A short secret never shows more than half of it. */
export function showSecret(value: unknown, { as }: Secrets): unknown {
  if (value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const half = Math.floor(text.length / 2);
  switch (as) {
    case "omitted":
      return undefined;
    case "empty":
      return "";
    case "null":
      return null;
    case "stars":
      return "********";
    case "prefix-stars":
      return `${text.slice(0, Math.min(6, half))}******`;
    case "same-length":
      return "x".repeat(text.length);
    case "prefix":
      return text.slice(0, Math.min(4, half));
    case "suffix":
      return text.slice(text.length - Math.min(4, half));
    case "hash":
      return `sha256:${createHash("sha256").update(text).digest("hex")}`;
    case "redacted":
      return "[redacted]";
    case "word":
      return "hidden";
  }
}
