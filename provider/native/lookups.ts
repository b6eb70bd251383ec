import { z } from "zod";
import { quote } from "../../core/text/quoted.ts";
import type { Fields } from "../../core/resources/json.ts";
import type { Account } from "../account.ts";
import { findCatalogueComponent } from "../get-catalogue-component.ts";
import { findDomain } from "../get-domain.ts";
import { findProjectComponent } from "../get-project-component.ts";
import { findProject, findProjects } from "../get-project.ts";

/* The lookups of the native provider: functions in Pulumi's words. Each is that of the package, on the provider's account. */

/** `find` answers an object: Pulumi takes no list. */
export interface Lookup {
  /** Each argument is a text with a description. */
  readonly args: z.ZodObject;
  readonly find: (account: Account, given: unknown) => Promise<object>;
}

const projectId = z.string().min(1).describe("ID of the project.");
const organizationId = z.string().min(1).describe("ID of the organization.");
const component = z.string().min(1).describe("`organization/component` in the catalogue.");

function lookup<Args extends z.ZodObject>(
  args: Args,
  find: (account: Account, given: z.infer<Args>) => Promise<object>,
): Lookup {
  return { args, find: (account, given) => find(account, args.parse(given)) };
}

/** By the name of the function. */
export const LOOKUPS: ReadonlyMap<string, Lookup> = new Map(
  Object.entries({
    getProject: lookup(
      z.object({
        id: z.string().min(1).describe("ID of the project: alone, or not at all.").optional(),
        organizationId: organizationId.optional(),
        slug: z.string().min(1).describe("Name of the project in the organization.").optional(),
      }),
      findProject,
    ),
    getProjects: lookup(z.object({ organizationId }), async (account, given) => ({
      projects: await findProjects(account, given),
    })),
    getProjectComponent: lookup(z.object({ projectId, component }), findProjectComponent),
    getDomain: lookup(
      z.object({ projectId, name: z.string().min(1).describe("Host name, in any spelling.") }),
      findDomain,
    ),
    getCatalogueComponent: lookup(z.object({ component }), findCatalogueComponent),
  }),
);

/** The lookup of a token such as `projectsync:index:getProject`. Throws if there is none. */
export function lookupOf(token: string): Lookup {
  const found = LOOKUPS.get(token.replace(/^projectsync:index:/, ""));
  if (found === undefined) throw new Error(`There is no function ${quote(token)}.`);
  return found;
}

/** The arguments that cannot be used, each with the reason. */
export function checkLookup({ args }: Lookup, given: Fields): { property: string; reason: string }[] {
  const { error } = args.safeParse(given);
  return (error?.issues ?? []).map(({ path }) => ({
    property: path.join("."),
    reason: "must be a text that is not empty",
  }));
}
