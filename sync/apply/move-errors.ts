/** A host name was not attached to its new project. It is attached to its old one again. */
export class MoveUndoneError extends Error {
  override readonly name = "MoveUndoneError";

  constructor(name: string, from: string, cause: Error) {
    super(`${cause.message} ${name} is attached to ${from} again.`, { cause });
  }
}

/** A host name was detached from its old project, and attaching it to the new one and to the old one failed. */
export class NotMovedError extends Error {
  override readonly name = "NotMovedError";

  /** Why it could not be attached to the old project again. */
  readonly again: Error;

  constructor(name: string, from: string, cause: Error, again: Error) {
    super(
      `${name} may not be attached to any project now. Moving it failed: ${cause.message} Attaching it to ${from} again ` +
        `failed too: ${again.message} Run this again, or attach it by hand.`,
      { cause },
    );
    this.again = again;
  }
}
