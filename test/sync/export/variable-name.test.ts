import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { variableFinder } from "../../../core/file/file-environment.ts";
import { kebab, snake, variableName, variableNaming } from "../../../sync/export/variable-name.ts";
import { startExportWorld } from "./export-world.ts";

const SECRET = { forwarded_headers: [{ name: "Authorization", value: "canary-secret-77aa" }] };

describe("the variable of a secret", () => {
  it("is the same whatever else is exported, and another one in another organization", async () => {
    const projects = ["org_prod", "org_stage"].map((organization_id, index) => ({
      id: `prj_${index}`,
      organization_id,
      slug: "site",
      ...SECRET,
    }));
    await using exporting = await startExportWorld({ seed: { projects } });
    const names = async (ids: readonly string[]): Promise<string[]> => {
      const exported = await exporting.export({ by: "id", ids });
      return exported.projects.flatMap(({ secrets }) => secrets.map(({ name }) => name));
    };
    const both = await names(["prj_1", "prj_0"]);
    expect(both).toEqual(["ORG_PROD__SITE__HEADER__AUTHORIZATION", "ORG_STAGE__SITE__HEADER__AUTHORIZATION"]);
    expect([await names(["prj_0"]), await names(["prj_1"])]).toEqual([[both[0]], [both[1]]]);
  });

  it("counts the id of a project that its slug does not tell from others", () => {
    const project = { organizationId: "org_1", slug: "site", record: { id: "prj_1" } };
    expect(variableNaming({ ...project, pinned: false })([kebab("key")])).toBe("ORG_1__SITE__KEY");
    expect(variableNaming({ ...project, pinned: true })([kebab("key")])).toBe("ORG_1__SITE__PRJ_1__KEY");
  });

  it("can be set anywhere, and is no other part's", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 9 }),
      fc.constantFrom(
        "GitHub",
        "github",
        "input",
        "actions",
        "projectsync",
        "token",
        "aws",
        "key",
        "http",
        "proxy",
        "1",
        "_",
        "node",
        "",
      ),
      fc.string({ unit: fc.constantFrom("a", "A", "_", "-", "1"), maxLength: 5 }),
    );
    const parts = fc.array(part, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [name, another] = [variableName(one.map(snake)), variableName(other.map(snake))];
        expect(variableName(one.map(kebab)) === variableName(other.map(kebab))).toBe(isDeepStrictEqual(one, other));
        expect(name).toMatch(/^(?!GITHUB_|PULUMI_|NODE_|PROJECTSYNC_)[A-Z_][A-Z0-9_]{0,150}$/);
        expect(variableFinder({ [name]: "x" }, {})(name)).toEqual({ value: "x" });
        expect(name === another).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 2000 },
    );
  });
});

it("two settings whose names differ in one sign have two variables", () => {
  const names = ["a_b", "a-b", "a__b", "A_b"].map((text) => variableName([kebab("site"), snake(text)]));
  expect(new Set(names).size).toBe(4);
});
