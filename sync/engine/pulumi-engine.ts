import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { EngineEvent, PulumiCommand, Stack } from "@pulumi/pulumi/automation/index.js";
import { InvalidRequestError, messageOf } from "../../core/api/errors.ts";
import type { Redact, Redacted } from "../../core/text/redaction.ts";
import {
  EngineError,
  type Engine,
  type EngineRun,
  type EngineStep,
  type OpenEngine,
  type StackFiles,
} from "./engine.ts";
import { previousProjectKey, projectKey } from "../../core/plan/project-items.ts";
import type { StackName } from "./engine-settings.ts";
import { collectSteps } from "./steps.ts";
import { loadWorkspaceModules, type WorkspaceModules } from "./workspace-modules.ts";

export interface PulumiEngineOptions {
  readonly stack: StackName;
  /** The folder with the user's node_modules. */
  readonly folder: string;
  /** Resources at once. */
  readonly parallelism: number;
}

type Automation = WorkspaceModules["automation"];

/**
 * The Pulumi engine: `pulumi` from PATH, driven by the Automation API of the user's workspace. All files are one stack, with a
 * `ProjectFile` each. Backend, passphrase and everything else of Pulumi come from its own variables, and so does the service's
 * token: the program and the provider read PROJECTSYNC_TOKEN and PROJECTSYNC_BASE_URL from the environment of this process.
 */
export function pulumiEngine({ stack: stackName, folder, parallelism }: PulumiEngineOptions): OpenEngine {
  const { name, project } = stackName;
  return async (declared, { stop, giveUp }) => {
    const modules = await loadWorkspaceModules(folder);
    const { automation } = modules;
    const pulumiCommand = await findPulumi(automation, declared.redact);
    // Pulumi writes files of the project there, which the user's checkout is not to have.
    const workDir = await mkdtemp(path.join(tmpdir(), "projectsync-stack-"));
    const plannedWrites = path.join(workDir, "planned-writes.json");
    const program = declare(modules, declared);
    const args = { stackName: name, projectName: project, program };
    const options = {
      workDir,
      pulumiCommand,
      projectSettings: { name: project, runtime: "nodejs" as const, main: path.resolve(folder) },
      // The provider reads it before its first write, and refuses every write without it.
      envVars: { PROJECTSYNC_PLANNED_WRITES: plannedWrites },
    };
    const common = { color: "never" as const, parallel: parallelism, signal: stop };

    let selected: Stack | undefined;
    const select = async (): Promise<Stack | undefined> => {
      try {
        // Each command of the engine takes half a second.
        selected ??= withoutSummaries(await automation.LocalWorkspace.selectStack(args, options));
        return selected;
      } catch (error) {
        if (error instanceof automation.StackNotFoundError) return undefined;
        throw asEngineError(error, stackName, automation, declared.redact);
      }
    };
    const create = async (): Promise<Stack> => {
      try {
        return withoutSummaries(await automation.LocalWorkspace.createStack(args, options));
      } catch (error) {
        // Another run has created it a moment ago.
        const existing = error instanceof automation.StackAlreadyExistsError ? await select() : undefined;
        if (existing !== undefined) return existing;
        throw asEngineError(error, stackName, automation, declared.redact);
      }
    };

    /** Runs one operation. It fails if it ended without a step that tells why. */
    async function operate(
      operation: "preview" | "refresh" | "update",
      start: (onEvent: (event: EngineEvent) => void) => Promise<unknown>,
      { mark, onStep = () => {} }: { readonly mark?: string; readonly onStep?: (step: EngineStep) => void } = {},
    ): Promise<EngineRun> {
      const isUpdate = operation === "update";
      const collector = collectSteps(operation === "refresh", declared.redact, mark);
      const onEvent = (event: EngineEvent): void => {
        const ended = collector.add(event);
        if (ended !== undefined) onStep(ended);
      };
      try {
        await orGiveUp(start(onEvent), giveUp);
        return { steps: collector.steps() };
      } catch (error) {
        const steps = collector.steps();
        const failure = asEngineError(error, stackName, automation, declared.redact, collector.error());
        // Reports the steps that were done, or may have been. Without any, the failure is that of the run.
        const hasBegun = steps.some(({ status, action }) => status !== "planned" || (isUpdate && action !== "same"));
        if (hasBegun || stop.aborted) return { steps, error: failure.message };
        throw failure;
      }
    }

    const engine: Engine = {
      stack: name,
      preview: async () => {
        const stack = await select();
        return stack && operate("preview", (onEvent) => stack.preview({ ...common, refresh: true, onEvent }));
      },
      findDrift: async () => {
        const stack = await select();
        return stack && operate("refresh", (onEvent) => stack.refresh({ ...common, previewOnly: true, onEvent }));
      },
      update: async (writes, onStep) => {
        await writeFile(plannedWrites, JSON.stringify(writes), { mode: 0o600 });
        const stack = (await select()) ?? (await create());
        const settings = { ...common, refresh: true, continueOnError: true };
        const { mark } = writes;
        return operate("update", (onEvent) => stack.up({ ...settings, onEvent }), { mark, onStep });
      },
      [Symbol.asyncDispose]: () => rm(workDir, { recursive: true, force: true }),
    };
    return engine;
  };
}

/** The program of the stack: a `ProjectFile` for each file, named by the key of its project. */
function declare(
  { projectsync }: WorkspaceModules,
  { files, folder, prune, allowEnv }: StackFiles,
): () => Promise<void> {
  return async () => {
    for (const file of files) {
      const args = {
        path: path.resolve(folder, file.file),
        prune,
        ...(allowEnv === undefined ? {} : { allowEnv: allowEnv.patterns }),
      };
      const previous = previousProjectKey(file);
      // A renamed project keeps its resource.
      const aliases = previous === undefined ? [] : [{ name: previous }];
      // oxlint-disable-next-line no-new -- a resource declares itself
      new projectsync.ProjectFile(projectKey(file), args, { aliases });
    }
  };
}

/** After an update, Pulumi runs three more commands for its outputs and its summary. Nothing here reads them. */
function withoutSummaries(stack: Stack): Stack {
  stack.outputs = () => Promise.resolve({});
  stack.info = () => Promise.resolve(undefined);
  return stack;
}

async function findPulumi({ PulumiCommand: command }: Automation, redact: Redact): Promise<PulumiCommand> {
  try {
    return await command.get();
  } catch (error) {
    throw new InvalidRequestError(
      `Engine pulumi needs the program pulumi on PATH, in a version that @pulumi/pulumi accepts: ${lastLine(redact(messageOf(error)))}`,
      { cause: error },
    );
  }
}

/** The engine saves its state before it ends. If it does not end in time, the run reports without it. */
async function orGiveUp(operation: Promise<unknown>, giveUp: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(new Error("The engine did not stop in time."));
  if (giveUp.aborted) end();
  giveUp.addEventListener("abort", end, { once: true });
  try {
    await Promise.race([operation, promise]);
  } finally {
    giveUp.removeEventListener("abort", end);
  }
}

/** `found`: what the engine's events say. */
function asEngineError(
  error: unknown,
  { name: stack, project }: StackName,
  automation: Automation,
  redact: Redact,
  found?: string,
): EngineError {
  if (error instanceof automation.ConcurrentUpdateError) {
    // Outside of a Pulumi project, Pulumi takes only full names.
    const command = stack.includes("/")
      ? `pulumi cancel --stack ${stack}`
      : `pulumi cancel --stack organization/${project}/${stack} (in Pulumi Cloud, with the name of your organization)`;
    const remedy = `Wait for the other update. If it was killed, run: ${command}`;
    return new EngineError("stack-locked", `Stack ${stack} is locked by another update. ${remedy}`, error);
  }
  const message = found ?? errorLine(redact(messageOf(error)));
  return new EngineError("engine-failed", `Pulumi failed on stack ${stack}: ${message}`, error);
}

/** The error that Pulumi printed, out of all that it printed. */
function errorLine(text: Redacted): string {
  const line = text.split("\n").find((each) => /^\s*error: /.test(each));
  return line === undefined ? lastLine(text) : line.trim().slice("error: ".length);
}

function lastLine(text: Redacted): string {
  return text.trim().split("\n").at(-1)?.trim() ?? "";
}
