import fc from "fast-check";
import { expect, it } from "vitest";
import { projectFields } from "../../../core/resources/project-fields.ts";
import { freeValue, oddText } from "./live-fields.ts";
import { different } from "./export-world.ts";
import { startShowing } from "./shown.ts";

/* Whatever the service shows for a field: the export leaves out what does not fit, and the file plans to nothing. */

const names = Object.keys(projectFields).filter((name) => name !== "slug");

const rules = fc.array(fc.dictionary(fc.constantFrom("rank", "path", "limit", "conditions", "newer"), freeValue));

const project = fc.dictionary(fc.constantFrom(...names, "newer"), fc.oneof(freeValue, rules), { maxKeys: 6 });

const component = fc.record(
  {
    component_slug: fc.constantFrom("edgee/ga4", "edgee/meta-capi", "gone/away", "a b/c"),
    component_version: fc.oneof(oddText, fc.constantFrom("1.2.0", "latest")),
    active: fc.boolean(),
    settings: fc.dictionary(fc.oneof(oddText, fc.constantFrom("measurement_id", "access_token")), freeValue),
  },
  { requiredKeys: ["component_slug"] },
);

it("exports the rest of a project, whatever the service shows", async () => {
  await fc.assert(
    fc.asyncProperty(
      project,
      fc.uniqueArray(component, { selector: ({ component_slug: slug }) => slug, maxLength: 3 }),
      fc.array(fc.constantFrom("www.example.com", "WWW.example.com", "localhost", "a.example.com"), { maxLength: 3 }),
      async (fields, components, domains) => {
        await using exporting = await startShowing({ project: fields, components, domains });
        const exported = await exporting.export();
        expect(exported.leftOut).toEqual([]);
        await exporting.files(exported);
        expect(different(await exporting.world.run("plan"))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);
