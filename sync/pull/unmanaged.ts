import type { Edit } from "../../core/file/edit-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { childKey } from "../../core/plan/project-items.ts";
import type { PlannedChild, PlannedComponent, PlannedProject } from "../../core/plan/planned-object.ts";
import { mapAll, wholeComponent, type View } from "../../core/reconcile/snapshot-view.ts";
import { COMPONENT_SLUG, NOT_ASKED } from "../../core/resources/catalogue.ts";
import { hasMask } from "../../core/resources/component/masked-settings.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import { SECTIONS } from "../../core/resources/kind.ts";
import { isSecretSetting } from "../../core/resources/secret-settings.ts";
import type { Path } from "../../core/resources/schema-walk.ts";

export const MAY_BE_SECRET = "It is or may be a secret.";

/** A part of an object that is not written with it, and why. */
interface LeftOut {
  readonly path: Path;
  readonly reason: string;
}

type Addition = { readonly edit: Edit; readonly leftOut: readonly LeftOut[] } | LeftOut;

/**
 * The projects, with all that is known of the components that a pull adds. Without the catalogue's entry all settings may be secrets, and
 * what may be one is not written. A list may leave out the settings: then the component is read by its ID.
 */
export function withAdded(projects: readonly PlannedProject[], view: View): readonly PlannedProject[] {
  return mapAll(projects, (project) => {
    const known = (child: PlannedChild): PlannedChild => {
      if (!isAddedComponent(child)) return child;
      view.want({ of: "catalogue", key: child.name });
      return { ...withSettings(child, project, view), entry: view.catalogue(child.name) };
    };
    return { ...project, children: mapAll(project.children, known) };
  });
}

/** A planned component whose live record has its settings. */
export function withSettings<Child extends PlannedComponent>(
  child: Child,
  { live: project }: Pick<PlannedProject, "live">,
  view: View,
): Child {
  const { live } = child;
  return live === undefined || project === undefined
    ? child
    : { ...child, live: wholeComponent(view, project.id, live) };
}

function isAddedComponent(child: PlannedChild): child is PlannedComponent {
  return child.kind === "component" && isUnmanaged(child) && COMPONENT_SLUG.test(child.name);
}

/** True for a live object that its file neither declares nor ignores. */
export function isUnmanaged({ item, isIgnored = false }: PlannedChild): boolean {
  return item.action === "unmanaged" && !isIgnored;
}

/** The line that declares a live object, without what must not be written. `whyNot`: why a value is not. */
export function additionOf(
  file: LoadedFile,
  child: PlannedChild,
  whyNot: (value: unknown) => string | undefined,
): Addition {
  const { kind, name, item, stays } = child;
  const section = SECTIONS[kind];
  const isNamed = item.key === childKey(file, name) && (kind === "domain" || COMPONENT_SLUG.test(name));
  if (stays !== undefined || !isNamed)
    return { path: [section], reason: `${item.key} is not added: ${stays ?? "its name does not tell what it is"}.` };
  if (child.kind === "domain") {
    const why = whyNot(name);
    return why === undefined
      ? { edit: { path: [section], add: name }, leftOut: [] }
      : { path: [section], reason: `A host name is not added: ${why}` };
  }
  const path = [section, name];
  const { live, entry = NOT_ASKED } = child;
  const { component_version: shownVersion, active, settings } = live ?? {};
  const version = shownVersion ?? undefined;
  const whySettingNot = (setting: string, value: unknown): string | undefined =>
    isSecretSetting(entry, [version], setting) || typeof value === "object" || hasMask(value)
      ? MAY_BE_SECRET
      : whyNot(value);
  const shown = Object.entries(settings ?? {})
    .filter(([, value]) => (value ?? "") !== "")
    .toSorted(([a], [b]) => compareText(a, b));
  const open = Object.fromEntries(shown.filter(([setting, value]) => whySettingNot(setting, value) === undefined));
  return {
    edit: {
      path,
      set: {
        ...(version === undefined || version === "latest" ? {} : { version }),
        ...(active === false ? { active } : {}),
        ...(Object.keys(open).length === 0 ? {} : { settings: open }),
      },
    },
    leftOut: shown.flatMap(([setting, value]) => {
      const reason = whySettingNot(setting, value);
      return reason === undefined ? [] : [{ path: [...path, "settings", setting], reason }];
    }),
  };
}
