/** All results of a run, and what each means. */
export const RESULTS = {
  valid: "The files are valid. Nothing was planned (`validate` only).",
  "no-changes": "The service matches the files.",
  changes: "The plan has changes (`plan` only).",
  drift: "The service differs from the files (`drift` only).",
  applied: "Every change was made.",
  partial: "Some changes were not made, and some were or may have been.",
  blocked: "The files declare something that cannot be done. No change was made.",
  refused: "A guard does not allow the plan to be applied. Nothing was written.",
  invalid: "The files are not valid, or do not fit the catalogue. Nothing was written.",
  stopped: "The run was stopped before everything was done.",
  failed: "No change was made, or the service could not be read.",
} as const satisfies Readonly<Record<string, string>>;
export type Result = keyof typeof RESULTS;
