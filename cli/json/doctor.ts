import { z } from "zod";
import type { Data } from "../../sync/report-schema.ts";
import { errorSchema } from "./error.ts";

/** The checks, in the order in which they are made and shown. */
export const CHECKS = [
  "node",
  "address",
  "proxy",
  "token",
  "connection",
  "certificate",
  "service",
  "access",
  "organizations",
  "catalogue",
] as const;

const check = z
  .object({
    check: z.enum(CHECKS),
    status: z
      .enum(["ok", "warning", "failed", "skipped"])
      .describe("skipped: not needed, or not possible because another check failed."),
    message: z.string().describe("What was found."),
    remedy: z.string().optional().describe("What to do. Always there if the check failed."),
  })
  .meta({ id: "check" });

const doctor = z
  .object({
    result: z.enum(["ok", "failed"]).describe("failed: at least one check failed, and the exit code is 1."),
    checks: z.array(check).describe("All checks, in the order in which they are made."),
  })
  .meta({ id: "doctor", description: "What doctor found." });

/** What `doctor --json` prints. */
export const doctorSchema = z
  .union([doctor, errorSchema])
  .meta({ title: "projectsync doctor", description: "The output of doctor --json." });

export type DoctorJson = Data<z.output<typeof doctor>>;
/** One check and what it found. */
export type Check = Data<z.output<typeof check>>;
