/** Known problems that are left out or allowed, so that they do not hide unknown ones. */
export const INGREDIENTS = {
  /** A write that waited in the queue is sent though the token of the one before it was refused. */
  oneMoreAfterRefusal: false,
  /** With a stale list, a project is deleted together with a host name that was put back into it. */
  putBackIntoDeleted: false,
  /** With stale lists, a project is deleted together with objects that were added to it. */
  hiddenChildren: true,
  /** The service takes a host name for several projects. */
  duplicateDomains: false,
};
