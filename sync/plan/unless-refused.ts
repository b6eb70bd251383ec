import { isServiceError } from "../../provider/api/errors.ts";

/** What a read shows. `refused`: what counts instead if the service did not answer it. */
export function unlessRefused<Found, Instead>(read: () => Found, refused: (error: Error) => Instead): Found | Instead {
  try {
    return read();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return refused(error);
  }
}
