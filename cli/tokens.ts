import type { Context } from "./context.ts";

export function tokensIn({ environment: { PROJECTSYNC_TOKEN: token } }: Pick<Context, "environment">): string[] {
  return token === undefined ? [] : [token];
}
