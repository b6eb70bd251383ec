/** The oldest Node that this runs on, as in package.json. */
export const NEEDED = "22.19";

/** Says so where the running Node is older: some of what is imported would end in a stack trace there. */
export function refusal(running: string): string | undefined {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED.split(".").map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `projectsync needs Node ${NEEDED} or newer, and this is ${running}.`;
}
