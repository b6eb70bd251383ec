import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  camelCase,
  fieldsToService,
  fieldsFromService,
  pathFromService,
  type UnknownField,
  formatPath,
} from "../../provider/naming.ts";
import { declaredComponent } from "../../core/resources/component/declared.ts";
import { declaredProject } from "../../core/resources/project-fields.ts";

const project = {
  organizationId: "org_1",
  slug: "site",
  edgeeBehindProxyCache: true,
  autocapture: { spaPageview: true },
  overrideCache: [
    {
      path: "/",
      conditions: {
        requestHeaders: { present: ["x_Header"], values: { x_snake: 1, xCamel: { deep_key: 2 } } },
        requestQueryParams: { values: { utm_source: "a" } },
      },
    },
  ],
  rateLimiting: [{ rank: 1, limit: 2, blockDuration: 3, conditions: { country: ["FR"] } }],
  extra: { some_field: { innerName: 1, inner_name: 2 } },
};

it("names of fields are converted, names that are data are not", () => {
  const service = fieldsToService(declaredProject, project);
  expect(service).toEqual({
    organization_id: "org_1",
    slug: "site",
    edgee_behind_proxy_cache: true,
    autocapture: { spa_pageview: true },
    override_cache: [
      {
        path: "/",
        conditions: {
          request_headers: { present: ["x_Header"], values: { x_snake: 1, xCamel: { deep_key: 2 } } },
          request_query_params: { values: { utm_source: "a" } },
        },
      },
    ],
    rate_limiting: [{ rank: 1, limit: 2, block_duration: 3, conditions: { country: ["FR"] } }],
    extra: { some_field: { innerName: 1, inner_name: 2 } },
  });
  expect(fieldsFromService(declaredProject, service)).toEqual(project);
});

it("a component's settings keep their names, whatever they are", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (settings) => {
      const inputs = { component: "a/b", settings, extra: settings };
      expect(fieldsToService(declaredComponent, inputs)).toEqual(inputs);
      expect(fieldsFromService(declaredComponent, inputs)).toEqual(inputs);
    }),
  );
});

it("no two fields have the same name in camel case", () => {
  const names = Object.keys(declaredProject.shape).map(camelCase);
  expect(new Set(names).size).toBe(names.length);
});

describe("fields that the schema does not have", () => {
  it("are left out and reported on the way to the service, by their path", () => {
    const reported: UnknownField[] = [];
    const value = { slug: "s", block_list: 1, rateLimiting: [{ rank: 1, blockTime: 2 }] };
    expect(fieldsToService(declaredProject, value, (field) => reported.push(field))).toEqual({
      slug: "s",
      rate_limiting: [{ rank: 1 }],
    });
    expect(reported.map(({ path }) => path)).toEqual([["block_list"], ["rateLimiting", 0, "blockTime"]]);
  });

  it("keep their name on the way back", () => {
    expect(fieldsFromService(declaredProject, { slug: "s", newer_field: 1 })).toEqual({ slug: "s", newer_field: 1 });
  });
});

it("a setting keeps its name in a path", () => {
  const path = pathFromService(declaredComponent, ["settings", "measurement_id"]);
  expect(formatPath(path)).toBe("settings.measurement_id");
});
