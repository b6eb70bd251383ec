import { expect, it } from "vitest";
import { automaticSuffix, isAutomatic, markAutomatic } from "../../core/resources/automatic-domain.ts";

it.each([
  [{}, "edgee.app"],
  [{ PROJECTSYNC_AUTOMATIC_DOMAINS: "" }, "edgee.app"],
  [{ PROJECTSYNC_AUTOMATIC_DOMAINS: ".Sites.example.com" }, "sites.example.com"],
])("the suffix of automatic host names: %o", (environment, suffix) => {
  expect(automaticSuffix(environment)).toBe(suffix);
  const marked = markAutomatic("prj_1", [{ name: `PRJ_1.${suffix}` }, { name: `prj_2.${suffix}` }], suffix);
  expect(marked.map(isAutomatic)).toEqual([true, false]);
});

it.each(["https://edgee.app", "app", "a b.c"])("the suffix %j is refused", (text) => {
  expect(() => automaticSuffix({ PROJECTSYNC_AUTOMATIC_DOMAINS: text })).toThrow(
    `PROJECTSYNC_AUTOMATIC_DOMAINS is not a suffix of host names: ${JSON.stringify(text)}. Write one such as .edgee.app.`,
  );
});
