import { describe, expect, it } from "vitest";
import { runAction } from "./run-action.ts";
import { checkOut, projectFile, TOKEN } from "./service.ts";
import { startStrangeService } from "./strange-service.ts";

const CANARY = "canary-live-4d21";
const SITE = { id: "prj_1", organization_id: "org_1", slug: "site", type: "proxy" };
const FIELD = { name: "key", title: "Key", type: "string", required: false, secret: false };
const CATALOGUE = { id: "cmp_1", latest_version: "1", versions: { "1": { version: "1", dynamic_fields: [FIELD] } } };
const COMPONENT = {
  id: "pc_1",
  component_id: "cmp_1",
  component_slug: "edgee/ga4",
  component_version: "1",
  active: true,
};

/** A site with these fields, and one component with these settings. */
const site = (fields: object, settings: object) => ({
  records: {
    "/v1/projects/prj_1": { ...SITE, ...fields },
    "/v1/projects/prj_1/components/pc_1": { ...COMPONENT, settings },
    "/v1/components/edgee/ga4": CATALOGUE,
  },
  lists: {
    "/v1/projects": ["/v1/projects/prj_1"],
    "/v1/projects/prj_1/components": ["/v1/projects/prj_1/components/pc_1"],
    "/v1/projects/prj_1/domains": [],
  },
});

const DECLARED = `  external_project_url: https://new.example/
  forwarded_headers: [{ name: x-new, value: new-header-value }]
  override_cache: [{ path: /new }]
  rate_limiting: [{ rank: 1, limit: 9 }]
  cookie_name: new
  description: New
components:
  edgee/ga4: { settings: { key: new } }
`;

/** Values of another shape than the interface describes, or with more in them, each with a credential. */
const ODD = {
  description: `Runs on https://bot:${CANARY}@example.com/`,
  external_project_url: `user:${CANARY}@example.com`,
  forwarded_headers: [{ name: "authorization", Value: `Bearer ${CANARY}`, previous: [CANARY] }],
  override_cache: [{ path: "/a", set_headers: { authorization: CANARY }, conditions: { trailers: { a: CANARY } } }],
  rate_limiting: [{ rank: 1, limit: 1, conditions: { request_headers: { values: { authorization: CANARY } } } }],
  cookie_name: { name: "a", signing_key: CANARY },
};

describe("a credential in a live value of an unknown shape is not shown", () => {
  it.concurrent.each(["plan", "apply", "drift"])("by %s", async (mode) => {
    await using service = await startStrangeService(site(ODD, { key: { inner: CANARY } }));
    await using checkout = await checkOut({ "a.yaml": projectFile("site", DECLARED) });
    const { outputs, everything } = await runAction({
      ...checkout,
      inputs: { "base-url": service.url, token: TOKEN, files: "a.yaml", mode, "fail-on-drift": "false" },
      environment: { RUNNER_DEBUG: "1" },
    });
    expect(outputs["update"]).toBe("2");
    expect(everything).toContain("(sensitive)");
    expect(everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(CANARY);
  });

  it.concurrent("if the service stores it in place of what was declared", async () => {
    const store = (body: object) => ("settings" in body ? { settings: { key: { inner: CANARY } } } : ODD);
    await using service = await startStrangeService({ ...site({}, { key: "old" }), store });
    await using checkout = await checkOut({ "a.yaml": projectFile("site", DECLARED) });
    const { outputs, everything } = await runAction({
      ...checkout,
      inputs: { "base-url": service.url, token: TOKEN, files: "a.yaml", mode: "apply" },
    });
    expect(outputs["result"]).toBe("partial");
    expect(service.writes).toEqual(["POST /v1/projects/prj_1", "POST /v1/projects/prj_1/components/pc_1"]);
    expect(everything).toContain('external_project_url as "(sensitive)"');
    expect(everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(CANARY);
  });
});
