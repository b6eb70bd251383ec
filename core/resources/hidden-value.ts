import { hasPart } from "./json.ts";

/** Stands for a value that is not shown. No text: a file may write the same text. In JSON it is one. */
export class HiddenValue {
  readonly text: string;

  constructor(why: string) {
    this.text = `(${why})`;
  }

  toJSON(): string {
    return this.text;
  }
}

/** In place of what a file writes as `{ secret: … }`, or what the catalogue calls a secret. */
export const SECRET = new HiddenValue("secret");

/** True if something stands in a value of any shape. */
export function holds(value: unknown, hidden: HiddenValue): boolean {
  return hasPart(value, (part) => part === hidden);
}

/** True if a value, or a part of it, is not shown. */
export function isHidden(value: unknown): boolean {
  return hasPart(value, (part) => part instanceof HiddenValue);
}
