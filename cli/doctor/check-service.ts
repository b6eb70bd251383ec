import { readCatalogueEntry } from "../../core/reconcile/read-catalogue.ts";
import { nameList } from "../../core/resources/name-list.ts";
import { causeOf } from "../../core/api/cause.ts";
import type { UnparseableProject, ReadClient } from "../../core/api/client.ts";
import {
  CallError,
  isForbidden,
  isNotFound,
  isServiceError,
  isUnauthenticated,
  NoAnswerError,
  remedyFor,
} from "../../core/api/errors.ts";
import { COMPONENT_SLUG } from "../../core/resources/catalogue.ts";
import type { ProjectRecord } from "../../core/api/records.ts";
import { CHECKS, type Check } from "../json-output.ts";
import { countOf } from "../../sync/report/render-report.ts";

export interface ServiceOptions {
  readonly isTls: boolean;
  /** The component to find in the catalogue. Default: one of the components that are live. */
  readonly component: string | undefined;
}

type Client = ReadClient & { checkAccess(): Promise<void>; now(): number; gateways(): string };

/** The most projects that are searched for a component. */
const MANY = 10;

/** Checks the service with requests that only read. Ends with the first check that fails. */
export async function checkService(client: Client, options: ServiceOptions): Promise<readonly Check[]> {
  const reached = [
    ok("connection", "the service can be reached"),
    options.isTls
      ? ok("certificate", "trusted")
      : skipped("certificate", "none, because the address is http on loopback"),
    ok("service", "answers as expected"),
  ];
  const access = await orFailed(async () => {
    const began = client.now();
    await client.checkAccess();
    return ok("access", `the token is accepted; answered in ${Math.round(client.now() - began)} ms`);
  });
  if (access.check === "access" && access.failureReason === "forbidden") {
    const unlisted = skipped("organizations", "not checked, because the token may not list all projects");
    const { check, message } = access;
    const remedy = "The token may not list the projects of all organizations. Run plan: it lists those of your files.";
    const catalogue = await orFailed(() => checkCatalogue(client, [], options), "catalogue");
    return [...reached, { check, status: "warning", message, remedy }, unlisted, catalogue];
  }
  if (access.status === "failed") {
    return [...reached.slice(0, CHECKS.indexOf(access.check) - CHECKS.indexOf("connection")), access];
  }
  const gateways = client.gateways();
  if (gateways !== "") reached.splice(-1, 1, ok("service", `answers as expected (${gateways})`));
  const projects: ProjectRecord[] = [];
  const odd: UnparseableProject[] = [];
  const organizations = await orFailed(async () => {
    projects.push(...(await client.projects.list({ onOdd: (project) => odd.push(project) })));
    return checkOrganizations(projects, odd);
  }, "organizations");
  if (organizations.status === "failed") return [...reached, access, organizations];
  const catalogue = await orFailed(() => checkCatalogue(client, projects, options), "catalogue");
  return [...reached, access, organizations, catalogue];
}

function ok(check: Check["check"], message: string): Check {
  return { check, status: "ok", message };
}

function skipped(check: Check["check"], message: string): Check {
  return { check, status: "skipped", message };
}

/** Makes a check. A request that fails is a failure of `check`, or by default of the one that it shows. */
async function orFailed(make: () => Promise<Check>, check?: Check["check"]): Promise<Check> {
  try {
    return await make();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const failed = (shown: Check["check"], message: string): Check => {
      const failureReason = causeOf(error);
      return { check: check ?? shown, status: "failed", message, remedy: remedyFor(error), failureReason };
    };
    if (error instanceof NoAnswerError) {
      const message = `${error.reason.charAt(0).toUpperCase()}${error.reason.slice(1)}.`;
      return failed(error.why?.startsWith("certificate-") === true ? "certificate" : "connection", message);
    }
    const isRefused = (isUnauthenticated(error) || isForbidden(error)) && error.body !== "unexpected";
    return failed(isRefused ? "access" : "service", error instanceof CallError ? error.finding : error.message);
  }
}

function checkOrganizations(projects: readonly ProjectRecord[], odd: readonly UnparseableProject[]): Check {
  const warning = { check: "organizations", status: "warning" } as const;
  if (odd[0] !== undefined) {
    const message = `${countOf(odd.length, "project")} cannot be read: ${odd[0].error.message}`;
    const remedy =
      "Report this to the operator of the service. projectsync blocks these projects and serves the others.";
    return { ...warning, message, remedy };
  }
  if (projects.length === 0) {
    const remedy = "If there should be some, set PROJECTSYNC_TOKEN to a token of the organization that has them.";
    return { ...warning, message: "The token sees no project.", remedy };
  }
  const owners = [...Map.groupBy(projects, ({ organization_id: owner }) => owner ?? "(not shown)")];
  return ok("organizations", nameList(owners.map(([owner, { length }]) => `${owner} (${countOf(length, "project")})`)));
}

async function checkCatalogue(
  client: Client,
  projects: readonly ProjectRecord[],
  { component }: ServiceOptions,
): Promise<Check> {
  const slug = component ?? (await findComponent(client, projects));
  if (slug === undefined) {
    return skipped("catalogue", "No live component was found. To check the catalogue, name one with --component.");
  }
  const entry = await readCatalogueEntry(client, slug);
  if (entry.status === "found") {
    return ok("catalogue", `${slug} found, latest version: ${entry.component.latest_version ?? "not shown"}`);
  }
  if (entry.error !== undefined && !isForbidden(entry.error)) throw entry.error;
  return {
    check: "catalogue",
    // A live component that the catalogue does not show is a warning in a plan too.
    status: component === undefined ? "warning" : "failed",
    message: entry.reason,
    remedy: "Name another component with --component, or give the token the right to read the catalogue.",
  };
}

/**
 * The first component that is live in one of the first projects. A project that the token may not read, or that is gone meanwhile,
 * is passed over. Rejects with the first refusal (403) if there is one and no other project has a component.
 */
async function findComponent(client: Client, projects: readonly ProjectRecord[]): Promise<string | undefined> {
  let refusal: Error | undefined;
  for (const { id } of projects.slice(0, MANY)) {
    try {
      for (const { component_slug: slug } of await client.components.list(id)) {
        if (slug !== undefined && slug !== null && COMPONENT_SLUG.test(slug)) return slug;
      }
    } catch (error) {
      if (isForbidden(error)) refusal ??= error;
      else if (!isNotFound(error)) throw error;
    }
  }
  if (refusal !== undefined) throw refusal;
  return undefined;
}
