import { expect, it } from "vitest";
import type { Rule } from "../../../emulator/faults/schedule.ts";
import { reportAsJson } from "../../../sync/report/report-json.ts";
import { openWorld } from "../open-world.ts";

/*
 * Public formats, byte for byte, also the digest: the plan and the report as JSON, with every action and every status.
 * `npx vitest run --project unit test/world/formats -u` writes the golden files again; read the difference before you commit it.
 */

const FILES = {
  "blog.yaml": `version: 1
project: { organization_id: org_1, slug: blog, description: Blog, force_https: true }
components:
  edgee/ga4: { version: "1.2.0", settings: { measurement_id: G-1 } }
domains: [blog.example]
`,
  "docs.yaml": `version: 1
project: { organization_id: org_3, slug: docs }
domains: [docs.example]
`,
  "lost.yaml": `version: 1
project: { organization_id: org_1, slug: lost }
components:
  edgee/ga4: { version: "1.1.0", settings: { measurement_id: G-3 } }
`,
  "other.yaml": `version: 1
project: { organization_id: org_1, slug: other }
domains: [{ name: moving.example, absent: true }, { name: old.example, absent: true }]
`,
  "shop.yaml": `version: 1
project: { organization_id: org_1, slug: shop, previous_slug: store, blocked_ips: [203.0.113.7], forwarded_headers: [{ name: X-Key, value: hidden-value }] }
components:
  edgee/ga4: { version: latest, active: false, settings: { measurement_id: G-2 } }
  edgee/meta-capi: { version: latest, settings: { pixel_id: "1", access_token: { secret: ACCESS_TOKEN } } }
domains: [moving.example, taken.example, www.shop.example, { env: PREVIEW_HOST }]
`,
  "wanted.yaml": `version: 1
project: { organization_id: org_1, slug: wanted, must_exist: true }
`,
};

const SEED = {
  organizations: ["org_1", "org_2"],
  projects: [
    { id: "prj_lost", organization_id: "org_1", slug: "lost" },
    {
      id: "prj_shop",
      organization_id: "org_1",
      slug: "store",
      components: [
        {
          component_slug: "edgee/meta-capi",
          settings: { pixel_id: "9", access_token: "their-own-secret", region: "eu" },
        },
      ],
      domains: [{ name: "www.shop.example" }, { name: "extra.example" }],
    },
    {
      id: "prj_other",
      organization_id: "org_1",
      slug: "other",
      domains: [{ name: "moving.example" }, { name: "old.example" }],
    },
    { id: "prj_far", organization_id: "org_2", slug: "far", domains: [{ name: "taken.example" }] },
  ],
};

/** The settings of blog are refused, and the component of lost never arrives. */
const FAULTS: readonly Rule[] = [
  {
    method: "POST",
    path: "/v1/projects/prj_1",
    times: "always",
    fault: { kind: "answer", status: 400, body: { error: { type: "invalid_request_error", message: "so it is" } } },
  },
  { method: "POST", path: "/v1/projects/prj_lost/components", fault: { kind: "reset", when: "before" } },
];
/** From then on nobody can look whether it did. */
const BLIND: Rule = { path: "/v1/projects/prj_lost/**", times: "always", fault: { kind: "answer", status: 500 } };

const environment = { ACCESS_TOKEN: "canary-access-token", PREVIEW_HOST: "preview.example" };

/** Without the numbers of requests. */
const shown = (json: object): string =>
  `${JSON.stringify(json, undefined, 2).replaceAll(/\(request req_\d+\)/g, "(request REQUEST)")}\n`;

it("the JSON of a plan", async () => {
  const world = openWorld({ seed: SEED });
  const plan = await world.run({ mode: "plan", environment, prune: ["domains"], maxDeletes: 1 }, FILES);
  await expect(shown(reportAsJson(plan))).toMatchFileSnapshot("golden/plan.json");
});

it("the JSON of a report, with an outcome of each status", async () => {
  const world = openWorld({ seed: SEED });
  world.service.setFaults({ faults: FAULTS });
  world.service.during(({ method, path, fault }) => {
    if (method === "POST" && path.startsWith("/v1/projects/prj_lost") && fault !== undefined) {
      world.service.setFaults({ faults: [...FAULTS, BLIND] });
    }
  });
  // Not what a new project has anyway.
  const blog = FILES["blog.yaml"].replace("force_https: true", "force_https: false");
  const report = await world.run({ mode: "apply", environment }, { ...FILES, "blog.yaml": blog });
  const counts = Object.entries(report.applied?.counts ?? {});
  expect(counts.filter(([, times]) => times === 0)).toEqual([]);
  await expect(shown(reportAsJson(report))).toMatchFileSnapshot("golden/report.json");
});
