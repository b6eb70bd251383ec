import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Prune } from "../core/plan/plan-options.ts";
import { codeOf, messageOf } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { hideUserInfo } from "../core/text/user-info.ts";
import { allowedVariables, tokensIn } from "../core/file/file-environment.ts";
import { loadFile } from "../core/file/load-file.ts";
import { formatProblem } from "../core/file/problem.ts";
import { readBytes } from "../core/file/read-text.ts";
import { printable } from "../core/text/printable.ts";
import { readFileVariables } from "./configuration.ts";
import { declareFile } from "./project-file-children.ts";

/** Where the project file is, and what may be deleted. */
export interface ProjectFileArgs {
  /** Path of the project file, from the folder of the Pulumi project. */
  path: string;
  /**
   * Kinds that are deleted when their line is removed from the file, and when the stack is destroyed. Default: none; the stack
   * only forgets the object. `all` covers the components, the domains and the project, with everything in it. Takes effect after the next
   * `pulumi up`: set it before you remove a line.
   */
  prune?: readonly Prune[];
  /**
   * The only environment variables that the file may read: names, or globs such as `SITE_*`. Default: none if the variable CI is set, else
   * any.
   */
  allowEnv?: readonly string[];
  /** Account to use for all of the file. Default: the one without a profile. */
  profile?: string;
}

/**
 * A project file: its project, components and domains as resources, with the meaning that the file has for the Action and the
 * command line.
 *
 * ```ts
 * const site = new projectsync.ProjectFile("site", { path: "projectsync.yaml" });
 * ```
 *
 * What exists is adopted. Live objects that the file does not declare are left unchanged.
 *
 * - `{ env: NAME }`, with a `type` or without, and `{ secret: NAME }` read the environment of the program. A `{ secret: … }` is a Pulumi secret.
 * - `protect: true` is Pulumi's `protect`. `id` is `adoptId`, and `previous_slug` is `previousSlug`.
 * - `must_exist: true`: the project is looked up, and never created or deleted. If the file declares fields of it, they are
 *   managed.
 * - `absent: true`: nothing is declared, and an object that the stack has is treated as if its line were removed. To remove
 *   any other object, apply the file with the Action or the command line.
 * - A changed `slug` renames the project that the stack has. Write `previous_slug` too, so that it does so everywhere.
 *
 * Throws an error with every problem of the file and its position. Every variable must be set, in a preview too.
 */
export class ProjectFile extends pulumi.ComponentResource {
  /** ID of the project. `undefined` if the file declares it as absent. */
  readonly projectId: pulumi.Output<string | undefined>;
  /** Slug of the project. `undefined` if the file declares it as absent. */
  readonly slug: pulumi.Output<string | undefined>;
  /** IDs of the declared components, as `prj_x/pc_y`, by `organization/component`. */
  readonly componentIds: pulumi.Output<Record<string, string>>;
  /** Declared host names, in lower-case ASCII, in the order of the file. */
  readonly domainNames: pulumi.Output<string[]>;

  constructor(name: string, args: ProjectFileArgs, opts?: pulumi.ComponentResourceOptions) {
    const { file, warnings } = load(args);
    super("projectsync:index:ProjectFile", name, {}, opts);
    for (const warning of warnings) void pulumi.log.warn(warning, this);
    const { projectId, slug, componentIds, domainNames } = declareFile(this, name, file, args);
    this.projectId = pulumi.output(projectId);
    this.slug = pulumi.output(slug);
    this.componentIds = pulumi.output<Record<string, string>>(componentIds);
    this.domainNames = pulumi.output(domainNames);
    this.registerOutputs({ projectId, slug, componentIds, domainNames });
  }
}

/** Reads and checks a project file. Throws an error that names every problem with its position. */
function load({ path: name, allowEnv: listed }: ProjectFileArgs) {
  const variables = readFileVariables(pulumi.runtime.allConfig());
  const allowEnv = explained(() => allowedVariables(listed, "allowEnv", variables.environment), messageOf);
  const content = explained(
    () => readBytes(path.resolve(name)),
    (error) => {
      const code = codeOf(error);
      const reason = code === "ENOENT" ? `File not found: ${name}` : `${name} cannot be read (${code})`;
      return `error: ${reason}. Paths are relative to the folder of the Pulumi project.`;
    },
  );
  if ("refused" in content) {
    throw runError(`error: ${name} is not read: ${content.refused}. Check that it is the right file.`);
  }
  const { file, secrets, problems } = loadFile(name, content.bytes, {
    ...variables,
    allowEnv,
    missingVariables: "error",
  });
  const { redact } = createRedaction([...variables.tokens, ...tokensIn(variables.environment), ...secrets]);
  const clean = (text: string): string => hideUserInfo(redact(text));
  const warnings = problems.map((each) =>
    printable(formatProblem({ ...each, path: clean(each.path), message: clean(each.message) })),
  );
  // Without a valid file, its warnings are in the error.
  if (file === undefined) throw new pulumi.RunError(warnings.join("\n"));
  return { file, warnings };
}

/** Pulumi shows only the message of a RunError, and no stack. */
function explained<Result>(run: () => Result, explain: (error: unknown) => string): Result {
  try {
    return run();
  } catch (error) {
    throw runError(explain(error));
  }
}

/** Pulumi prints its message as it is. */
function runError(message: string): Error {
  return new pulumi.RunError(printable(message));
}
