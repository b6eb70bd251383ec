import { expect, it } from "vitest";
import { knowledgeOf } from "../../../provider/resources/component/knowledge.ts";

it("without the catalogue every setting is a secret; with it, those that it calls so", () => {
  const versions = { "1": { dynamic_fields: [{ name: "id", type: "string", secret: false }] } };
  const knowledge = knowledgeOf({ status: "found", slug: "acme/box", component: { versions } });
  expect(knowledgeOf().isSecret("id", ["1"])).toBe(true);
  expect(knowledge.isSecret("id", ["1"])).toBe(false);
  expect(knowledge.isSecret("other", ["1"])).toBe(true);
});
