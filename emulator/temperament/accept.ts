import { domainToASCII } from "node:url";
import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";
import type { Forms } from "./forms.ts";

/*
 * What a service with its own forms accepts besides the documented form: words in any case, and host names in any form. A
 * value is stored in the documented form. A value of another type stays as it is, and is refused later.
 */

type Change = (value: unknown) => unknown;

const upperCase: Change = (value) => (typeof value === "string" ? value.toUpperCase() : value);
const lowerCase: Change = (value) => (typeof value === "string" ? value.toLowerCase() : value);

export function acceptedProject(body: JsonObject, forms: Forms = {}): JsonObject {
  const words = forms.words !== undefined;
  const methods = forms.methods !== undefined;
  const slugs = forms.projectSlugs === "lower-case";
  const countries = forms.countries !== undefined;
  if (!words && !methods && !slugs && !countries) return body;
  const inRule = changing({
    conditions: changing({
      ...(methods ? { method: each(upperCase), request_methods: each(upperCase) } : {}),
      ...(countries ? { country: each(upperCase) } : {}),
    }),
  });
  const inProject = changing({
    ...(slugs ? { slug: lowerCase } : {}),
    ...(words ? { type: lowerCase, log_severity: upperCase, inject_sdk_position: lowerCase } : {}),
    override_cache: each(inRule),
    rate_limiting: each(inRule),
  });
  return { ...body, ...asObject(inProject(body)) };
}

export function acceptedComponent(body: JsonObject, forms: Forms = {}): JsonObject {
  return forms.componentSlugs === undefined
    ? body
    : { ...body, ...asObject(changing({ component_slug: lowerCase })(body)) };
}

export function acceptedDomain(body: JsonObject, forms: Forms = {}): JsonObject {
  const { name } = body;
  return typeof name === "string" ? { ...body, name: acceptedHostName(name, forms) } : body;
}

/** A slug in the path of the catalogue. */
export function acceptedSlug(slug: string, forms: Forms = {}): string {
  return forms.componentSlugs === undefined ? slug : slug.toLowerCase();
}

/** A host name in a path or in a body. A name without a canonical form, such as `*.example.com`, stays as it is. */
export function acceptedHostName(name: string, forms: Forms = {}): string {
  if (forms.hostNames === undefined) return name;
  const ascii = domainToASCII(name).replace(/\.$/, "");
  return ascii === "" ? name : ascii;
}

/** Changes these fields of an object, where it has them. */
function changing(fields: Readonly<Record<string, Change>>): Change {
  return (value) => {
    if (!isJsonObject(value)) return value;
    const changed = Object.entries(fields)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, change]): [string, unknown] => [name, change(value[name])]);
    return { ...value, ...Object.fromEntries(changed) };
  };
}

function each(change: Change): Change {
  return (value) => (Array.isArray(value) ? value.map(change) : value);
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
