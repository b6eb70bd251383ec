/**
 * Writes schema/pulumi-arguments.ts: the declarable fields as Pulumi's arguments, from the tables of fields in core/resources/. With
 * `--check`: writes nothing, and fails if it is out of date.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import wrapAnsi from "wrap-ansi";
import { z } from "zod";
import { camelCase } from "../provider/naming.ts";
import { child, fieldNames, unwrap } from "../core/resources/schema-walk.ts";
import { hoverText, INTERFACES, interfaceOf } from "./field-texts.ts";
import { writeGenerated } from "./write-generated.ts";

const FILE = join(import.meta.dirname, "../schema/pulumi-arguments.ts");

function declarationOf({ name: owner, about, schema = z.unknown() }: (typeof INTERFACES)[number]): string {
  const fields = fieldNames(schema).map((name) => {
    const field = child(schema, name) ?? z.unknown();
    const mark = field.safeParse(undefined).success ? "?" : "";
    return `${comment(hoverText(owner, name, field))}${camelCase(name)}${mark}: ${inputOf(field)};`;
  });
  return `${comment(about)}export interface ${owner} {\n${fields.join("\n")}\n}\n`;
}

function inputOf(field: z.ZodType): string {
  const orNull = field.safeParse(null).success ? " | null" : "";
  return `Input<${typeOf(unwrap(field))}${orNull}>`;
}

function typeOf(type: z.ZodType): string {
  if (type instanceof z.ZodObject) return interfaceOf(type).name;
  if (type instanceof z.ZodRecord) return "Record<string, unknown>";
  if (type instanceof z.ZodArray) return `${inputOf(child(type, 0) ?? z.unknown())}[]`;
  if (type instanceof z.ZodEnum) return type.options.map((choice) => JSON.stringify(choice)).join(" | ");
  if (type instanceof z.ZodBoolean) return "boolean";
  if (type instanceof z.ZodNumber) return "number";
  if (type instanceof z.ZodString) return "string";
  throw new Error(`no type in TypeScript for ${type.type}`);
}

function comment(text: string): string {
  const lines = wrapAnsi(text, 115).split("\n");
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

const { printWidth } = z
  .object({ printWidth: z.number() })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, "../.oxfmtrc.json"), "utf8")));

const head = '// Written by scripts/write-arguments.ts.\nimport type { Input } from "@pulumi/pulumi";\n\n';
const { code } = await format(FILE, head + INTERFACES.map(declarationOf).join("\n"), { printWidth });
await writeGenerated(FILE, code);
