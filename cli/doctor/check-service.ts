import type { OddProject, ReadClient } from "../../provider/api/client.ts";
import { isForbidden, isNotFound, isServiceError } from "../../provider/api/errors.ts";
import { COMPONENT_SLUG, lookUp } from "../../provider/resources/catalogue.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { CHECKS, type Check } from "../json/doctor.ts";
import { explainFailure, type Explanation, type Setup } from "./explain-failure.ts";

export interface ServiceOptions extends Setup {
  readonly isTls: boolean;
  /** The component to find in the catalogue. Default: one of the components that are live. */
  readonly component: string | undefined;
}

type Client = ReadClient & { checkAccess(): Promise<void>; now(): number };

/** The most organizations that are named, and the most projects that are searched for a component. */
const MANY = 10;

/** Checks the service with requests that only read. Ends with the first check that fails. */
export async function checkService(client: Client, options: ServiceOptions): Promise<readonly Check[]> {
  const { isTls } = options;
  const began = client.now();
  const reached: readonly Check[] = [
    { check: "connection", status: "ok", message: "the service can be reached" },
    isTls
      ? { check: "certificate", status: "ok", message: "trusted" }
      : { check: "certificate", status: "skipped", message: "none, because the address is http on loopback" },
    { check: "service", status: "ok", message: "answers as expected" },
  ];
  try {
    await client.checkAccess();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const explained = explainFailure(error, options);
    const passed = reached.slice(0, CHECKS.indexOf(explained.check) - CHECKS.indexOf("connection"));
    return [...passed, failed(explained.check, explained)];
  }
  const access: Check = {
    check: "access",
    status: "ok",
    message: `the token is accepted; answered in ${Math.round(client.now() - began)} ms`,
  };
  const { check, projects } = await checkOrganizations(client, options);
  if (projects === undefined) return [...reached, access, check];
  return [...reached, access, check, await checkCatalogue(client, projects, options)];
}

function failed(check: Check["check"], { message, remedy }: Explanation): Check {
  return { check, status: "failed", message, remedy };
}

async function checkOrganizations(
  client: Client,
  setup: Setup,
): Promise<{ readonly check: Check; readonly projects?: readonly ProjectRecord[] }> {
  const odd: OddProject[] = [];
  const check = "organizations";
  try {
    const projects = await client.projects.list({ onOdd: (project) => odd.push(project) });
    const [first] = odd;
    if (first !== undefined) {
      const message = `${count(odd.length, "project")} cannot be read: ${first.error.message}`;
      const remedy =
        "Report this to the operator of the service. projectsync blocks these projects and serves the others.";
      return { check: { check, status: "warning", message, remedy }, projects };
    }
    if (projects.length === 0) {
      const remedy = "If there should be some, set PROJECTSYNC_TOKEN to a token of the organization that has them.";
      return { check: { check, status: "warning", message: "The token sees no project.", remedy }, projects };
    }
    return { check: { check, status: "ok", message: describeOrganizations(projects) }, projects };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { check: failed(check, explainFailure(error, setup)) };
  }
}

function describeOrganizations(projects: readonly ProjectRecord[]): string {
  const owners = [...Map.groupBy(projects, ({ organization_id: owner }) => owner ?? "(not shown)")];
  const shown = owners.slice(0, MANY).map(([owner, { length }]) => `${owner} (${count(length, "project")})`);
  const more = owners.length > MANY ? ` and ${owners.length - MANY} more` : "";
  return `${shown.join(", ")}${more}`;
}

async function checkCatalogue(
  client: Client,
  projects: readonly ProjectRecord[],
  options: ServiceOptions,
): Promise<Check> {
  const check = "catalogue";
  try {
    const slug = options.component ?? (await findComponent(client, projects));
    if (slug === undefined) {
      const message = "No component is live. To check the catalogue, name one with --component.";
      return { check, status: "skipped", message };
    }
    const entry = await lookUp(client, slug);
    if (entry.status === "found") {
      const latest = entry.component.latest_version ?? "not shown";
      return { check, status: "ok", message: `${slug} found, latest version: ${latest}` };
    }
    return {
      check,
      // A live component that the catalogue does not show is a warning in a plan too.
      status: options.component === undefined ? "warning" : "failed",
      message: entry.reason,
      remedy: "Name another component with --component, or give the token the right to read the catalogue.",
    };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return failed(check, explainFailure(error, options));
  }
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

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
