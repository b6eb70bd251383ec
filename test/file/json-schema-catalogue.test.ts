import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import type { ComponentRecord } from "../../provider/api/records.ts";
import { catalogueSchema } from "../../provider/file/catalogue-schema.ts";
import { component, good, PROJECT } from "./load.ts";

const odd: ComponentRecord[] = [
  { slug: "odd/silent" },
  { slug: "odd/nothing", versions: {} },
  { slug: "odd/undescribed", latest_version: "2", versions: { "1": { dynamic_fields: [] }, "2": {} } },
  {
    slug: "odd/changing",
    latest_version: "10",
    versions: {
      "10": { dynamic_fields: [{ name: "a", type: "number" }] },
      "9": { dynamic_fields: [{ name: "a", type: "string" }] },
      "8": { dynamic_fields: [{ name: "b", type: "colour" }] },
    },
  },
  {
    slug: "odd/secrets",
    latest_version: "2.0.0",
    versions: {
      "2.0.0-rc.1": { dynamic_fields: [] },
      "2.0.0": {
        dynamic_fields: [
          { name: "pin", type: "number", secret: true },
          { name: "flag", type: "bool", secret: true },
          { name: "blob", type: "colour", secret: true },
        ],
      },
    },
  },
];

function schemaOf(components: readonly ComponentRecord[]) {
  return catalogueSchema(
    components.map((component) => ({ status: "found", slug: component.slug ?? "", component }) as const),
  );
}

const schema = schemaOf([...defaultCatalogue, ...odd]);
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
const accepts = ajv.compile(schema);

/** The errors of the schema in the lines of `components:`, without those of the rules that lead there. */
function wrong(lines: string): string[] {
  const text = component(lines);
  good(text, { environment: { V: "a long value", W: "another value" } });
  accepts(parse(text));
  return (accepts.errors ?? [])
    .filter(({ keyword }) => keyword !== "if")
    .map(({ instancePath, message, params }) => `${instancePath}: ${message} ${Object.values(params).join()}`);
}

describe("the JSON Schema with the catalogue", () => {
  it.each([
    [
      "what the version takes",
      `  edgee/ga4: { version: "1.2.0", settings: { measurement_id: G-1, sample_rate: 0.5 } }`,
    ],
    [
      "what the latest takes",
      "  edgee/ga4: { version: latest, settings: { measurement_id: G-1, anonymize_ip: true } }",
    ],
    ["references for text", "  edgee/ga4: { version: { env: V }, settings: { measurement_id: { env: W } } }"],
    [
      "one of the options",
      "  edgee/meta-capi: { version: latest, settings: { pixel_id: p, access_token: a, region: eu } }",
    ],
    ["no settings", `  edgee/ga4: { version: "1.2.0" }\n  edgee/meta-capi: { settings: null }`],
    ["what any version takes, where none is said", "  edgee/ga4: { settings: { debug_mode: true, sample_rate: 1 } }"],
    ["a component that is to go", `  edgee/ga4: { version: "1.2.0", absent: true, settings: { old: 1 } }`],
    ["another component", `  other/one: { version: "9", settings: { a: [{ b: 1 }] } }`],
    ["a component that the catalogue says nothing of", `  odd/silent: { version: "9", settings: { a: 1 } }`],
    ["a version that is not described", `  odd/undescribed: { version: "2", settings: { a: 1 } }`],
    ["a type that is not known", `  odd/changing: { version: "8", settings: { b: { c: [1] } } }`],
    ["what differs between versions", "  odd/changing: { settings: { a: { b: 1 } } }"],
  ])("accepts %s", (_what, lines) => expect(wrong(`${lines}\n`)).toEqual([]));

  it.each([
    [
      "a misspelt setting",
      `  edgee/ga4: { version: "1.2.0", settings: { measurement_id: G-1, sampel_rate: 0.5 } }`,
      ["/components/edgee~1ga4/settings: must NOT have additional properties sampel_rate"],
    ],
    [
      "a setting of another version",
      `  edgee/ga4: { version: "1.0.0", settings: { measurement_id: G-1, debug_mode: true } }`,
      ["/components/edgee~1ga4/settings: must NOT have additional properties debug_mode"],
    ],
    [
      "a required setting that is not there",
      `  edgee/meta-capi: { version: latest, settings: { pixel_id: p } }`,
      ["/components/edgee~1meta-capi/settings: must have required property 'access_token' access_token"],
    ],
    [
      "a reference where no text belongs",
      `  edgee/ga4: { version: "1.2.0", settings: { measurement_id: G-1, anonymize_ip: { env: V } } }`,
      ["/components/edgee~1ga4/settings/anonymize_ip: must be boolean,null boolean,null"],
    ],
  ])("refuses %s and names the position", (_what, lines, expected) => expect(wrong(`${lines}\n`)).toEqual(expected));

  it.each([
    [
      "a value that is no option",
      `  edgee/meta-capi: { version: latest, settings: { pixel_id: p, access_token: a, region: mars } }`,
      "/components/edgee~1meta-capi/settings/region: must be equal to one of the allowed values eu,us,apac,",
    ],
    [
      "a version that is not there",
      `  edgee/ga4: { version: "1.2.1" }`,
      "/components/edgee~1ga4/version: must be equal to one of the allowed values latest,1.2.0,1.1.0,1.0.0",
    ],
    [
      "null for what is required",
      `  edgee/ga4: { version: latest, settings: { measurement_id: null } }`,
      "/components/edgee~1ga4/settings/measurement_id: must be string string",
    ],
  ])("refuses %s, which fits none of several alternatives", (_what, lines, expected) => {
    expect(wrong(`${lines}\n`)).toContain(expected);
  });

  it("describes each setting, and shows how to write a secret", () => {
    const text = JSON.stringify(schema);
    expect(text).toContain(JSON.stringify("The share of events to send, from 0 to 1."));
    expect(text).toContain("Secret: write { secret: NAME }, and set the variable NAME. Required.");
    expect(text).toContain(`"examples":[{"secret":"ACCESS_TOKEN"}]`);
    expect(text).toContain('"deprecated":true');
  });

  it("shows no example for a secret that is not text", () => {
    const settings = JSON.stringify(schemaOf(odd.filter(({ slug }) => slug === "odd/secrets")));
    for (const type of ["number", "bool"]) {
      expect(settings).toContain(
        `"Secret. It cannot come from a variable, because a variable is text and this is a ${type}."`,
      );
    }
    expect(settings.match(/Secret: write/g)).toHaveLength(2);
    expect(settings).not.toContain('"examples":[{"secret"');
    expect(
      wrong("  odd/secrets: { version: latest, settings: { pin: 1, flag: true, blob: { secret: V } } }\n"),
    ).toEqual([]);
  });

  it("sorts versions by number, newest first", () => {
    expect(JSON.stringify(schema)).toContain('"enum":["latest","2.0.0","2.0.0-rc.1"]');
    expect(JSON.stringify(schema)).toContain('"enum":["latest","10","9","8"]');
    expect(JSON.stringify(schema)).toContain('"enum":["latest","1.10.0","1.9.0"]');
  });

  it("is the general schema without components, and valid for every catalogue", () => {
    const plain = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    expect(plain.compile(schemaOf([]))(parse(PROJECT))).toBe(true);
    const names = ["__proto__", "constructor", "a/b", "~", "", "$ref", "if", "\u0000\u2028"];
    const versions = Object.fromEntries(
      names.map((name) => [name, { dynamic_fields: names.map((name) => ({ name, type: "string", options: [""] })) }]),
    );
    expect(() => ajv.compile(schemaOf([{ slug: "a/b", name: "", latest_version: "x", versions }]))).not.toThrow();
  });
});
