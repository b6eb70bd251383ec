import type { Step } from "../../../core/reconcile/step.ts";
import type { Service } from "./draw-service.ts";
import { catalogueId } from "./read-service.ts";

/*
 * A service that does what it is told: what is live after every step of a plan. It knows no rule of the product, only the requests.
 */

type Draft = { -readonly [Key in keyof Service["projects"][number]]: Service["projects"][number][Key] };

/**
 * Throws where a step means nothing that is live, and where a deletion would take something along. `refused`: a project would get a
 * slug that another one has.
 */
export function carryOut(service: Service, steps: readonly Step[]): Service | "refused" {
  const projects = new Map<string, Draft>(service.projects.map((project) => [project.record.id, { ...project }]));
  const created = new Map<string, string>();
  let count = 0;
  const newId = (): string => `new${(count += 1)}`;
  const parentOf = ({ projectId, project }: Step): Draft => draftOf(projects, projectId ?? created.get(project));

  for (const step of steps.filter(({ kind, action }) => kind === "project" && action !== "delete")) {
    if (step.action === "create") {
      const id = newId();
      created.set(step.key, id);
      projects.set(id, {
        organization: String(step.body["organization_id"]).toLowerCase(),
        record: { id, ...written({}, { ...step.body, ...step.settings }) },
        unlisted: [],
        isGone: false,
        components: [],
        domains: [],
      });
    } else {
      const project = draftOf(projects, step.id);
      const isTaken = [...projects.values()].some(
        ({ organization, record }) => organization === project.organization && record.slug === step.body["slug"],
      );
      if (step.body["slug"] !== undefined && isTaken) return "refused";
      project.record = { ...written(project.record, step.body), id: project.record.id };
    }
  }
  for (const step of steps.filter(({ kind }) => kind === "component")) {
    const project = parentOf(step);
    if (step.action === "create") {
      const slug = String(step.body["component_slug"]);
      const component_id = catalogueId(service, slug);
      const fresh = { component_version: "1.1.0", active: true, settings: {}, ...step.body };
      const record = { id: newId(), ...(component_id === undefined ? {} : { component_id }), ...fresh };
      project.components = [...project.components, { record, unlisted: [] }];
      continue;
    }
    const old = project.components.find(({ record }) => record.id === step.id);
    if (old === undefined) throw new Error(`${step.key}: no component ${step.id}`);
    const others = project.components.filter((each) => each !== old);
    if (step.action === "delete") {
      project.components = others;
      continue;
    }
    const { settings: sent } = step.body;
    const settings =
      typeof sent === "object" && sent !== null
        ? { ...(service.merges ? old.record.settings : {}), ...sent }
        : old.record.settings;
    const record = { ...written(old.record, step.body), id: old.record.id, settings };
    project.components = project.components.map((each) => (each === old ? { ...old, record } : each));
  }
  const detach = (id: string | undefined, name: string | undefined, key: string): void => {
    const project = draftOf(projects, id);
    if (!project.domains.some((each) => each.name === name)) throw new Error(`${key}: no domain ${name}`);
    project.domains = project.domains.filter((each) => each.name !== name);
  };
  for (const step of steps.filter(({ kind }) => kind === "domain")) {
    if (step.action === "delete") detach(parentOf(step).record.id, step.id, step.key);
    if (step.from !== undefined) detach(step.from.projectId, step.from.name, step.key);
    if (step.action === "delete") continue;
    const project = parentOf(step);
    project.domains = [...project.domains, { name: String(step.body["name"]) }];
  }
  for (const step of steps.filter(({ kind, action }) => kind === "project" && action === "delete")) {
    const { components, domains, record } = draftOf(projects, step.id);
    if (components.length + domains.length > 0)
      throw new Error(`${step.key}: ${record.id} is deleted with what is in it`);
    projects.delete(record.id);
  }
  return { ...service, projects: [...projects.values()] };
}

function draftOf(projects: ReadonlyMap<string, Draft>, id: string | undefined): Draft {
  const project = id === undefined ? undefined : projects.get(id);
  if (project === undefined) throw new Error(`There is no project ${id}`);
  return project;
}

/** A record after a write: `null` gives a field its default. */
function written(record: object, body: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...record, ...body }).map(([name, value]) => [
      name,
      name === "force_https" ? (value ?? true) : value,
    ]),
  );
}
