import { asError, isServiceError } from "../api/errors.ts";

/** The result of a read. `refused`: counts instead after an error that `isExpected`. Default: if the service did not answer it. */
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

/** The result of a read, or this value. */
export function orIfRefused<Found, Instead>(
  instead: Instead,
  read: () => Found,
  isExpected?: (error: unknown) => boolean,
): Found | Instead {
  return unlessRefused(read, () => instead, isExpected);
}
