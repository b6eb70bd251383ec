import { asError, isServiceError } from "../api/errors.ts";

/** What a read shows. `refused`: what counts instead after an error that `isExpected`. Default: if the service did not answer it. */
export function unlessRefused<Found, Instead>(
  read: () => Found,
  refused: (error: Error) => Instead,
  isExpected: (error: unknown) => boolean = isServiceError,
): Found | Instead {
  try {
    return read();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return refused(asError(error));
  }
}

/** What a read shows, or this value. */
export function orIfRefused<Found, Instead>(
  instead: Instead,
  read: () => Found,
  isExpected?: (error: unknown) => boolean,
): Found | Instead {
  return unlessRefused(read, () => instead, isExpected);
}
