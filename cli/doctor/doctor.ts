import { printable, printableJson } from "../../core/text/printable.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import type { Context } from "../terminal.ts";
import { EXIT_CODES } from "../exit-code.ts";
import { CHECKS, type Check, type DoctorJson } from "../json-output.ts";
import { createOutput, type OutputFormat, type Output } from "../output.ts";
import { tokensIn } from "../tokens.ts";
import { readService } from "../with-client.ts";
import { checkService } from "./check-service.ts";
import { checkServiceSettings, redactCheck } from "./check-service-settings.ts";

export interface DoctorOptions {
  /** The component to find in the catalogue. Default: one that is live. */
  readonly component?: string;
  readonly json?: boolean;
}

/** Milliseconds for one request with its retries. */
const DEADLINE = 30_000;

/** Checks the settings, the connection and the rights of the token, and shows what to do. Returns the exit code. */
export async function doctorCommand({ component, json = false }: DoctorOptions, context: Context): Promise<number> {
  const { environment } = context;
  const settings = checkServiceSettings(context);
  const show = (checks: readonly Check[]): number => showChecks(withSkipped(checks), json, context);
  if (settings.some(isFailed)) return show(settings);
  const isTls = new URL(environment["PROJECTSYNC_BASE_URL"] ?? "").protocol === "https:";
  const checks = await readService(context, json, (client) => checkService(client, { component, isTls }), {
    deadline: DEADLINE,
  });
  if (typeof checks === "number") return checks;
  const redaction = createRedaction(tokensIn(context));
  return show([...settings, ...checks.map((check) => redactCheck(check, redaction))]);
}

function isFailed({ status }: Check): boolean {
  return status === "failed";
}

/** All checks: those that were not made are skipped. */
function withSkipped(made: readonly Check[]): readonly Check[] {
  const failed = made.filter(isFailed).map(({ check }) => check);
  const message = `not checked, because of: ${failed.join(", ")}`;
  return CHECKS.map((name) => made.find(({ check }) => check === name) ?? { check: name, status: "skipped", message });
}

function showChecks(checks: readonly Check[], json: boolean, context: Context): number {
  const output = createOutput(context);
  const failed = checks.filter(isFailed);
  const result: DoctorJson = { result: failed.length === 0 ? "ok" : "failed", checks };
  if (json) output.line(printableJson(result));
  else {
    for (const check of checks) showCheck(check, output);
    if (failed.length > 0) output.error(`Failed: ${failed.map(({ check }) => check).join(", ")}. See above.`);
    for (const { failureReason } of failed) output.more(failureReason);
  }
  return failed.length === 0 ? EXIT_CODES.done : EXIT_CODES.failed;
}

const MARKS: Readonly<Record<Check["status"], readonly [mark: string, format: OutputFormat]>> = {
  ok: ["✓", "green"],
  warning: ["!", "yellow"],
  failed: ["✗", "red"],
  skipped: ["-", "dim"],
};

function showCheck({ check, status, message, remedy }: Check, output: Output): void {
  const [mark, format] = MARKS[status];
  output.wrapped(`${output.style(format, mark)} ${check.padEnd(14)}${printable(message)}`);
  if (remedy !== undefined) output.wrapped(`  → ${printable(remedy)}`);
}
