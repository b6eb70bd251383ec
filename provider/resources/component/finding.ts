/** What the catalogue has against a declared component. `error` forbids a write; `warning` is said aloud. */
export interface Finding {
  readonly level: "error" | "warning";
  readonly field: "component" | "version" | "settings";
  /** The name of the setting that it is about, if one. */
  readonly setting?: string;
  /** Whether what is written under the name is wrong, and not the name, or that something is missing. */
  readonly inValue?: boolean;
  readonly message: string;
}
