export const RESULT_NAMES = [
  "valid",
  "no-changes",
  "changes",
  "drift",
  "applied",
  "partial",
  "blocked",
  "refused",
  "invalid",
  "stopped",
  "failed",
] as const;
export type Result = (typeof RESULT_NAMES)[number];

/** What each result of a run means. */
export const RESULTS: Readonly<Record<Result, string>> = {
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
};
