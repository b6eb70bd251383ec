import { causeOf } from "../../provider/api/cause.ts";
import { NoAnswerError, RefusedError } from "../../provider/api/errors.ts";
import { FAILURE_REASONS } from "../../sync/failure-reason.ts";
import type { Check } from "../json-output.ts";

/** The check that a failed request failed, and what to do. */
export type Explanation = Required<Pick<Check, "check" | "message" | "remedy">>;

/** What the remedies name. */
export interface Setup {
  /** A proxy may be between here and the service. */
  readonly isProxied: boolean;
}

const ADDRESS = "Check that PROJECTSYNC_BASE_URL is the address of the service, with the right port and path";
/** A page may be the answer of a gateway. */
const GATEWAY = "This may be the answer of a gateway: check that PROJECTSYNC_BASE_URL is the address of the service.";
const REDIRECT =
  "Set PROJECTSYNC_BASE_URL to the address that it redirects to. projectsync follows no redirect, because it would send the " +
  "token there. If that is a login page, a gateway refuses programs here.";

/** Explains an error of a request by its type, its status and its code. */
export function explainFailure(error: Error, setup: Setup): Explanation {
  if (error instanceof NoAnswerError) return explainNoAnswer(error, setup);
  return { message: error.message, ...(error instanceof RefusedError ? explainRefusal(error) : notTheService()) };
}

function explainRefusal(error: RefusedError): Pick<Explanation, "check" | "remedy"> {
  const { status, body } = error;
  const cause = causeOf(error);
  if (cause === "unauthenticated" || cause === "forbidden") {
    const { remedy } = FAILURE_REASONS[cause];
    return body === "unexpected" ? { check: "service", remedy: `${remedy} ${GATEWAY}` } : { check: "access", remedy };
  }
  if (status >= 300 && status < 400) return { check: "service", remedy: REDIRECT };
  if (status === 429 || status >= 500) {
    return { check: "service", remedy: FAILURE_REASONS["service-error"].remedy };
  }
  return notTheService();
}

function notTheService(): Pick<Explanation, "check" | "remedy"> {
  return { check: "service", remedy: `${ADDRESS}. A gateway or a login page may answer instead.` };
}

/** The client has explained a connection that failed (provider/api/connection-failure.ts). */
function explainNoAnswer({ reason, sent, advice, isCertificate }: NoAnswerError, { isProxied }: Setup): Explanation {
  const settings = isProxied ? "HTTPS_PROXY and PROJECTSYNC_BASE_URL" : "PROJECTSYNC_BASE_URL";
  const busy = `Check the port in ${settings}. If it is right, the service or a gateway is overloaded: try again later.`;
  return {
    check: isCertificate ? "certificate" : "connection",
    message: `${capitalized(reason)}.`,
    remedy: sent || advice === undefined ? busy : advice,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
