/** The version of this package; a test compares it with package.json. */
export const VERSION = "0.1.0";

/** Sent with every request, so that the service's owner can tell who calls. */
export const userAgent = `projectsync/${VERSION}`;
