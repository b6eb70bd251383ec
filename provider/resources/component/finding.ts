/** What the catalogue says against a declared component. An `error` forbids the write; a `warning` is shown. */
export interface Finding {
  readonly level: "error" | "warning";
  readonly field: "component" | "version" | "settings";
  /** Name of the setting, if the finding is about one. */
  readonly setting?: string;
  /** The value is wrong. Otherwise the name is wrong, or something is missing. */
  readonly inValue?: boolean;
  /** Never holds a value, which may be a secret. */
  readonly message: string;
}
