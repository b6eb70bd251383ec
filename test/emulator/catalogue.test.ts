import { expect, it } from "vitest";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { exactly, talk } from "./conversation.ts";

const bare = { id: "cmp_1", slug: "org/bare" };

talk(
  "finds a component only by its exact organization and slug",
  {},
  ["edgee/nothing", "acme/ga4", "edgee/GA4", "edgee%2Fga4/x", "constructor/prototype"].map((slug) => [
    `GET /v1/components/${slug}`,
    404,
  ]),
);

it("serves its default catalogue unchanged", async () => {
  await using emulator = await startEmulator();
  for (const component of defaultCatalogue) {
    const versions = Object.entries(component.versions ?? {}).map(([version, content]) => {
      expect(content.version).toBe(version);
      return [version, { object: "component_version_item", ...content }];
    });
    const served = { object: "component", ...component, versions: Object.fromEntries(versions) };
    expect((await ask(emulator, `GET /v1/components/${component.slug}`)).body).toEqual(served);
  }
});

talk(
  "leaves out the fields that the seed leaves out, or that are null in it",
  { seed: { catalogue: [{ ...bare, avatar_url: null, description: null }] } },
  [
    ["GET /v1/components/org/bare", exactly({ object: "component", ...bare })],
    ["GET /v1/components/edgee/ga4", 404],
  ],
);
