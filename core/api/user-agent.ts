import manifest from "../../package.json" with { type: "json" };

export const VERSION = manifest.version;

/** Sent with every request, so that the service's owner can tell who calls. */
export const userAgent = `projectsync/${VERSION}`;
