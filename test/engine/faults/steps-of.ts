import type { Reply } from "../harness/driver.ts";

/* Which part of a reply concerns one profile: the names of its resources begin with it. */

export function nameIn(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

export function isOf(profile: string, urn: string): boolean {
  return nameIn(urn).startsWith(`${profile}-`);
}

export function errorsOf({ errors }: Reply, profile: string): string[] {
  return errors.filter(({ urn }) => isOf(profile, urn)).map(({ message }) => message);
}

export function doneBy({ done }: Reply, profile: string): string[] {
  return done
    .map((step) => step.split(" ", 2))
    .filter(([, urn = ""]) => isOf(profile, urn))
    .map(([op = "", urn = ""]) => `${op} ${nameIn(urn).slice(profile.length + 1)}`)
    .toSorted();
}
