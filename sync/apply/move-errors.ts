/** A host name did not get to its new project, and is attached to its old one again. */
export class MoveUndoneError extends Error {
  override readonly name = "MoveUndoneError";

  constructor(name: string, from: string, cause: Error) {
    super(`${cause.message} ${name} is attached to ${from} again.`, { cause });
  }
}

/** A host name was detached from one project, not attached to the other, and not attached to the first again. */
export class NotMovedError extends Error {
  override readonly name = "NotMovedError";

  readonly again: Error;

  constructor(name: string, from: string, moving: Error, again: Error) {
    super(
      `${name} may be attached to no project now. Moving it failed: ${moving.message} Attaching it to ${from} again failed ` +
        `too: ${again.message} Attach it by hand, or run this again.`,
      { cause: moving },
    );
    this.again = again;
  }
}
