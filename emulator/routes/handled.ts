import type { RecordKind } from "../profile/show/record-kind.ts";

/** A page of a list, as it is stored. */
export interface Page {
  /** The path of the list. */
  readonly url: string;
  readonly data: readonly object[];
  readonly hasMore: boolean;
  /** The key of the last item. Undefined if the page is empty. */
  readonly lastKey: string | undefined;
}

/** What a request did or found, before the habits of the service make an answer of it. Records are as they are stored. */
export type Handled =
  | { readonly kind: "read"; readonly of: RecordKind; readonly record: object }
  | { readonly kind: "created"; readonly of: RecordKind; readonly record: object }
  | { readonly kind: "updated"; readonly of: RecordKind; readonly record: object; readonly before: object }
  | { readonly kind: "listed"; readonly of: RecordKind; readonly page: Page }
  /** `id`: for a domain, its name. */
  | { readonly kind: "deleted"; readonly of: RecordKind; readonly id: string };
