import { expect, it } from "vitest";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { declaredDomain, domainKind } from "../../provider/resources/domain.ts";
import { projectKind } from "../../provider/resources/project.ts";

it("an object is identified by its kind and the service's id, a domain by its name", () => {
  expect([projectKind.name, projectKind.idOf({ id: "prj_1", slug: "site" })]).toEqual(["project", "prj_1"]);
  expect([componentKind().name, componentKind().idOf({ id: "pc_1" })]).toEqual(["component", "pc_1"]);
  expect([domainKind.name, domainKind.idOf({ name: "a.example.com" })]).toEqual(["domain", "a.example.com"]);
});

it("only a domain's id is known before it exists", () => {
  expect(projectKind.idFromKey({ organization_id: "org_1", slug: "site" })).toBeUndefined();
  expect(componentKind().idFromKey({ component: "edgee/ga4" })).toBeUndefined();
  expect(domainKind.idFromKey({ name: "a.example.com" })).toBe("a.example.com");
});

it("a text that is not a host name is refused with an example", () => {
  expect(declaredDomain.safeParse({ name: "localhost" }).error?.message).toContain("www.example.com");
});
