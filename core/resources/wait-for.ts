/** The aim of a wait: the DNS of the host name points at the service, or its certificate has been issued. */
export const WAIT_FOR = ["dns", "ssl"] as const;
export type WaitFor = (typeof WAIT_FOR)[number];

/** Seconds. */
export const DEFAULT_WAIT_TIMEOUT = 600;
export const LONGEST_WAIT_TIMEOUT = 3600;
