import { z } from "zod";
import { declaredProject } from "../../core/resources/project-fields.ts";
import { quote } from "../../core/text/quoted.ts";
import type { Account } from "../account.ts";
import { findCatalogueComponent } from "../get-catalogue-component.ts";
import { findDomain } from "../get-domain.ts";
import { findProjectComponent } from "../get-project-component.ts";
import { findProject, findProjects } from "../get-project.ts";
import { tokenOf } from "./wire.ts";

/* The lookups of the native provider: functions in Pulumi's words. Each is that of the package, on the provider's account. */

export interface Lookup {
  /** Each argument is a text. */
  readonly args: z.ZodObject;
  /** Pulumi takes no list. */
  readonly answer: z.ZodObject;
  readonly find: (account: Account, given: unknown) => Promise<object>;
}

function lookup<Args extends z.ZodRawShape>(
  about: string,
  args: Args,
  find: (account: Account, given: z.infer<z.ZodObject<Args>>) => Promise<object>,
  answer: z.ZodRawShape,
): Lookup {
  const taken = z.strictObject(args);
  return {
    args: taken,
    answer: z.object(answer).describe(about),
    find: (account, given) => find(account, taken.parse(given)),
  };
}

const argument = (about: string) => z.string().min(1).describe(about);
const id = (about: string) => z.string().describe(about);
const text = (about: string) => z.string().optional().describe(about);
const flag = (about: string) => z.boolean().optional().describe(about);
const map = (about: string) => z.record(z.string(), z.unknown()).optional().describe(about);

const projectId = argument("ID of the project.");
const organizationId = argument("ID of the organization.");
const component = argument("`organization/component` in the catalogue.");

export const foundProject = declaredProject
  .omit({ extra: true })
  .partial({ organization_id: true, slug: true })
  .extend({ id: id("ID of the project.") })
  .describe("A live project, without what may be a credential.");

/** By the name of the function. */
export const LOOKUPS: Readonly<Record<string, Lookup>> = {
  getProject: lookup(
    "A live project, by its id, or by its organization and slug.",
    {
      id: argument("ID of the project: alone, or not at all.").optional(),
      organizationId: organizationId.optional(),
      slug: argument("Name of the project in the organization.").optional(),
    },
    findProject,
    foundProject.shape,
  ),
  getProjects: lookup(
    "The projects of an organization that the token can see.",
    { organizationId },
    async (account, given) => ({ projects: await findProjects(account, given) }),
    { projects: z.array(foundProject).describe("In the service's order: oldest first.") },
  ),
  getProjectComponent: lookup("A live component of a project.", { projectId, component }, findProjectComponent, {
    id: id("`prj_x/pc_y`."),
    version: text("The version that runs."),
    active: flag("Whether it runs."),
    settings: map("Without those that may be secrets."),
  }),
  getDomain: lookup(
    "A live domain of a project.",
    { projectId, name: argument("Host name, in any spelling.") },
    findDomain,
    {
      id: id("`prj_x/www.example.com`."),
      name: text("The host name in its canonical form."),
      dnsStatus: flag("Whether the DNS of the host name points at the service."),
      sslStatus: flag("Whether a certificate has been issued."),
    },
  ),
  getCatalogueComponent: lookup("A component of the catalogue.", { component }, findCatalogueComponent, {
    id: text("ID in the catalogue."),
    name: text("Title of the component."),
    description: text("What the component does."),
    latestVersion: text("The version that `latest` stands for."),
    versions: map("By version: the settings that it takes."),
    documentationLink: text("Address of its documentation."),
    isPublic: flag("Whether each organization may use it."),
    isArchived: flag("Whether it is out of use."),
  }),
};

/** Throws if there is no lookup with this token, such as `projectsync:index:getProject`. */
export function lookupOf(token: string): Lookup {
  const [, found] = Object.entries(LOOKUPS).find(([name]) => token === tokenOf(name)) ?? [];
  if (found === undefined) throw new Error(`There is no function ${quote(token)}.`);
  return found;
}
