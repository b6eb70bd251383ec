/** What every deletion answers. */
export interface DeletedResponse {
  readonly object: string;
  /** The id, or a domain's name. */
  readonly id: string;
  readonly deleted: true;
}

export function deleted(object: string, id: string): DeletedResponse {
  return { object, id, deleted: true };
}
