import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { go, maven, npm, python, ran } from "./pinned.ts";
import { newestLongTerm } from "./runtimes.ts";

/* The published JSON Schema in other people's validators: it compiles, and all agree with what the command line says. */

const project = { organization_id: "org_1", slug: "site" };

/** Project files as data. The command line takes the first ones and refuses the others. */
const VALID = {
  plain: { version: 1, project },
  full: {
    version: 1,
    project: { ...project, force_https: null, blocked_ips: ["203.0.113.7", "2001:db8::/32"] },
    components: { "edgee/ga4": { version: "1.2.0", settings: { measurement_id: { env: "GA_ID" }, rate: 0.5 } } },
    domains: ["www.example.com", "münchen.example.com", { name: { env: "PREVIEW_HOST" } }],
    ignore: { domains: ["pr-*.preview.example.com"] },
  },
  "a host name with the ideographic full stop": { version: 1, project, domains: ["例え。example.com"] },
};
const INVALID = {
  "no version": { project },
  "an unknown field": { version: 1, project, domain: [] },
  "a blank in a host name": { version: 1, project, domains: ["www example.com"] },
  "a control character in a host name": { version: 1, project, domains: ["www\u0001.example.com"] },
  "a component without its organization": { version: 1, project, components: { ga4: {} } },
  "text for a boolean": { version: 1, project: { ...project, force_https: "yes" } },
};

const AJV = `
const [, , options, schema, ...files] = process.argv;
const { readFileSync } = require("node:fs");
const { Ajv2020 } = require("ajv/dist/2020");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const validate = new Ajv2020(JSON.parse(options)).compile(read(schema));
for (const file of files) console.log(file, validate(read(file)) ? "valid" : "invalid");
`;

const PYTHON = `
import json, sys
from jsonschema import Draft202012Validator
read = lambda path: json.load(open(path, encoding="utf-8"))
schema = read(sys.argv[1])
Draft202012Validator.check_schema(schema)
for path in sys.argv[2:]:
    print(path, "valid" if Draft202012Validator(schema).is_valid(read(path)) else "invalid")
`;

const RUST = `
import json, sys, jsonschema_rs
read = lambda path: json.load(open(path, encoding="utf-8"))
validator = jsonschema_rs.validator_for(read(sys.argv[1]))
for path in sys.argv[2:]:
    print(path, "valid" if validator.is_valid(read(path)) else "invalid")
`;

const GO = `package main

import (
	"fmt"
	"os"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	schema, err := jsonschema.NewCompiler().Compile(os.Args[1])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for _, path := range os.Args[2:] {
		file, err := os.Open(path)
		if err != nil {
			panic(err)
		}
		document, err := jsonschema.UnmarshalJSON(file)
		if err != nil {
			panic(err)
		}
		word := "valid"
		if schema.Validate(document) != nil {
			word = "invalid"
		}
		fmt.Println(path, word)
	}
}
`;

const JAVA = `import com.networknt.schema.*;
import java.nio.file.*;

class Check {
  public static void main(String[] paths) throws Exception {
    var factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
    var schema = factory.getSchema(Files.readString(Path.of(paths[0])));
    for (int index = 1; index < paths.length; index++) {
      var problems = schema.validate(Files.readString(Path.of(paths[index])), InputFormat.JSON);
      System.out.println(paths[index] + (problems.isEmpty() ? " valid" : " invalid"));
    }
  }
}
`;

interface Validator {
  name: string;
  /** Takes the schema and files; prints each file's path and a word. */
  command: (folder: string) => Promise<readonly string[]>;
  env?: () => Promise<Record<string, string>>;
  /** Answers for one file a run, by its exit code. */
  oneByOne?: true;
}

function script(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const ajv = (name: string, options: object): Validator => ({
  name,
  command: async (folder) => [await newestLongTerm(), script(folder, "ajv.cjs", AJV), JSON.stringify(options)],
  env: async () => ({ NODE_PATH: await npm("ajv@8.20.0") }),
});
const pythonPath = async (...packages: string[]): Promise<Record<string, string>> => ({
  PYTHONPATH: await python(...packages),
});

export const validators: readonly Validator[] = [
  ajv("ajv 8.20.0", { strict: false }),
  ajv("ajv 8.20.0, strict", { strict: true }),
  {
    name: "jsonschema 4.26.0 (Python)",
    command: async (folder) => ["python3", script(folder, "python.py", PYTHON)],
    env: () => pythonPath("jsonschema==4.26.0"),
  },
  {
    name: "check-jsonschema 0.39.0",
    command: async () => ["python3", "-m", "check_jsonschema", "--schemafile"],
    env: () => pythonPath("check-jsonschema==0.39.0"),
    oneByOne: true,
  },
  {
    name: "jsonschema_rs 0.61.0 (Rust)",
    command: async (folder) => ["python3", script(folder, "rust.py", RUST)],
    env: () => pythonPath("jsonschema-rs==0.61.0"),
  },
  {
    name: "santhosh-tekuri/jsonschema 6.0.3 (Go)",
    command: async () => [
      await go({
        module: "github.com/santhosh-tekuri/jsonschema/v6",
        version: "v6.0.3",
        program: "santhosh",
        source: GO,
      }),
    ],
  },
  {
    name: "networknt 1.5.9 (Java)",
    command: async (folder) => [
      "java",
      "-cp",
      await maven("com.networknt", "json-schema-validator", "1.5.9"),
      script(folder, "Check.java", JAVA),
    ],
  },
];

/** What is wrong with the schema in one validator: it does not compile, or answers otherwise than the command line. */
export async function faultsIn(validator: Validator, schema: string, folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const expected = new Map<string, string>();
  for (const [word, files] of Object.entries({ valid: VALID, invalid: INVALID })) {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, `${name.replaceAll(" ", "-")}.json`);
      writeFileSync(path, JSON.stringify(content));
      expected.set(path, word);
    }
  }
  const command = await validator.command(folder);
  const env = { ...(await validator.env?.()) };
  const files = [...expected.keys()];
  let said = "";
  if (validator.oneByOne === true) {
    for (const file of files) {
      const { code } = await ran([...command, schema, file], { cwd: folder, env });
      said += `${file} ${code === 0 ? "valid" : "invalid"}\n`;
    }
  } else {
    const { code, output } = await ran([...command, schema, ...files], { cwd: folder, env });
    if (code !== 0)
      return [
        `the schema does not compile: ${/^.*(?:Error:|pattern').*$/m.exec(output)?.[0].trim() ?? output.slice(-200)}`,
      ];
    said = output;
  }
  return files
    .filter((file) => !said.includes(`${file} ${expected.get(file)}\n`))
    .map((file) => `not ${expected.get(file)}: ${file.slice(folder.length + 1)}`);
}

/** The same files for the command line: what the validators are compared with. */
export function filesForTheCommandLine(): { valid: Record<string, object>; invalid: Record<string, object> } {
  return { valid: VALID, invalid: INVALID };
}
