/*
 * Runs Pulumi programs in a plain Node process, in the folder of an installation (install.ts copies this file there):
 * Pulumi does not find the modules in vitest's own process. Takes requests from its parent, one at a time. Its arguments are the
 * folder of the stack, and whether the stack is new.
 */
import { createRequire, findPackageJSON } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as automation from "@pulumi/pulumi/automation/index.js";
import type * as pulumi from "@pulumi/pulumi";
import type * as projectsync from "../../../provider/index.ts";

/** What a program is given: the modules as the installation has them. */
export interface Given {
  readonly pulumi: typeof pulumi;
  readonly projectsync: typeof projectsync;
}

export interface Request {
  readonly operation: "up" | "preview" | "refresh" | "destroy" | "cancel";
  /** A file of the folder: one that exports `program`, or one that is a program. */
  readonly file?: string | undefined;
  readonly parameters?: unknown;
  readonly options?: Options | undefined;
  readonly config: Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly engine: string;
}

/** Options of Pulumi's own. */
export interface Options {
  /** URNs. */
  readonly target?: string[];
  readonly replace?: string[];
  /** Go on with the other resources after a failure. */
  readonly continueOnError?: boolean;
  /** Milliseconds until the operation is interrupted, as by Ctrl+C. Default: never. */
  readonly limit?: number;
}

/** One step that the engine took, or in a preview would take. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  /** Paths of the inputs that differ, with how. */
  readonly diff: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly steps: readonly Step[];
  readonly outputs: Readonly<Record<string, unknown>>;
  /** What the user sees. */
  readonly text: string;
  readonly failed: boolean;
  /** Whether it was interrupted at its limit. */
  readonly wasInterrupted: boolean;
  /** Steps that ended well, as `create urn:…`, in their order. */
  readonly done: readonly string[];
  /** Errors of resources. */
  readonly errors: readonly { readonly urn: string; readonly message: string }[];
}

const folder = process.cwd();
const [, , own = "", age] = process.argv;
const require = createRequire(join(folder, "package.json"));

/** Modules of the installation. What `require` gives has no type. */
const modules = {
  automation: (): typeof automation => require("@pulumi/pulumi/automation/index.js"),
  pulumi: (): typeof pulumi => require("@pulumi/pulumi"),
  // Not a literal: the compiler would search the package in this repository's lib/.
  projectsync: (name = "projectsync"): Promise<typeof projectsync> => import(name),
};

let request: Request;
let opened: Promise<automation.Stack> | undefined;

/** Once for all operations: each command of the engine takes half a second. */
async function open(): Promise<automation.Stack> {
  const { LocalWorkspace, PulumiCommand } = modules.automation();
  const args = { stackName: "test", projectName: "program", program: () => program(request) };
  const options = {
    workDir: own,
    pulumiCommand: await PulumiCommand.get({ root: request.engine }),
    projectSettings: { name: "program", runtime: "nodejs" as const, main: folder },
  };
  const stack = await (age === "new"
    ? LocalWorkspace.createStack(args, options)
    : LocalWorkspace.selectStack(args, options));
  // After each operation, Pulumi runs three more commands for these. The outputs are in the events too.
  stack.info = () => Promise.resolve(undefined);
  stack.outputs = () => Promise.resolve({});
  return stack;
}

async function answer(): Promise<Reply> {
  Object.assign(process.env, request.environment);
  opened ??= open();
  const stack = await opened;
  if (Object.keys(request.config).length > 0) await stack.setAllConfig({ ...request.config });
  const steps: Step[] = [];
  const texts: string[] = [];
  const done: string[] = [];
  const errors: Reply["errors"][number][] = [];
  let outputs: Record<string, unknown> = {};
  const { limit, ...given } = request.options ?? {};
  const signal = limit === undefined ? undefined : AbortSignal.timeout(limit);
  const options = {
    color: "never" as const,
    onOutput: (text: string) => void texts.push(text),
    onEvent: (event: automation.EngineEvent) => {
      const ended = event.resOutputsEvent?.metadata;
      if (ended !== undefined) done.push(`${ended.op} ${ended.urn}`);
      if (ended?.type === "pulumi:pulumi:Stack") outputs = ended.new?.outputs ?? {};
      const failure = event.resOpFailedEvent?.metadata;
      if (failure !== undefined) errors.push({ urn: failure.urn, message: `${failure.op} failed` });
      const said = event.diagnosticEvent;
      if (said?.severity === "error") errors.push({ urn: said.urn ?? "", message: said.message });
      const metadata = event.resourcePreEvent?.metadata;
      if (metadata === undefined || metadata.op === "same" || metadata.type.startsWith("pulumi:")) return;
      const diff = Object.entries(metadata.detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind]);
      steps.push({ op: metadata.op, urn: metadata.urn, diff: Object.fromEntries(diff) });
    },
    ...given,
    ...(signal === undefined ? {} : { signal }),
  };
  let failed = false;
  try {
    if (request.operation === "cancel") await stack.cancel();
    else await stack[request.operation](options);
  } catch (error) {
    failed = true;
    texts.push(String(error));
  }
  const wasInterrupted = signal?.aborted === true;
  return { steps, outputs, text: texts.join("\n"), failed, wasInterrupted, done, errors };
}

/** Runs a program from the beginning, as a new `pulumi up` would. */
async function program({ file = "", parameters }: Request): Promise<Record<string, unknown>> {
  const path = join(folder, file);
  const module: unknown = await loadAgain(path);
  if (!isRecord(module)) return {};
  if (typeof module["program"] !== "function") return { ...module };
  const outputs: unknown = await module["program"](
    { pulumi: modules.pulumi(), projectsync: await modules.projectsync() },
    parameters,
  );
  return isRecord(outputs) ? outputs : {};
}

let loaded = 0;

async function loadAgain(path: string): Promise<unknown> {
  loaded += 1;
  if (!isCommonJs(path)) return import(`${pathToFileURL(path).href}?${loaded}`);
  delete require.cache[path];
  const exported: unknown = require(path);
  return exported;
}

/** As Node tells it: by the package that the file is in. */
function isCommonJs(path: string): boolean {
  const nearest = findPackageJSON(pathToFileURL(path));
  if (nearest === undefined || !path.endsWith(".js")) return false;
  const { type }: { type?: string } = require(nearest);
  return type !== "module";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

process.on("message", (message: Request) => {
  request = message;
  void answer()
    .catch((error: unknown): Reply => ({
      steps: [],
      outputs: {},
      text: String(error),
      failed: true,
      wasInterrupted: false,
      done: [],
      errors: [],
    }))
    .then((reply) => process.send?.(reply));
});
