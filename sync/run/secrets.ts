import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { flaggedValues, secretValues, sensitiveValues } from "../../core/plan/changes.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import { wordsIn } from "../../core/resources/sensitive-values.ts";
import { createRedaction, type Redaction } from "../../core/text/redaction.ts";
import { namesDeclared } from "../report/redact-report.ts";
import type { LoadedFiles } from "./load-files.ts";
import type { RunOptions } from "./run-options.ts";

/** Texts that a run may not show. It learns each secret before any text that could hold it is shown. */
export interface Secrets {
  readonly redaction: Redaction;
  /** For texts of the service, which may quote more than others. */
  readonly ofService: Redaction;
  /** Secrets and names of the files. */
  readonly learnFiles: (files: readonly LoadedFile[], secrets: LoadedFiles["secrets"]) => void;
  /** Secrets and names that the plan and the catalogue show. */
  readonly learnPlan: (planned: PlanResult) => void;
  /** Values that are sent: an engine, and a refusal, may quote them. */
  readonly learnSent: (planned: PlanResult) => void;
  /** All settings: the catalogue did not say which of them are secret, and an error may quote any. */
  readonly learnSettings: (files: readonly LoadedFile[]) => void;
}

export function createSecrets({ secrets, onSecrets }: Pick<RunOptions, "secrets" | "onSecrets">): Secrets {
  const redaction = createRedaction(secrets);
  const hide = (values: readonly string[]): void => {
    redaction.add(values);
    onSecrets?.(values.filter((value) => !redaction.isName(value)));
  };
  return {
    redaction,
    ofService: { ...redaction, redact: redaction.redactOfService },
    learnFiles: (files, values) => {
      redaction.addNames(files.flatMap(namesDeclared));
      hide(values);
    },
    learnPlan: ({ plan, projects }) => {
      redaction.addNames(plan.items.flatMap(({ key, id = "", from = "" }) => [key, id, from]));
      redaction.add(projects.flatMap(secretValues));
      hide(projects.flatMap(flaggedValues));
    },
    learnSent: ({ projects }) => redaction.addOfService(projects.flatMap(sensitiveValues)),
    learnSettings: (files) => redaction.add(files.flatMap(settingTexts)),
  };
}

function settingTexts({ components = [] }: LoadedFile): string[] {
  return components.flatMap(({ declared }) => Object.values(declared.settings ?? {})).flatMap(wordsIn);
}
