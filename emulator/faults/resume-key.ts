const prefix = "resume:";

/** The key of a page that goes on after a key, or begins with the first item. No id and no host name looks like it. */
export function resumeKey(after: string | undefined): string {
  return prefix + (after ?? "");
}

/** What such a key goes on after, undefined standing for the start of the list; or the plain key that it is. */
export function resumedKey(key: string | undefined): string | undefined {
  if (!isResumeKey(key)) return key;
  return key === prefix ? undefined : key.slice(prefix.length);
}

export function isResumeKey(key: string | undefined): key is string {
  return key?.startsWith(prefix) === true;
}
