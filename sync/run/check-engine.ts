import type { EngineName } from "../engine/engine-settings.ts";
import { refuseBroken } from "./parse-settings.ts";

/** Settings of a run that depend on the engine. `undefined` or `false`: not set. */
export interface EngineTexts {
  readonly engine: EngineName;
  readonly stack?: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly rewriteSecrets: boolean;
}

/**
 * Refuses what the engine cannot do, instead of ignoring it. `nameOf` gives what the user calls a setting, such as `Input only`.
 * Throws InvalidSettingsError with all of it.
 */
export function checkEngine(texts: EngineTexts, nameOf: (setting: string) => string): void {
  const { engine, stack, only, rewriteSecrets } = texts;
  const isPulumi = engine === "pulumi";
  refuseBroken([
    [!isPulumi && stack !== undefined, `${nameOf("stack")} is only for engine pulumi.`],
    [
      isPulumi && stack === undefined,
      `${nameOf("stack")} is required with engine pulumi: the name of the Pulumi stack, such as dev.`,
    ],
    [
      isPulumi && only !== undefined,
      `${nameOf("only")} is not possible with engine pulumi: a stack is planned and applied as a whole. Use a stack for each part.`,
    ],
    [
      isPulumi && rewriteSecrets,
      `${nameOf("rewrite-secrets")} is not possible with engine pulumi. The stack knows which secrets changed, and sends those.`,
    ],
  ]);
}
