/** What a record is about. */
export type RecordKind = StoredKind | "catalogue";

export const STORED_KINDS = ["project", "component", "domain"] as const;

/** What a request can create and delete. */
export type StoredKind = (typeof STORED_KINDS)[number];

/** A page of a list, as it is stored. */
export interface Page {
  /** The path of the list. */
  readonly url: string;
  readonly data: readonly object[];
  readonly hasMore: boolean;
  /** The last item: its key, and its number in the order of creation. Undefined if the page is empty. */
  readonly last: { readonly key: string; readonly sequence: number } | undefined;
}

/** What a request did or found, before the habits of the service make an answer of it. Records are as they are stored. */
export type Handled =
  | { readonly kind: "read"; readonly of: RecordKind; readonly record: object }
  | { readonly kind: "created"; readonly of: RecordKind; readonly record: object; readonly body: object }
  | {
      readonly kind: "updated";
      readonly of: RecordKind;
      readonly record: object;
      readonly before: object;
      readonly body: object;
    }
  | { readonly kind: "listed"; readonly of: RecordKind; readonly page: Page }
  /** `id`: for a domain, its name. */
  | { readonly kind: "deleted"; readonly of: RecordKind; readonly id: string; readonly isDeleted: boolean };
