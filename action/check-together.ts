import { InvalidSettingsError } from "../sync/settings.ts";

/** Inputs that depend on each other. `undefined` or `false`: not set. */
interface Together {
  readonly mode: string;
  readonly sweepDomains: unknown;
  readonly dryRun: boolean;
  readonly engine: string;
  readonly only: readonly string[] | undefined;
  readonly planCheck: boolean;
  readonly comment: string;
}

/** Refuses inputs that have no effect together, instead of ignoring them. Throws InvalidSettingsError with all of it. */
export function checkTogether({ mode, sweepDomains, dryRun, engine, only, planCheck, comment }: Together): void {
  const isSweep = mode === "sweep";
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
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
  ];
  const problems = rules.flatMap(([isBroken, message]) => (isBroken ? [message] : []));
  if (problems.length > 0) throw new InvalidSettingsError(problems);
}
