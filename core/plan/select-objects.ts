import leven from "leven";
import picomatch from "picomatch";
import { GLOB_RULES } from "../text/glob-rules.ts";
import { keyForm } from "../resources/canonical-forms.ts";
import { hostNameSpellings } from "../resources/host-name.ts";
import { InvalidRequestError } from "../api/errors.ts";
import { quote } from "../text/quoted.ts";
import { SECTIONS } from "../resources/kind.ts";
import { childrenOf, type LoadedFile } from "../file/loaded-file.ts";
import type { MissingVariable } from "../file/missing-variables.ts";
import { nameInProject, projectOf, type PlanItem } from "./plan.ts";
import { childKey, projectItem, projectKey } from "./project-items.ts";
import type { PlannedProject } from "./planned-object.ts";
import type { ForceSecrets } from "../reconcile/loop-run.ts";
import type { View } from "../reconcile/snapshot-view.ts";
import { LONGEST_PATTERN, type PlanOptions } from "./plan-options.ts";

/** The objects that a run covers. */
export interface Selection {
  /** Every file of the run. */
  readonly all: readonly LoadedFile[];
  /** True if the run covers the object with this key. A project is covered with everything in it. */
  readonly covers: (key: string) => boolean;
  /** The files of projects that the run has to read. */
  readonly files: readonly LoadedFile[];
  /** The number of declared objects that the run does not cover. */
  readonly leftOut: number;
  /** Throws InvalidRequestError if a pattern without a `*` matches no declared object and nothing in the plan. */
  readonly checkMatches: (items: readonly PlanItem[]) => void;
}

/** A key, or a glob of keys. */
interface Pattern {
  readonly text: string;
  readonly matches: (key: string) => boolean;
  /** True if it could match an undeclared object in the project with this key. */
  readonly reaches: (project: string) => boolean;
}

/**
 * Selects the objects whose keys match `only`, keys or globs of keys (`org_1/site`, `org_1/site/www.example.com`,
 * `*.example.com`). A `*` matches any text, slashes too; case does not count. A pattern that matches a project covers all that is in
 * it. Default: everything.
 */
export function selectObjects(files: readonly LoadedFile[], only: readonly string[] | undefined): Selection {
  if (only === undefined) return { all: files, covers: () => true, files, leftOut: 0, checkMatches: () => undefined };
  const patterns = only.map(asPattern);
  const declared = files.flatMap(declaredKeys);
  const covers = (key: string): boolean => patterns.some(({ matches }) => matches(key) || matches(projectOf({ key })));
  const reachable = (file: LoadedFile): boolean =>
    managesChildren(file) && patterns.some(({ reaches }) => reaches(projectKey(file)));
  return {
    all: files,
    covers,
    // A declared key may match where the text of a pattern, such as an escaped one, does not tell that it reaches the project.
    files: files.filter((file) => declaredKeys(file).some(covers) || reachable(file)),
    leftOut: declared.filter((key) => !covers(key)).length,
    checkMatches: (items) => {
      const keys = [...declared, ...items.map(({ key }) => key)];
      // A blocked project may hold what the pattern means, if its file manages any of it.
      const managed = new Set(files.filter(managesChildren).map(projectKey));
      const unread = items.filter(
        ({ kind, action, key }) => kind === "project" && action === "blocked" && managed.has(key),
      );
      // A `*` may mean something that is not there yet, or no longer: a preview that was never attached.
      const wrong = patterns.filter(
        ({ text, matches, reaches }) =>
          !text.includes("*") && !keys.some(matches) && !unread.some(({ key }) => reaches(key)),
      );
      if (wrong.length > 0) throw unmatched(wrong, keys);
    },
  };
}

/**
 * Removes what the run does not cover from a planned project. The project itself stays as the parent of what is covered in it. If
 * it is blocked, the plan shows it: it is the reason for what is not planned.
 */
export function leaveOut(project: PlannedProject, { covers }: Selection): PlannedProject {
  const { file, item, live } = project;
  if (covers(item.key)) return project;
  const children = project.children.filter((child) => covers(child.item.key));
  const isReason = item.action === "blocked" && (children.length > 0 || item.cause !== undefined);
  if (isReason) return { ...project, children };
  return { ...project, item: projectItem(file, live, "unchanged"), children, isLeftOut: true };
}

/**
 * The values of covered objects that are not known in this run, because their variable is not set. A host name that is not known
 * may be covered, if anything in its project is.
 */
export function missingValues({ files, covers }: Pick<Selection, "files" | "covers">): MissingVariable[] {
  return files.flatMap((file) =>
    file.missingVariables.filter(
      ({ omitted: [section, name = ""] }) =>
        typeof name === "number" || covers(section === "project" ? projectKey(file) : childKey(file, name)),
    ),
  );
}

function asPattern(text: string): Pattern {
  // With `bash`, a `*` also matches slashes: the name of a component has one.
  // Without `strictSlashes`, `*.example.com` matches `https://www.example.com/` too.
  const options = {
    ...GLOB_RULES,
    bash: true,
    dot: true,
    nocase: true,
    noextglob: true,
    nonegate: true,
    strictSlashes: true,
    windows: false,
  };
  const isGlobOf = picomatch(text, options);
  const { base, isGlob } = picomatch.scan(text);
  const start = keyForm(base);
  return {
    text,
    // An id may have characters of a glob.
    matches: (key) => spellingsOf(key).some((each) => keyForm(each) === keyForm(text) || isGlobOf(each)),
    reaches: (project) => {
      const inside = keyForm(`${project}/`);
      return start.startsWith(inside) || (isGlob && inside.startsWith(start));
    },
  };
}

/** How a key may be written: one with three parts may be a domain's. */
function spellingsOf(key: string): readonly string[] {
  const name = nameInProject({ key });
  return name === "" || name.includes("/")
    ? [key]
    : hostNameSpellings(name).map((each) => `${projectOf({ key })}/${each}`);
}

/** True if a plan of the file may show objects that it does not declare. */
function managesChildren(file: LoadedFile): boolean {
  return file.project.absent || Object.values(SECTIONS).some((section) => file[section] !== undefined);
}

function declaredKeys(file: LoadedFile): string[] {
  return [projectKey(file), ...childrenOf(file).map(({ name }) => childKey(file, name))];
}

/** How many keys the message about one pattern names. */
const MOST_NEAREST = 3;

function unmatched(patterns: readonly Pattern[], keys: readonly string[]): InvalidRequestError {
  const forms = new Map(keys.map((key) => [key, keyForm(key)]));
  const messages = patterns.map(({ text }) => {
    const wanted = keyForm(text);
    const distances = Array.from(forms, ([key, form]) => ({ key, distance: leven(wanted, form) }));
    const nearest = distances.toSorted((a, b) => a.distance - b.distance).slice(0, MOST_NEAREST);
    const near = nearest.map(({ key }) => key);
    return `only: ${quote(text, LONGEST_PATTERN)} matches no object. Nearest keys: ${near.join(", ")}.`;
  });
  return new InvalidRequestError(messages.join(" "));
}

/** The service as planning one file sees it, and the limits of that plan. */
export interface Scope {
  readonly view: View;
  readonly options: PlanOptions;
  /** The objects that the run covers. */
  readonly selection: Selection;
  readonly forceSecrets: ForceSecrets;
}
