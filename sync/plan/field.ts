import { z } from "zod";

/**
 * How the text of a field is redacted. A name (a key, an id, a host name, a field) loses only the tokens: readers and programs tell objects
 * apart by it. A word of this program, an address and the path of a file lose nothing. A text that is neither loses every secret.
 */
export const redactions = z.registry<{ readonly as: "name" | "word" }>();

export const name = z.string().register(redactions, { as: "name" });
export const word = z.string().register(redactions, { as: "word" });
export const count = z.int().nonnegative();

/** Data that is only read. */
export type Data<T> = T extends readonly (infer Item)[]
  ? readonly Data<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Data<T[Name]> }
    : T;
