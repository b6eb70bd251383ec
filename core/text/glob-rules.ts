/** How globs are read: `[!a]` is any character but `a`, as in a shell. So does tinyglobby read one, and picomatch only if it is told to. */
export const GLOB_RULES = { posix: true } as const;
