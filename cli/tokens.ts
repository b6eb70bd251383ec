import { createRedaction } from "../core/text/redaction.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import type { Context } from "./terminal.ts";

export function tokensIn({ environment: { PROJECTSYNC_TOKEN: token } }: Pick<Context, "environment">): string[] {
  return token === undefined ? [] : [token];
}

/** Takes tokens and the user info of URLs out of a message. Each error and note goes through it. */
export function messageCleaner(context: Pick<Context, "environment" | "words">): (message: string) => string {
  const { redactTokens } = createRedaction(tokensIn(context));
  // In a message, it is not known where an argument with spaces ends.
  const urls = (context.words ?? [])
    .flatMap((word) => [word.slice(word.indexOf("=") + 1), word.replace(/^[-!]+/, "")])
    .map((url): string => redactTokens(url))
    .filter((url) => hideUserInfo(url) !== url);
  return (message) =>
    hideUserInfo(urls.reduce<string>((shown, url) => shown.replaceAll(url, hideUserInfo), redactTokens(message)));
}
