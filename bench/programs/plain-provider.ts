import type * as pulumi from "@pulumi/pulumi";
import type { Given } from "../../test/engine/harness/driver.ts";
import { COMPONENTS, type ManyProjects } from "./many-projects.ts";

interface Inputs {
  /** Path of the collection. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PlainProjects extends ManyProjects {
  /** Whether no request is sent: what is left is the time of the engine. */
  readonly isIdle: boolean;
}

/** As many objects as programs/many-projects.ts, with the simplest provider that one can write: one request for each step. */
export function program({ pulumi }: Given, { projects, children, isIdle }: PlainProjects): Record<string, unknown> {
  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    if (isIdle) return { id: crypto.randomUUID() };
    const response = await fetch(`${process.env["PROJECTSYNC_BASE_URL"]}${path}`, {
      method,
      headers: { authorization: `Bearer ${process.env["PROJECTSYNC_TOKEN"]}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return JSON.parse(await response.text());
  };
  const provider: pulumi.dynamic.ResourceProvider<Inputs, Inputs> = {
    create: async ({ path, body }) => {
      const { id, name } = await ask("POST", path, body);
      return { id: String(id ?? name), outs: { path, body } };
    },
    read: async (id, props) => {
      await ask("GET", `${props?.path}/${id}`);
      return props === undefined ? { id } : { id, props };
    },
    delete: async (id, { path }) => {
      await ask("DELETE", `${path}/${id}`);
    },
  };
  class Plain extends pulumi.dynamic.Resource {
    constructor(name: string, path: pulumi.Input<string>, body: Inputs["body"]) {
      super(provider, name, { path, body });
    }
  }
  const ids: pulumi.Output<string>[] = [];
  for (let number = 0; number < projects; number += 1) {
    const slug = `site-${number}`;
    const project = new Plain(slug, "/v1/projects", { organization_id: "org_1", slug, type: "proxy" });
    const inProject = pulumi.interpolate`/v1/projects/${project.id}`;
    for (let child = 0; child < children; child += 1) {
      const name = `www${child}.site-${number}.example.com`;
      ids.push(new Plain(name, pulumi.interpolate`${inProject}/domains`, { name }).id);
    }
    for (const [component, settings] of Object.entries(COMPONENTS).slice(0, children)) {
      const body = { component_slug: component, settings };
      ids.push(new Plain(`${slug}/${component}`, pulumi.interpolate`${inProject}/components`, body).id);
    }
  }
  return { children: ids.length };
}
