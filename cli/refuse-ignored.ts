import type { RunTexts } from "../engine/run-settings.ts";
import { InvalidSettingsError } from "../sync/settings.ts";
import type { Mode } from "../sync/report.ts";

/** Refuses options that have no effect without another one. Throws InvalidSettingsError with all of them. */
export function refuseIgnored(
  mode: Mode,
  { online, parallelism, waitForDomains, waitTimeout }: RunTexts & { readonly online: boolean },
): void {
  const problems = [
    ...(mode === "validate" && !online && parallelism !== undefined
      ? ["--parallelism needs --online: without it, validate sends no requests."]
      : []),
    ...(waitTimeout !== undefined && waitForDomains === undefined
      ? ["--wait-timeout needs --wait-for-domains: without it, apply does not wait for domains."]
      : []),
  ];
  if (problems.length > 0) throw new InvalidSettingsError(problems);
}
