/** Most bytes of an answer's body. */
export const MAX_BODY = 8 * 1024 * 1024;
/** Most bytes of an answer's headers together. */
export const MAX_HEADERS = 16 * 1024;
