import picomatch from "picomatch";
import { z } from "zod";
import { SECTIONS, type ChildKind, type Section } from "../resources/kind.ts";
import { oncePerObject } from "../resources/once-per-object.ts";

/** What a file leaves alone: globs of names of live objects that it does not declare. */
export type Ignore = { readonly [List in Section]?: readonly string[] | undefined };

/** Few wildcards and no groups with a repetition: a pattern like that could take hours for one name. */
const GLOB = /^(?:[\w.@/?{},-]*\*){0,3}[\w.@/?{},-]*$/;
const MOST_CHARACTERS = 300;

/** A `*` matches any text, slashes and dots too; case does not count. */
const OPTIONS = { bash: true, dot: true, nocase: true, noextglob: true, nonegate: true, windows: false } as const;

/** A list of globs of names. `unlike`: a glob that matches all of these matches every name. */
export function globs(what: ChildKind, example: string, unlike: readonly string[]) {
  const tooMuch = `would ignore every ${what}; name those to ignore, such as ${example}`;
  return z
    .array(
      z
        .string()
        .min(1, { abort: true })
        .max(MOST_CHARACTERS, { abort: true })
        .regex(GLOB, {
          error: "must be a glob of letters, digits and . - _ @ / ? { } , with at most three *",
          abort: true,
        })
        .refine((glob) => !unlike.every((name) => picomatch.isMatch(name, glob, OPTIONS)), {
          error: tooMuch,
          params: { rule: tooMuch },
        }),
    )
    .optional()
    .describe(`Globs of ${what}s, such as \`${example}\`. A \`*\` matches any text; case does not count.`);
}

export function isIgnored(ignore: Ignore, kind: ChildKind, name: string): boolean {
  const globs = ignore[SECTIONS[kind]] ?? [];
  return globs.length > 0 && matcherOf(globs)(name);
}

const matcherOf = oncePerObject((globs: readonly string[]) => picomatch([...globs], OPTIONS));
