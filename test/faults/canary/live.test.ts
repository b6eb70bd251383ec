import { describe, expect, it } from "vitest";
import { startEmulator, type Fault, type Seed } from "../../../emulator/start.ts";
import { checkOut } from "../../action/service.ts";
import { sample } from "../../rounds.ts";
import { FORMATS, runIn } from "./formats.ts";
import { leaks, OLD, TOKEN } from "./secrets.ts";

/* Live secrets that no file declares, in every field that may hold one. Somebody else keeps them in the service. */

const PIXEL = { id: "pc_meta", component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: OLD } };
/** The catalogue hides this component, so that it is not known which settings are secrets. */
const HIDDEN = { id: "pc_hidden", component_slug: "edgee/ga4", settings: { measurement_id: OLD } };
const hidden: Fault = {
  kind: "answer",
  status: 404,
  headers: { "content-type": "application/json" },
  body: { error: { type: "not_found_error", message: "no such component" } },
};
const catalogue = { method: "GET", path: "/v1/components/edgee/ga4", times: "always", fault: hidden } as const;
const values = { "x-key": OLD };

const LIVE: Seed = {
  projects: [
    {
      id: "prj_site",
      organization_id: "org_1",
      slug: "site",
      external_project_url: `https://${OLD}:${OLD}@example.com/?key=${OLD}#${OLD}`,
      forwarded_headers: [
        { name: "authorization", value: `Bearer ${OLD}` },
        { name: "cookie", value: `session=${OLD}` },
      ],
      override_cache: [
        {
          path: "/a",
          conditions: {
            request_headers: { values },
            request_cookies: { values },
            request_query_params: { values },
            response_headers: { values },
          },
        },
      ],
      components: [PIXEL, HIDDEN],
      domains: [{ name: "www.example.com" }],
    },
    {
      id: "prj_other",
      organization_id: "org_1",
      slug: "other",
      description: OLD,
      components: [{ ...PIXEL, id: "pc_other" }],
    },
  ],
};

const SITE = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";

/** What the files declare in their place: other values, none, or nothing at all. */
const DECLARED = {
  "other values": `${SITE}  external_project_url: https://example.com/
  forwarded_headers: [{ name: authorization, value: ours }]
  override_cache: [{ path: /b }]
components:
  edgee/meta-capi: { settings: { pixel_id: "2", access_token: ours } }
  edgee/ga4: { settings: { measurement_id: ours } }
`,
  none: `${SITE}  external_project_url: null
  forwarded_headers: []
  override_cache: []
components:
  edgee/meta-capi: { settings: { pixel_id: "2", access_token: null } }
domains: []
`,
  nothing: `${SITE}  cache: true\ncomponents: {}\ndomains: []\n`,
} as const;

/** A refusal that quotes the live record. */
const quoting: Fault = {
  kind: "answer",
  status: 400,
  headers: { "content-type": "application/json" },
  body: { error: { type: "invalid_request_error", message: `instead of Bearer ${OLD} and ${OLD}:${OLD}` } },
};

describe.each(sample(FORMATS, 1))("live secrets that no file declares, told of as %s", (format) => {
  it.concurrent.each(Object.entries(DECLARED))(
    "are shown in no mode, where the file declares %s",
    async (what, file) => {
      await using emulator = await startEmulator({ token: TOKEN, seed: LIVE, faults: { faults: [catalogue] } });
      await using checkout = await checkOut({ "site.yaml": file });
      for (const mode of ["validate", "plan", "drift"] as const) {
        const run = await runIn(format, mode, emulator, checkout);
        expect(run.everything).not.toBe("");
        expect(leaks(run.everything), mode).toEqual([]);
      }
      const refusal = { method: "POST", path: "/v1/projects/prj_site", times: 1, fault: quoting } as const;
      emulator.setFaults({ faults: [catalogue, refusal] });
      const refused = await runIn(format, "apply", emulator, checkout);
      expect(leaks(refused.everything), what).toEqual([]);
      expect(leaks((await runIn(format, "apply", emulator, checkout)).everything), what).toEqual([]);
    },
  );
});
