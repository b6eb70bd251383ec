import picomatch from "picomatch";
import { z } from "zod";
import type { KindName } from "../resources/kind.ts";

/** What a file leaves alone: globs of names of live objects that it does not declare. */
export interface Ignore {
  readonly components: readonly string[];
  readonly domains: readonly string[];
}

/** Few wildcards and no groups with a repetition: a pattern like that could take hours for one name. */
const GLOB = /^(?:[\w.@/?{},-]*\*){0,3}[\w.@/?{},-]*$/;
const MOST_CHARACTERS = 300;

/** Names that have nothing in common: a glob that matches all of them matches everything. */
const COMPONENTS = ["a/b", "edgee/google-analytics", "x-1/y_2.3"];
const DOMAINS = ["a.b", "www.example.com", "xn--bcher-kva.example.org"];

/** A `*` matches any text, slashes and dots too; case does not count. */
const OPTIONS = { bash: true, dot: true, nocase: true, noextglob: true, nonegate: true, windows: false } as const;

function globs(unlike: readonly string[], what: string, example: string) {
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

export const ignoreSchema = z.strictObject({
  components: globs(COMPONENTS, "component", "acme/*"),
  domains: globs(DOMAINS, "domain", "pr-*.preview.example.com"),
});

/** Tells which names of live objects a file ignores. */
export function ignoredBy({ components, domains }: Ignore): (kind: KindName, name: string) => boolean {
  const matches = {
    component: picomatch([...components], OPTIONS),
    domain: picomatch([...domains], OPTIONS),
    project: () => false,
  };
  return (kind, name) => matches[kind](name);
}
