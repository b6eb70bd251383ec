export const RESULTS = [
  { name: "valid", meaning: "The files are valid. Nothing was planned (`validate` only)." },
  { name: "no-changes", meaning: "The service matches the files, or a sweep has nothing to remove." },
  { name: "changes", meaning: "The plan has changes (`plan`, and `sweep` with `dry-run`)." },
  {
    name: "drift",
    meaning: "The service differs from the files, or `fail-on` lists something else that was found (`drift` only).",
  },
  { name: "applied", meaning: "Every change was made." },
  { name: "partial", meaning: "Some changes were not made, and some were or may have been." },
  {
    name: "blocked",
    meaning:
      "The files declare something that cannot be done, or a sweep does not know what is over. No change was made.",
  },
  { name: "refused", meaning: "A guard does not allow the plan to be applied. Nothing was written." },
  { name: "invalid", meaning: "The files are not valid, or do not fit the catalogue. Nothing was written." },
  { name: "stopped", meaning: "The run was stopped before everything was done." },
  { name: "failed", meaning: "No change was made, or the service could not be read." },
] as const;

export type Result = (typeof RESULTS)[number]["name"];
