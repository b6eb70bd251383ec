import fc from "fast-check";
import { HOSTS } from "./declarations.ts";
import type { Write } from "../oracle/service.ts";
import type { Truth } from "../oracle/truth.ts";

/** A change by hand. `of`: which of the live projects, or of the components in it. */
export type Edit =
  | { readonly what: "create project"; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "update project"; readonly of: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "delete project"; readonly of: number }
  | { readonly what: "integrate"; readonly of: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "update component"; readonly of: number; readonly body: Readonly<Record<string, unknown>> }
  | { readonly what: "remove component"; readonly of: number }
  | { readonly what: "attach"; readonly of: number; readonly name: string }
  | { readonly what: "detach"; readonly of: number };

/** `measurement_id` can be declared. The other one never is, and no run may lose it. */
const BY_HAND = {
  settings: { measurement_id: "G-hand", pixel_id: "hand", access_token: "by-hand-secret", region: "eu" },
};

const of = fc.nat({ max: 5 });

export const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .record({
      organization_id: fc.constantFrom("org_1", "org_2"),
      slug: fc.constantFrom("site", "shop", "site-new", "undeclared"),
      type: fc.constantFrom("proxy", "mcp"),
    })
    .map((body) => ({ what: "create project" as const, body })),
  fc.record({
    what: fc.constant("update project" as const),
    of,
    body: fc.constantFrom<Record<string, unknown>>(
      { force_https: false },
      { description: "by hand", cache: true },
      { autocapture: { scroll: true, click: false } },
      { slug: "moved-away" },
    ),
  }),
  fc.record({ what: fc.constant("delete project" as const), of }),
  fc.record({
    what: fc.constant("integrate" as const),
    of,
    body: fc.constantFrom<Record<string, unknown>>(
      { component_slug: "acme/consent-banner", settings: {} },
      { component_slug: "edgee/ga4", component_version: "1.1.0", settings: { measurement_id: "G-hand" } },
      { component_slug: "edgee/meta-capi", settings: { pixel_id: "9", access_token: "by-hand-secret" } },
    ),
  }),
  fc.record({
    what: fc.constant("update component" as const),
    of,
    body: fc.constantFrom<Record<string, unknown>>({ active: false }, { settings: null }, BY_HAND, BY_HAND),
  }),
  fc.record({ what: fc.constant("remove component" as const), of }),
  fc.record({ what: fc.constant("attach" as const), of, name: fc.constantFrom(...HOSTS, "undeclared.example.com") }),
  fc.record({ what: fc.constant("detach" as const), of }),
);

/** The edit as a request; `undefined` where there is nothing to edit. The service may refuse it. */
export function asWrite(edit: Edit, truth: Truth): Write | undefined {
  if (edit.what === "create project") return { method: "POST", path: "/v1/projects", body: edit.body };
  const pick = (kind: "project" | "component" | "domain") => {
    const all = [...truth.values()].filter((object) => object.kind === kind);
    return all[edit.of % Math.max(1, all.length)];
  };
  const project = pick("project");
  const component = pick("component");
  const domain = pick("domain");
  const inside = `/v1/projects/${project?.project}`;
  const part = `/v1/projects/${component?.project}/components/${component?.name}`;
  switch (edit.what) {
    case "update project":
      return project && { method: "POST", path: inside, body: edit.body };
    case "delete project":
      return project && { method: "DELETE", path: inside };
    case "integrate":
      return project && { method: "POST", path: `${inside}/components`, body: edit.body };
    case "attach":
      return project && { method: "POST", path: `${inside}/domains`, body: { name: edit.name } };
    case "update component":
      return component && { method: "POST", path: part, body: edit.body };
    case "remove component":
      return component && { method: "DELETE", path: part };
    case "detach":
      return domain && { method: "DELETE", path: `/v1/projects/${domain.project}/domains/${domain.name}` };
  }
}
