import { z } from "zod";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { COMPONENT_SLUG, type CatalogueEntry } from "../catalogue.ts";
import { compareComponent } from "./compare.ts";
import { readComponent, subjectOf, withKey } from "./identity.ts";
import { createComponent, updateComponent } from "./write.ts";
import type { InProject, Kind } from "../kind.ts";
import { asKey } from "../rule-schemas.ts";
import { settleRemoval } from "../settle.ts";
import { only, unlessGone } from "../check-answer.ts";

/** What a user may declare of a component in a project. An absent field is not managed. */
export const declaredComponent = z.strictObject({
  component: z
    .string()
    .regex(COMPONENT_SLUG, "organization/component, as in the catalogue")
    .describe("`organization/component` in the catalogue. Cannot be changed."),
  version: z
    .string()
    .min(1)
    .optional()
    .meta(asKey)
    .describe("Version in the catalogue, or `latest`. Without it, the service chooses the version of a new component."),
  active: z.boolean().nullish().meta({ default: true }).describe("Whether the component runs."),
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe(
      "Settings, by their names in the catalogue. Managed key by key: an undeclared setting is left unchanged.",
    ),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has but this version does not know. They are sent and compared unchanged."),
});
export type DeclaredComponent = z.infer<typeof declaredComponent>;

export interface ComponentPlace extends InProject {
  /** What the catalogue says of the component; without it, secrets that the service leaves out cannot be told. */
  readonly entry?: CatalogueEntry | undefined;
  /** Sends declared secrets again that the service does not show. Default false. */
  readonly rewriteSecrets?: boolean | undefined;
}

/** A component integrated in a project. `version` is a concrete one here: `latest` is resolved before. */
export const componentKind: Kind<ComponentPlace, DeclaredComponent, ProjectComponentRecord> = {
  name: "component",
  declared: declaredComponent,
  idOf: ({ id }) => id,
  addressOf: () => undefined,
  find: async (lists, place, declared) => {
    const all = await lists.components(place.projectId);
    return only(subjectOf(place, declared), withKey(all, place, declared), ({ id }) => id);
  },
  read: (client, { projectId }, id) => readComponent(client, projectId, id),
  compare: compareComponent,
  ensure: (client, place, declared, live) =>
    live === undefined ? createComponent(client, place, declared) : updateComponent(client, place, declared, live),
  remove: (client, { projectId }, id) =>
    settleRemoval({
      subject: `the removal of component ${id} from project ${projectId}`,
      where: `GET /v1/projects/${projectId}/components/${id}`,
      send: () => unlessGone(client.components.delete(projectId, id)),
      isGone: async () => (await readComponent(client, projectId, id)) === undefined,
    }),
};
