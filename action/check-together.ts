import { refuseBroken } from "../sync/settings.ts";
import type { Inputs } from "./inputs.ts";

type Settings = Pick<Inputs, "mode" | "sweepDomains" | "dryRun" | "engine" | "only" | "planCheck" | "comment">;

/** Refuses inputs that have no effect together, instead of ignoring them. Throws InvalidSettingsError with all of it. */
export function checkTogether({ mode, sweepDomains, dryRun, engine, only, planCheck, comment }: Settings): void {
  const isSweep = mode === "sweep";
  refuseBroken([
    [
      isSweep && sweepDomains === undefined,
      "Input sweep-domains is required with mode sweep: a pattern such as pr-{number}.preview.example.com.",
    ],
    [!isSweep && sweepDomains !== undefined, "Input sweep-domains is only for mode sweep."],
    [!isSweep && dryRun, "Input dry-run is only for mode sweep. Use mode plan."],
    [isSweep && engine === "pulumi", "Mode sweep is not possible with engine pulumi. Leave out engine and stack."],
    [isSweep && only !== undefined, "Input only is not possible with mode sweep: sweep-domains says what it removes."],
    [isSweep && planCheck, "Input plan-check is not possible with mode sweep: no pull request shows what it removes."],
    // The comments keep what was applied: without them, what was reviewed once would count again.
    [
      planCheck && comment === "never",
      "Input plan-check needs comments, which also keep what was applied: leave out comment: never.",
    ],
  ]);
}
