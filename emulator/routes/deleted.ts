/** The answer to every deletion (docs/service.md, Deleting). */
export interface DeletedResponse {
  readonly object: string;
  /** The id, or the name of a domain. */
  readonly id: string;
  readonly deleted: true;
}

export function deleted(object: string, id: string): DeletedResponse {
  return { object, id, deleted: true };
}
