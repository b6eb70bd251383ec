import { expect, it } from "vitest";
import { file, open } from "./scene.ts";

/** gone.yaml has no section, so nothing in it can ever match. */
it("a key of `only` that can match nothing is refused before anything is written, also below a blocked project", async () => {
  const { apply } = open();
  const files = {
    "a.yaml": file("empty", "domains: [new.example.com]\n"),
    "b.yaml": file("gone", "  must_exist: true\n"),
  };
  const { report, writes } = await apply(files, { only: ["org_1/empty", "org_1/gone", "org_1/gone/edgee/ga5"] });
  expect([report.error ?? report.result, writes]).toEqual([expect.stringContaining("matches no object"), []]);
});
