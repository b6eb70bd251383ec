const prefix = "resume:";

/** A `start_key` for a page that continues after a key, or starts at the first item. No id or host name looks like it. */
export function resumeKey(after: string | undefined): string {
  return prefix + (after ?? "");
}

/** The key to continue after: the key inside a resume key (undefined: start of the list), or the plain key itself. */
export function plainKey(key: string | undefined): string | undefined {
  if (!isResumeKey(key)) return key;
  return key === prefix ? undefined : key.slice(prefix.length);
}

export function isResumeKey(key: string | undefined): key is string {
  return key?.startsWith(prefix) === true;
}
