/** What is known and left out, or let pass, so that it does not hide what is not known. */
export const INGREDIENTS = {
  /** A write that waited in the queue is sent though the token of the one before it was refused. */
  oneMoreAfterRefusal: false,
  /** A project is deleted with a host name that was put back into it, where its list is behind. */
  putBackIntoDeleted: false,
  /** A project is deleted with what was added to it, where its lists are behind. */
  hiddenChildren: true,
  /** The service takes a host name for several projects. */
  duplicateDomains: false,
};
