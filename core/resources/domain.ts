import { z } from "zod";
import type { DomainRecord } from "../api/records.ts";
import { AmbiguousError, OtherFormError } from "./failures.ts";
import { keyForm } from "./canonical-forms.ts";
import { canonicalHostName, explainHostName, hostNamesWithin } from "./host-name.ts";
import { oncePerObject } from "./once-per-object.ts";
import { asKey } from "./rule-schemas.ts";

/** Necessary for a host name, for editors: no other ASCII characters, and a dot (or one of three characters of other scripts that count as one). Without `\u`, which Go does not know. */
const HOST_NAME = "^[^\\x00-,/:-@\\[-`\\{-\\x7F]*[.\u3002\uFF0E\uFF61][^\\x00-,/:-@\\[-`\\{-\\x7F]*$";

/** The fields of a domain that a user may declare. */
export const declaredDomain = z.strictObject({
  name: z
    .string()
    .refine((name) => canonicalHostName(name) !== undefined, {
      error: ({ input }) => explainHostName(String(input)),
      // For values that must not be shown.
      params: { rule: "must be a host name such as www.example.com" },
    })
    .meta({ ...asKey, pattern: HOST_NAME })
    .describe("Host name. International names and capital letters are converted to lower-case ASCII."),
});

export type DeclaredDomain = z.infer<typeof declaredDomain>;

/** The host name of a domain in its canonical form. One that has none, such as a wildcard, without case and trailing dot. */
export function hostNameOf({ name }: { readonly name: string }): string {
  return canonicalHostName(name) ?? keyForm(name).replace(/\.$/, "");
}

/** How a host name may be spelled in a path: in canonical form first, then as the service shows it. Other texts have no second spelling. */
export function spellingsOf(name: string): readonly string[] {
  return [...new Set([canonicalHostName(name) ?? name, name])];
}

/**
 * The only domain of a list with a host name. Throws AmbiguousError for several, and OtherFormError for one that may be it in
 * another form.
 */
export function findDomain(domains: readonly DomainRecord[], name: string, subject: string): DomainRecord | undefined {
  const found = domainsByHostName(domains).get(hostNameOf({ name })) ?? [];
  const spellings = found.map((domain) => domain.name);
  if (found.length > 1) throw new AmbiguousError(subject, spellings);
  const [similar] = found.length === 0 ? inOtherForm(domains, name) : [];
  if (similar !== undefined) throw new OtherFormError(similar.name, name);
  return found[0];
}

/** The domains of a list by the canonical form of their host names. */
export function domainsByHostName(domains: readonly DomainRecord[]): ReadonlyMap<string, readonly DomainRecord[]> {
  return indexOf(domains).byHostName;
}

/** The live domains whose name holds a host name in another form, such as a URL or with a port. They may be the same. */
export function inOtherForm(domains: readonly DomainRecord[], name: string): readonly DomainRecord[] {
  const { others } = indexOf(domains);
  const own = hostNameOf({ name });
  return others.filter(({ within }) => within.includes(own)).map(({ domain }) => domain);
}

interface DomainIndex {
  readonly byHostName: ReadonlyMap<string, readonly DomainRecord[]>;
  /** Those whose name is no host name, with the host names within. */
  readonly others: readonly { readonly domain: DomainRecord; readonly within: readonly string[] }[];
}

/** A plan looks up each declared domain in the same list. */
const indexOf = oncePerObject((domains: readonly DomainRecord[]): DomainIndex => {
  const others = domains.filter(({ name }) => canonicalHostName(name) === undefined);
  return {
    byHostName: Map.groupBy(domains, hostNameOf),
    others: others.map((domain) => ({ domain, within: hostNamesWithin(domain.name) })),
  };
});
