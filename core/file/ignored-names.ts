import picomatch from "picomatch";
import { z } from "zod";
import { hostNameSpellings, hostNamesWithin } from "../resources/host-name.ts";
import { SECTIONS, type ChildKind, type SectionName } from "../resources/kind.ts";
import { oncePerObject } from "../resources/once-per-object.ts";

/** Globs of names of live objects that a file leaves alone unless it declares them. */
export type Ignore = { readonly [List in SectionName]?: readonly string[] | undefined };

/**
 * Few wildcards and no groups with a repetition: a pattern like that could take hours for one name. Letters to the last character of Unicode, written
 * as it is: validators in other languages do not know the escape.
 */
const GLOB = /^(?:[\w.@/?{},À-􏿽-]*\*){0,3}[\w.@/?{},À-􏿽-]*$/u;
const MOST_CHARACTERS = 300;

/** A `*` matches any text, slashes and dots too; case does not count. */
const OPTIONS = { bash: true, dot: true, nocase: true, noextglob: true, nonegate: true, windows: false } as const;

/** By kind: an example, names so unlike that a glob of all of them is of every name, and the forms in which a user may write a name. */
const NAMES = {
  component: {
    example: "acme/*",
    unlike: ["a/b", "edgee/google-analytics", "x-1/y_2.3"],
    spellingsOf: (name: string): readonly string[] => [name],
  },
  domain: {
    example: "pr-*.preview.example.com",
    unlike: ["a.b", "www.example.com", "xn--bcher-kva.example.org"],
    // A live name with a port is the host name, for what a file leaves alone.
    spellingsOf: (name: string) => [...new Set([name, ...hostNamesWithin(name)])].flatMap(hostNameSpellings),
  },
};

/** A list of globs of names. */
export function globs(what: ChildKind) {
  const { example, unlike } = NAMES[what];
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
        .refine((glob) => plainGlob(glob) !== "", { error: "must have a visible character", abort: true })
        .refine((glob) => !unlike.every((name) => matches(matcherOf(glob), what, name)), {
          error: tooMuch,
          params: { rule: tooMuch },
        }),
    )
    .optional()
    .describe(`Globs of ${what}s, such as \`${example}\`. A \`*\` matches any text; case does not count.`);
}

export function isIgnored(ignore: Ignore, kind: ChildKind, name: string): boolean {
  return matchersOf(ignore[SECTIONS[kind]] ?? NONE).some((matcher) => matches(matcher, kind, name));
}

/** The places, from 0, of the globs of a kind that none of these names matches. */
export function unmatchedGlobs(ignore: Ignore, kind: ChildKind, names: readonly string[]): number[] {
  return matchersOf(ignore[SECTIONS[kind]] ?? NONE).flatMap((matcher, index) =>
    names.some((name) => matches(matcher, kind, name)) ? [] : [index],
  );
}

const NONE: readonly string[] = [];

type Matcher = (text: string) => boolean;

/** True if a glob is of a canonical name, in any spelling of either. */
function matches(matcher: Matcher, kind: ChildKind, name: string): boolean {
  return NAMES[kind].spellingsOf(name).some(matcher);
}

/** `e` for `ｅ`, and nothing for an invisible character, as in a host name. What would be a wildcard stays. */
function plainForm(character: string): string {
  const plain = character.normalize("NFKC");
  return /^[\p{L}\p{N}.-]*$/u.test(plain) ? plain : character.replace(/\p{Default_Ignorable_Code_Point}/u, "");
}

const matchersOf = oncePerObject((globs: readonly string[]) => globs.map(matcherOf));

function plainGlob(glob: string): string {
  // Host names have three other full stops.
  const dotted = glob.normalize("NFC").replace(/[\u3002\uFF0E\uFF61]/g, ".");
  return dotted.replace(/[^\0-\x7f]/gu, plainForm);
}

function matcherOf(glob: string): Matcher {
  const isMatch = picomatch(plainGlob(glob), OPTIONS);
  // It takes options too.
  return (text) => isMatch(text);
}
