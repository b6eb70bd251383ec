/** Known limits, which the random runs do not report. To see the violations of one, set it to false. */
export const KNOWN_LIMITS = {
  /** With stale lists, a project is deleted together with objects that were added to it. The checks allow this. */
  hiddenChildren: true,
  /** The service attaches a host name to several projects. No schedule plays this. */
  duplicateDomains: true,
};
