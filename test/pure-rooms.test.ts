import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/*
 * core/resources and core/plan decide, and do nothing: what they load at run time sends nothing, waits for nothing, and reads neither files,
 * clocks nor randomness. A time or a salt is an argument.
 */

const ROOT = path.join(import.meta.dirname, "..");
const PURE = ["core/resources", "core/plan"];
const FILES = PURE.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }));
const MAY_LOAD =
  /^(?:core\/(?:text|resources|plan)\/|core\/api\/(?:errors|refusal|cause|records|table-of)\.ts$|core\/reconcile\/(?:snapshot|snapshot-view|step)\.ts$|core\/file\/)/;
const MODULES = new Set([
  "node:crypto",
  "node:net",
  "node:util",
  "node:querystring",
  "node:path",
  "ipaddr.js",
  "leven",
  "picomatch",
  "tr46",
  "yaml",
  "zod",
]);

/** What a file loads at run time: imports of types do not count. */
function loadedBy(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), "utf8"), ts.ScriptTarget.ESNext);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier) || isOfTypes(statement)) return [];
    const { text: module } = moduleSpecifier;
    return [module.startsWith(".") ? path.posix.join(path.posix.dirname(file), module) : module];
  });
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const { importClause } = statement;
  if (importClause === undefined) return false;
  const { namedBindings } = importClause;
  const isEachType =
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
  return importClause.isTypeOnly || (importClause.name === undefined && isEachType);
}

/** Everything that is loaded with these files, and by what. */
function reached(files: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map(files.map((file) => [file, file]));
  for (const [file] of found)
    if (file.endsWith(".ts")) for (const each of loadedBy(file)) if (!found.has(each)) found.set(each, file);
  return found;
}

describe("core/resources and core/plan", () => {
  const found = reached(FILES);

  it("load only what decides, too", () => {
    const others = [...found].filter(([file]) => !MODULES.has(file) && !MAY_LOAD.test(file));
    expect(others.map(([file, by]) => `${by} loads ${file}`)).toEqual([]);
  });

  it("wait for nothing, and know neither time nor chance", () => {
    const impure =
      /\basync [(\w]|\bawait [(\w]|\b(?:Promise|setTimeout|fetch)\b|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\brandomBytes\b|\bprocess\./;
    const texts = FILES.map((file) => [
      file,
      readFileSync(path.join(ROOT, file), "utf8").replace(/\/\*[^]*?\*\/|\/\/.*$/gm, ""),
    ]);
    expect(FILES.length).toBeGreaterThan(50);
    expect(
      texts.flatMap(([file = "", text = ""]) => (impure.test(text) ? [`${file}: ${impure.exec(text)?.[0]}`] : [])),
    ).toEqual([]);
  });
});
