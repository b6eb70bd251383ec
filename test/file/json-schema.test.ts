import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findFiles } from "../../provider/file/find-files.ts";
import { jsonSchema } from "../../provider/file/json-schema.ts";
import { loadFile } from "../../provider/file/load-file.ts";
import { component, PROJECT } from "./load.ts";

const root = join(import.meta.dirname, "../..");
// `default` is the service's default for an absent field. Validators ignore it.
const accepts = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(jsonSchema());

describe("the JSON Schema", () => {
  it("that is published is what the code generates", async () => {
    const published: unknown = JSON.parse(await readFile(join(root, "schema/projectsync.schema.json"), "utf8"));
    expect(published).toEqual(JSON.parse(JSON.stringify(jsonSchema())));
    await promisify(execFile)(process.execPath, [join(root, "scripts/write-schema.ts"), "--check"]);
  });

  it("describes every field and its default", () => {
    expect(jsonSchema()).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      properties: {
        project: {
          properties: {
            force_https: { description: "Redirect HTTP to HTTPS.", default: true },
            log_severity: {
              default: "INFO",
              anyOf: [{ anyOf: [{ enum: ["DEBUG", "INFO", "WARNING", "ERROR"] }, {}, {}] }, {}],
            },
          },
        },
      },
    });
    const text = JSON.stringify(jsonSchema());
    expect(text).not.toContain('"set":');
    expect(text.match(/"version":\{"type":"number","const":1/g)).toHaveLength(1);
  });

  it("accepts the examples, which name it for editors", async () => {
    const { files, problems } = await findFiles(["examples/projects/*.yaml", "examples/preview/*.yaml"], root);
    expect(problems).toEqual([]);
    for (const file of files) {
      const text = await readFile(join(root, file), "utf8");
      accepts(parse(text));
      expect(accepts.errors).toBeNull();
      const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      expect(join(root, file, "..", schema)).toBe(join(root, "schema/projectsync.schema.json"));
    }
  });

  it.each<[verdict: "both take" | "both refuse", text: string]>([
    ["both take", PROJECT],
    ["both take", `$schema: ./s.json\n${PROJECT}`],
    [
      "both take",
      `${PROJECT}domains: [a.example.com, { env: V }, { name: b.example.com, absent: true }, { name: { env: W } }]\n`,
    ],
    ["both take", `${PROJECT}  cookie_name: { env: V }\n  log_severity: null\n  trusted_ips: [{ env: IP }]\n`],
    [
      "both take",
      component(
        "  a/b: { version: { env: V }, settings: { a: { secret: V }, b: [1, { c: true }] }, extra: { x: 1 } }\n",
      ),
    ],
    [
      "both take",
      `${PROJECT}  rate_limiting: [{ rank: 1, limit: 1, window: 1s, key: [ua], conditions: { country: [FR] } }]\n`,
    ],
    ["both refuse", `$schema: { env: V }\n${PROJECT}`],
    ["both refuse", PROJECT.replace("1", "2")],
    ["both refuse", PROJECT.replace("1", "{ env: V }")],
    ["both refuse", "version: 1\nproject: { organization_id: o, slug: m y }\n"],
    ["both refuse", `${PROJECT}other: 1\n`],
    ["both refuse", `${PROJECT}  cache: yes\n`],
    ["both refuse", `${PROJECT}  cache: { env: V }\n`],
    ["both refuse", `${PROJECT}domains: [{ name: { secret: W } }]\n`],
    ["both refuse", `${PROJECT}  previous_slug: { secret: W }\n`],
    ["both refuse", component("  a/b: { version: { secret: W } }\n")],
    ["both refuse", `${PROJECT}  cookie_name: { env: 1V }\n`],
    ["both refuse", `${PROJECT}  cookie_name: { env: V, secret: V }\n`],
    ["both refuse", `${PROJECT}  trusted_ips: { env: V }\n`],
    ["both refuse", `${PROJECT}  rate_limiting: [{ rank: 0, limit: 1 }]\n`],
    ["both refuse", component("  a/b: { component: a/b }\n")],
    ["both refuse", component("  a/b: { version: 1 }\n")],
    ["both refuse", `${PROJECT}domains: [https://a.example.com/]\n`],
    ["both refuse", `${PROJECT}domains: [localhost]\n`],
    ["both refuse", `${PROJECT}domains: [a.example.com, a.example.com]\n`],
    ["both take", `${PROJECT}  absent: true\ncomponents: { a/b: { absent: true } }\ndomains: []\n`],
    [
      "both take",
      `${PROJECT}  blocked_ips: [203.0.113.7]\n  trusted_ips: [203.0.113.8]\n  password_protection: true\n`,
    ],
    ["both refuse", `${PROJECT}  blocked_ips: [localhost]\n`],
    ["both take", `${PROJECT}  extra: { cache: true, new_field: { env: V } }\n`],
    ["both refuse", `${PROJECT}  extra: { a: { b: [{ env: 1V }] } }\n`],
    ["both refuse", `${PROJECT}  extra: { a: { secret: null } }\n`],
    ["both take", `${PROJECT}  extra: { a: { env: { b: 1 } }, env: 1, b: { env: 1, secret: 2 } }\n`],
    ["both take", component("  a/b: { extra: { component_version: '1' } }\n")],
  ])("and the loader agree: %s %j", (verdict, text) => {
    const environment = { V: "v.example.com", W: "w.example.com", IP: "203.0.113.7" };
    const { file } = loadFile("f.yaml", text, { environment, missingVariables: "error" });
    expect([file !== undefined, accepts(parse(text))]).toEqual(verdict === "both take" ? [true, true] : [false, false]);
  });
});
