import { unescape } from "node:querystring";
import { z } from "zod";
import { hideUserInfo, userInfoOf } from "../text/user-info.ts";
import { HiddenValue } from "./hidden-value.ts";
import { isObject, mapTexts } from "./json.ts";
import { asType, type Path, schemaAt, unwrap } from "./schema-walk.ts";

/*
 * Values of a project's fields that are sensitive by nature: values of headers, values in the conditions of cache rules, and
 * user info and query of URLs. The schemas mark them (`sensitive`). No plan, message or report shows them, live or declared.
 * A service may add anything to the fields that this version knows, so that is hidden too.
 */

/** How much of a value is sensitive: all of it, or user info and query of a URL. */
type Sensitivity = "value" | "url";

/** Marks a schema whose values are sensitive: every text in them, or the parts of a URL. */
export function sensitive(kind: Sensitivity): { readonly sensitive: Sensitivity } {
  return { sensitive: kind };
}

/** Stands for a sensitive value, and for one that the other side of the change does not have. */
const SENSITIVE = new HiddenValue("sensitive");
const CHANGED = new HiddenValue("sensitive, changed");

/**
 * Both sides of the change of a field, without user info of URLs and, of a project's field, without sensitive values. On the declared side,
 * sensitive values that the live side lacks are marked. `field`: that of a project, if it is one. `name`: the field's. Default: one without
 * regular expressions.
 */
export function hideSensitive(
  field: z.ZodType | undefined,
  from: unknown,
  to: unknown,
  name = "",
): { from: unknown; to: unknown } {
  if (field === undefined) return { from: withoutUserInfo(from), to: withoutUserInfo(to) };
  const live = new Set(sensitiveTexts(field, from));
  const isReplaced = (from ?? null) !== null;
  const show = showing(name);
  return {
    from: mapSensitive(field, from, () => SENSITIVE, show),
    to: mapSensitive(field, to, (text) => (!isReplaced || live.has(text) ? SENSITIVE : CHANGED), show),
  };
}

/** Fields with regular expressions, and with paths that may be one: nothing in them is user info. */
const PATTERNS: ReadonlySet<string> = new Set(["path", "proxy_only_path_regex"]);

/** How a text that is not sensitive is shown, in the field of this name. */
function showing(name: string): (text: string) => string {
  return PATTERNS.has(name) ? (text) => text : hideUserInfo;
}

/**
 * The sensitive texts in a value, and the parts of a sensitive URL, which a message may quote alone. Empty for a field that
 * has none, whatever a service adds to it.
 */
export function sensitiveTexts(field: z.ZodType, value: unknown): string[] {
  if (value === undefined || value === null || !mayBeSensitive(field)) return [];
  const texts = hiddenBy((hide) => mapSensitive(field, value, hide));
  return kindOf(field) === "url" && typeof value === "string" ? [...texts, ...sensitiveParts(value)] : texts;
}

/** Every text and number in a value of any shape, as text. For a value that is a secret as a whole. */
export function textsIn(value: unknown): string[] {
  return hiddenBy((hide) => hideTexts(value, hide));
}

/** The texts of a setting that is a secret. A number is none: hidden in every text, it would garble it. */
export function wordsIn(setting: unknown): string[] {
  return typeof setting === "number" ? [] : textsIn(setting);
}

function hiddenBy(map: (hide: (text: string) => HiddenValue) => unknown): string[] {
  const texts: string[] = [];
  map((text) => {
    texts.push(text);
    return SENSITIVE;
  });
  return texts;
}

/** True if a field, or anything in it, may hold something sensitive. */
export function mayBeSensitive(field: z.ZodType): boolean {
  if (kindOf(field) !== undefined) return true;
  const inner = unwrap(field);
  if (inner instanceof z.ZodArray) return mayBeSensitive(asType(inner.element));
  return inner instanceof z.ZodObject && Object.values(inner.shape).some((part) => mayBeSensitive(asType(part)));
}

/** True if the value at a path may be sensitive. If the schema does not know the path, its deepest known part decides. */
export function isSensitiveAt(schema: z.ZodType, path: Path): boolean {
  const known = path
    .map((_part, index) => schemaAt(schema, path.slice(0, index + 1)))
    .filter((part) => part !== undefined);
  const deepest = known.at(-1);
  return known.some((part) => kindOf(part) !== undefined) || (deepest !== undefined && mayBeSensitive(deepest));
}

function kindOf(field: z.ZodType | undefined): Sensitivity | undefined {
  const kind = field?.meta()?.["sensitive"];
  return kind === "value" || kind === "url" ? kind : undefined;
}

function mapSensitive(
  field: z.ZodType,
  value: unknown,
  hide: (text: string) => HiddenValue,
  show: (text: string) => string = (text) => text,
): unknown {
  const kind = kindOf(field);
  if (kind === "value") return hideTexts(value, hide);
  if (kind === "url") return typeof value === "string" ? mapUrl(value, hide) : hideTexts(value, hide);
  const inner = unwrap(field);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown) => mapSensitive(asType(inner.element), item, hide, show));
  }
  if (inner instanceof z.ZodObject && isObject(value)) {
    const entries = Object.entries(value).map(([name, content]) => {
      const isKnown = Object.hasOwn(inner.shape, name);
      return [
        name,
        isKnown
          ? mapSensitive(asType(inner.shape[name]), content, hide, PATTERNS.has(name) ? undefined : show)
          : hideTexts(content, hide),
      ] as const;
    });
    return Object.fromEntries(entries);
  }
  // A value of another shape than its field may hold anything.
  const isScalar = typeof value !== "object";
  return isScalar && holdsScalars(inner) ? mapTexts(value, show) : hideTexts(value, hide);
}

/** True if a field is one value, or a list of such values. */
function holdsScalars(field: z.ZodType): boolean {
  if (field instanceof z.ZodArray) return holdsScalars(unwrap(asType(field.element)));
  return !(field instanceof z.ZodObject) && kindOf(field) === undefined;
}

/** A value without user names and passwords of URLs, in any text in it. */
export function withoutUserInfo(value: unknown): unknown {
  return mapTexts(value, hideUserInfo);
}

/** Hides each text and number in a value of any shape. */
function hideTexts(value: unknown, hide: (text: string) => HiddenValue): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => hideTexts(item, hide));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, hideTexts(content, hide)]));
  }
  const isHidden = typeof value === "number" || (typeof value === "string" && value !== "");
  return isHidden ? hide(String(value)) : value;
}

/**
 * Scheme, host and path are shown as they are written. Text without a host, such as `user:password@example.com`, is hidden as a whole if
 * it could hold user info.
 */
function mapUrl(text: string, hide: (text: string) => HiddenValue): string | HiddenValue {
  const { host } = URL.parse(text) ?? {};
  const hasHost = host !== undefined && host !== "";
  const end = text.search(/[?#]/);
  const open = end === -1 ? text : text.slice(0, end);
  // Text that is no URL may be one without its host.
  if (!hasHost && (host === undefined ? /[@%:=]/ : /[@=]|%40/).test(open)) return hide(text);
  const [user] = hasHost ? userInfoOf(open) : [];
  const shown =
    user === undefined
      ? open
      : open.slice(0, user.start) + hide(open.slice(user.start, user.end)).text + open.slice(user.end);
  const query = text.slice(open.length);
  return query.length > 1 ? `${shown}${query.charAt(0)}${hide(query).text}` : shown + query;
}

/** User name, password, values of the query and fragment of a URL, decoded. */
function sensitiveParts(text: string): string[] {
  const { username = "", password = "", searchParams = [], hash = "" } = URL.parse(text) ?? {};
  const parts = [username, password, hash.slice(1)].map((part) => unescape(part));
  return [...parts, ...[...searchParams].map(([name, value]) => value || name)].filter((part) => part !== "");
}
