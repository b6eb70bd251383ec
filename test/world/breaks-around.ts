import type { Break } from "./breaks.ts";

/** Mistakes that somebody could make around the loop: in the sweep, and in the wait for domains. */
export const AROUND: readonly Break[] = [
  {
    name: "sweep: a variable that nothing swept needs is required",
    file: "sync/run/sweep.ts",
    from: "unknownHostNames(file)",
    to: "file.missingVariables",
  },
  {
    name: "sweep: a host name that could not be told is not required",
    file: "sync/run/sweep.ts",
    from: "unknownHostNames(file)",
    to: "[]",
  },
  {
    name: "wait: a gateway's answer ends it",
    file: "core/reconcile/await-domains.ts",
    from: "isTransient(error) || error instanceof ProtocolError",
    to: "isTransient(error)",
  },
];
