import { domainToUnicode } from "node:url";
import type { JsonObject } from "../../json-object.ts";
import type { Forms } from "../forms.ts";

export function showDomain(domain: JsonObject, forms: Forms): JsonObject {
  return { ...domain, name: showHostName(String(domain["name"]), forms) };
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
