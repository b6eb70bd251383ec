import { unescape } from "node:querystring";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { quote } from "../../core/text/quoted.ts";

export const ENGINES = ["direct", "pulumi"] as const;
export type EngineName = (typeof ENGINES)[number];

/** A stack: its own name, and the project and organization that it is in. */
export interface StackName {
  readonly name: string;
  readonly project: string;
}

/** The project of stacks whose name has none. */
const DEFAULT_PROJECT = "projectsync";
/** Pulumi takes a name that starts with a dash for an option. */
const PART = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

/** Reads `dev` or `organization/project/dev`. */
export function parseStack(option: string, text: string): StackName {
  const parts = text.split("/");
  if ((parts.length !== 1 && parts.length !== 3) || !parts.every((part) => PART.test(part))) {
    throw new InvalidRequestError(
      `${option} must be a name such as dev, or organization/project/dev, not ${quote(text)}.`,
    );
  }
  const [, project = DEFAULT_PROJECT] = parts;
  return { name: text, project };
}

/**
 * The secrets of Pulumi in the environment, and the credentials in the address of its backend: no message may show them, and no
 * project file may read them under another name.
 */
export function pulumiSecrets({
  PULUMI_ACCESS_TOKEN: token,
  PULUMI_CONFIG_PASSPHRASE: passphrase,
  PULUMI_BACKEND_URL: backend = "",
}: Readonly<Record<string, string | undefined>>): string[] {
  const url = URL.parse(backend);
  // A user or a region is an ordinary word, which texts and files may hold.
  const named = [...(url?.searchParams ?? [])].filter(([name]) => /key|secret|password|token/i.test(name));
  // As it is written: a password with a slash makes the address no URL, and the backend quotes it.
  const [, password = ""] = /^[^:]+:\/\/[^:@]*:(.*)@/s.exec(backend) ?? [];
  // A backend may quote what the password stands for, too.
  const texts = [token, passphrase, password, unescape(password), ...named.map(([, value]) => value)];
  return [...new Set(texts)].flatMap((text) => text || []);
}
