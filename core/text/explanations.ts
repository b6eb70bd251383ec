/*
 * The one table of explanations: what a message means, and what to do. Messages, the reports of runs, `doctor` and the docs take their
 * words from it. `{settings}` and the like are filled in where a message is made.
 */

type Explanations = Readonly<Record<string, { readonly means: string; readonly remedy: string }>>;

/** Why a run fails, for programs. */
export const FAILURE_REASONS = {
  "bad-input": {
    means: "An input, an option or the saved plan is missing or invalid, or `only` matches nothing.",
    remedy: "Correct what the message names.",
  },
  "event-refused": {
    means: "The event does not allow the mode, for example because it may be about code from a fork (Action only).",
    remedy: "Use mode `auto`, or skip the step for this event.",
  },
  outdated: {
    means:
      "The commit is outdated or not that of the files, so it was not applied, and `on-outdated` is `fail` (Action only).",
    remedy: "Run the newest commit. To roll back, set `allow-outdated: true`.",
  },
  "invalid-files": {
    means: "A project file is missing or invalid, or does not fit the catalogue.",
    remedy: "Correct the lines that are named. `validate` checks them without the service.",
  },
  unauthenticated: {
    means: "The service refused the access token (401): PROJECTSYNC_TOKEN, or the Action's input `token`.",
    remedy: "Check the access token, or create a new one.",
  },
  forbidden: {
    means: "The token may not do this (403).",
    remedy: "Check that the token may do this in this organization.",
  },
  unreachable: {
    means: "There was no connection to the service, or no complete answer in time.",
    remedy:
      "Check what the message names: address, proxy, certificate or network. `projectsync doctor` checks each of them.",
  },
  "service-error": {
    means: "The service answered with another error, or with an answer that cannot be used.",
    remedy: "After a 4xx, correct what the message names. Otherwise, try again later.",
  },
  "guard-max-deletes": {
    means: "The plan has more deletions than `max-deletes` allows.",
    remedy: "Check the deletions. If they are intended, raise `max-deletes`.",
  },
  "guard-max-updates": {
    means: "The plan has more updates than `max-updates` allows.",
    remedy: "Check what they have in common. If they are intended, raise `max-updates`.",
  },
  "plan-changed": {
    means:
      "The plan has changes that the reviewed plan does not show, there is no reviewed plan for this service, or an apply over Pulumi refused what its plan does not show.",
    remedy: "Review a new plan.",
  },
  "not-confirmed": {
    means: "The plan was not confirmed (command line only).",
    remedy: "Answer `y`, or pass `--yes`.",
  },
  blocked: {
    means: "The files declare something that cannot be done. The plan has the reasons.",
    remedy: "Correct what the reasons name.",
  },
  drift: {
    means: "The service differs from the files, or `fail-on` lists something else that was found.",
    remedy:
      "Apply the files, or declare what is live. If values are unset, set their variables, or leave `unset` out of `fail-on`.",
  },
  partial: {
    means: "Some changes were made, and some were not or may not have been.",
    remedy: "Correct what failed, and run it again: it does what is left.",
  },
  "domains-not-ready": {
    means: "Every change was made, but not all domains got the status that the run waited for.",
    remedy: "Check the DNS of the host names, and run it again: it waits again.",
  },
  stopped: { means: "The run was stopped by a signal.", remedy: "Run it again: it does what is left." },
  "stack-locked": {
    means: "Another update has locked the stack (`engine: pulumi` only).",
    remedy: "Wait for the other update. If there is none, run `pulumi cancel`.",
  },
  "engine-failed": {
    means: "Pulumi failed, for example because of a wrong passphrase (`engine: pulumi` only).",
    remedy: "Correct what Pulumi's message names.",
  },
  failed: {
    means: "No change was made, for several reasons. The summary has them.",
    remedy: "Correct what the summary names, and run it again.",
  },
  "internal-error": { means: "There is a bug in projectsync.", remedy: "Please report it." },
} as const satisfies Explanations;

export type FailureReason = keyof typeof FAILURE_REASONS;

/** Nothing more than the message can be said about these. */
const SAY_ALL: ReadonlySet<FailureReason> = new Set([
  "bad-input",
  "invalid-files",
  "guard-max-deletes",
  "guard-max-updates",
  "drift",
  "not-confirmed",
  "stopped",
  "internal-error",
]);

/** Where to read more about a failure. `undefined`: nowhere. */
export function addressOfMore(reason: FailureReason | undefined): string | undefined {
  return reason === undefined || SAY_ALL.has(reason)
    ? undefined
    : `https://github.com/projectsync/projectsync/blob/main/docs/troubleshooting.md#${reason}`;
}

/** More exact causes of `unreachable`, `service-error`, `unauthenticated` and `forbidden`. */
export const ANSWERS = {
  "certificate-date": {
    means: "the certificate is not valid today ({code})",
    remedy: "Check the clock of this machine. If it is right, the operator of the service must renew the certificate.",
  },
  "certificate-host": {
    means: "the certificate is for another host name ({code})",
    remedy: "Check the host name in {settings}.",
  },
  "certificate-untrusted": {
    means: "the certificate is not trusted ({code})",
    remedy:
      "If a private authority or a proxy issues certificates here, set NODE_EXTRA_CA_CERTS to a PEM file with its certificate, and check that " +
      "the file exists.",
  },
  "proxy-password": {
    means: "the proxy asks for a user name and a password ({code})",
    remedy: "Check them in {proxy}, between // and the host name: user:password@proxy.example.com:3128.",
  },
  "proxy-cannot-reach": {
    means: "the proxy answered {code}: it did not reach the service",
    remedy: "Check the host name and the port in {settings}, and that the service can be reached from the proxy.",
  },
  "proxy-refuses": {
    means: "the proxy answered {code} instead of connecting",
    remedy: "Ask the operator of the proxy for access to the service, or add the host of the service to NO_PROXY.",
  },
  "host-not-found": {
    means: "the host {name}was not found ({code})",
    remedy:
      "Check the host name in {settings}, and the DNS of this machine. A private network may need a VPN or HTTPS_PROXY.",
  },
  "port-closed": {
    means: "{peer} refused the connection ({code})",
    remedy: "Check the host name and the port in {settings}, and that the service runs.",
  },
  "port-not-tls": {
    means: "the port does not speak TLS as expected ({code})",
    remedy: "Check the port in {settings}: it may be one for http, or of another service.",
  },
  "no-connection": {
    means: "cannot connect to the service ({code})",
    remedy: "Check {settings} and the firewall. A private network may need a VPN or HTTPS_PROXY.",
  },
  "no-answer": {
    means: "no complete answer, or the connection closed before it",
    remedy: "Check the port in the base URL. If it is right, the service or a gateway is overloaded: try again later.",
  },
  redirect: {
    means: "the address redirects (3xx)",
    remedy:
      "Set the base URL to the address that it redirects to (`curl -I` shows it). projectsync follows no redirect, because it would send the token there. If that " +
      "is a login page, a gateway refuses programs here.",
  },
  "gateway-refuses": {
    means: "401 or 403 with a body that is not the service's",
    remedy:
      "Check that the base URL is the service's address: a gateway may answer instead. Then check the access token.",
  },
  "too-large": {
    means: "413, 414 or 431: the request is larger than a gateway or the service takes",
    remedy: "Ask the operator of the gateway for a higher limit, or declare less in one object.",
  },
  "old-answer": {
    means: "the answer is old: a cache sent it, not the service",
    remedy: "Exclude the address of the service from the cache of the gateway, or wait until it expires.",
  },
  "wrong-address": {
    means: "the answer is not that of the service",
    remedy: "Check that the base URL is the service's address. A gateway or a login page may answer instead.",
  },
  "odd-answer": {
    means: "the service refuses the request, or breaks its own rules",
    remedy: "Report the message to the operator of the service.",
  },
} as const satisfies Explanations;
