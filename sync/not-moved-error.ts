/** A host name was detached from one project, not attached to the other, and not attached to the first again. */
export class NotMovedError extends Error {
  override readonly name = "NotMovedError";

  constructor(name: string, from: string, attaching: Error, again: Error) {
    super(
      `${name} may be attached to no project now. Attaching it failed: ${attaching.message} Attaching it to ${from} again ` +
        `failed too: ${again.message} Attach it by hand, or run this again.`,
      { cause: attaching },
    );
  }
}
