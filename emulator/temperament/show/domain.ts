import { domainToUnicode } from "node:url";
import type { JsonObject } from "../../json-object.ts";
import type { Forms } from "../forms.ts";
import type { Temperament } from "../temperament.ts";

type Habits = NonNullable<Temperament["domains"]>;

/** A domain as it is shown at a time, in milliseconds since the epoch. */
export function showDomain(domain: JsonObject, { forms = {}, domains = {} }: Temperament, now: number): JsonObject {
  const { dns_status: dns, ssl_status: ssl, ...rest } = domain;
  const age = now - Date.parse(String(domain["created_at"]));
  const show = (name: string, seeded: unknown, readyMs: number | undefined): JsonObject =>
    showStatus(name, isReady(seeded === true, age, readyMs, domains), domains);
  return {
    ...rest,
    name: showHostName(String(domain["name"]), forms),
    ...show("dns_status", dns, domains.dnsMs),
    ...show("ssl_status", ssl, domains.sslMs),
  };
}

function isReady(
  isSeeded: boolean,
  age: number,
  readyMs: number | undefined,
  { lostMs, lostForMs = Number.POSITIVE_INFINITY }: Habits,
): boolean {
  const isLost = lostMs !== undefined && age >= lostMs && age < lostMs + lostForMs;
  return !isLost && (isSeeded || (readyMs !== undefined && age >= readyMs));
}

function showStatus(name: string, value: boolean, { status }: Habits): JsonObject {
  switch (status) {
    case undefined:
      return { [name]: value };
    case "text":
      return { [name]: String(value) };
    case "words":
      return { [name]: value ? "active" : "pending" };
    case "null":
      return { [name]: null };
    case "omitted":
      return {};
  }
}

export function showHostName(name: string, { hostNames }: Forms): string {
  switch (hostNames) {
    case undefined:
      return name;
    case "upper-case":
      return name.toUpperCase();
    case "trailing-dot":
      return `${name}.`;
    case "unicode": {
      // Empty for a name that is not a host name, such as a wildcard.
      const shown = domainToUnicode(name);
      return shown === "" ? name : shown;
    }
  }
}
