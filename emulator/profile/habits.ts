import type { ServiceBehaviour } from "../faults/schedule.ts";

/**
 * The habits of a service: what it does differently from the description. `{}`: nothing. A fault happens to a request; a habit
 * is how the service always is. docs/internals/answers.md says for each habit who has it.
 */
export interface Habits extends ServiceBehaviour {
  /**
   * The form in which values are shown. It changes no stored value.
   *
   * - `normalized`: each value in one form, and `null` without a value.
   * - `terse`: no defaults, no empty texts, no types and times of records, and components without their organization.
   *
   * Default: as they were sent.
   */
  readonly forms?: "normalized" | "terse";
  /** How settings are shown that are secret in any version of the catalogue's component. Default: as they were sent. */
  readonly secrets?: { readonly as: Mask };
  readonly changes?: {
    /**
     * What an update does with settings that it does not name. `merge`: they stay. `merge-patch`: also, a setting that is `null`
     * is removed. Default: they are removed.
     */
    readonly settings?: "merge" | "merge-patch";
    /** A change of the version removes the settings that the new version does not have. Default: false. */
    readonly versionDropsSettings?: true;
    /** Fields of a project or component that an update does not change. Default: none. */
    readonly ignored?: readonly string[];
  };
  readonly lists?: {
    /** `ids`: records in lists have only their id and their key (of a component: the id of the catalogue). Default: all fields. */
    readonly fields?: "ids";
    /** `omitted`: the last page has no `has_more` and no `last_key`. Default: it has both. */
    readonly end?: "omitted";
    /** Records per page without `limit`. Default: 20. */
    readonly pageSize?: number;
    /** The filter by organization is ignored. Default: false. */
    readonly allOrganizations?: true;
    /** Every second list shows the state of so many milliseconds ago, so that lists go back in time. Default: 0. */
    readonly goBackMs?: number;
  };
  readonly late?: {
    /** Milliseconds until a GET of a single object shows a write. Until then a new object is not found. Default: 0. */
    readonly readsMs?: number;
    /** Milliseconds after its creation in which a project cannot be changed and everything below it is not found. Default: 0. */
    readonly newProjectMs?: number;
  };
  /** The answer to a write. `none`: 204. `empty`: `{}`. `id`: `{ id }`, for a domain `{ name }`. Default: as described. */
  readonly answers?: {
    readonly create?: ShortAnswer;
    /** `old`: the record as it was before. */
    readonly update?: ShortAnswer | "old";
    readonly delete?: "none";
  };
  /** Records have fields that are not described: one that differs at each read, and an id of domains. Default: false. */
  readonly extra?: true;
  /**
   * `message`: a refusal is only `{ "message" }`, and 422 instead of 400 and 409. "Not found" stays as described. Default: as
   * described.
   */
  readonly errors?: "message";
  /** How many requests of a token are handled in each window. The others get 429, a page and no `Retry-After`. Default: all. */
  readonly rate?: { readonly requests: number; readonly windowMs: number };
  /** Milliseconds after its detachment in which a host name is taken. Default: 0. */
  readonly hostNames?: { readonly releaseMs: number };
  /**
   * Each new project has the host name `<id>.edgee.app`, which goes with it. `fixed`: it cannot be detached. `removable`: it can. Default:
   * it has none.
   */
  readonly automaticHostName?: "fixed" | "removable";
  /** Milliseconds after its attachment from which a domain is ready. Default: as the seed says, else never. */
  readonly domains?: { readonly dnsMs?: number; readonly sslMs?: number };
  /** Deleting a project that has components or domains is refused with a conflict. Default: false. */
  readonly onlyEmptyProjects?: true;
}

/** `stars`: `********`. `prefix-stars`: `EAABsb******`. `redacted`: `[redacted]`. `suffix`: the last four characters. */
export type Mask = "omitted" | "empty" | "null" | "stars" | "prefix-stars" | "redacted" | "suffix";

export type ShortAnswer = "none" | "empty" | "id";
