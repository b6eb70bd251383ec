import { RefusedError } from "./errors.ts";

/** Items on a page: the most that the service documents. Its default is smaller, and each page costs a request. */
const MOST = "100";

/** Statuses of a service that does not take a query parameter. */
const INVALID_QUERY: ReadonlySet<number> = new Set([400, 422]);

/** Sends the request for one page with the `limit` that the service takes. `undefined`: without one. */
export type PageLimit = <Answer>(send: (limit: string | undefined) => Promise<Answer>) => Promise<Answer>;

/** Asks for large pages. If the service refuses that, sends the request again without a limit, and all later ones too. */
export function createPageLimit(): PageLimit {
  let isRefused = false;
  return async (send) => {
    if (isRefused) return send(undefined);
    try {
      return await send(MOST);
    } catch (error) {
      if (!(error instanceof RefusedError) || !INVALID_QUERY.has(error.status)) throw error;
      const answer = await send(undefined);
      // Not earlier: the refusal may have another reason, such as an invalid organization.
      isRefused = true;
      return answer;
    }
  };
}
