import path from "node:path";
import { markdownTable } from "markdown-table";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../..");
const INDEX = path.join(ROOT, "provider/index.ts");

const GROUPS = ["Resources", "Lookups", "Types"] as const;

interface Section {
  readonly group: (typeof GROUPS)[number];
  readonly text: string;
  /** The type whose fields the section shows as its arguments. */
  readonly args?: string;
}

/** What provider/index.ts exports, as Markdown: from the compiler's types, with the comments that an editor shows. */
export function pulumiReference(): string {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const program = ts.createProgram([INDEX], ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options);
  const checker = program.getTypeChecker();
  const index = checker.getSymbolAtLocation(defined(program.getSourceFile(INDEX)));
  const exported = checker
    .getExportsOfModule(defined(index))
    .map((each) => ((each.flags & ts.SymbolFlags.Alias) === 0 ? each : checker.getAliasedSymbol(each)))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const describe = describer(
    checker,
    exported.filter(({ flags }) => (flags & ts.SymbolFlags.Type) !== 0).map(({ name }) => name),
  );
  const sections = new Map<string, Section>(exported.map((symbol) => [symbol.name, describe(symbol)]));
  // Arguments are shown where they are taken.
  const shown = new Set([...sections.values()].map(({ args }) => args));
  return GROUPS.map((group) => {
    const parts = [...sections].filter(([name, section]) => section.group === group && !shown.has(name));
    return [`## ${group}`, ...parts.map(([name, { text }]) => `### ${name}\n\n${text}`)].join("\n\n");
  }).join("\n\n");
}

/** `types`: the names that have a section of their own. */
function describer(checker: ts.TypeChecker, types: readonly string[]): (symbol: ts.Symbol) => Section {
  const about = (symbol: ts.Symbol): string => ts.displayPartsToString(symbol.getDocumentationComment(checker));

  /** Without what Pulumi's own classes declare. */
  const fieldsOf = (type: ts.Type): readonly ts.Symbol[] =>
    checker
      .getPropertiesOfType(type)
      .filter(({ declarations = [] }) => !declarations.some((each) => isForeign(each.getSourceFile().fileName)));

  const linksIn = (type: string): string =>
    types
      .filter((name) => new RegExp(`\\b${name}\\b`).test(type))
      .map((name) => ` See [${name}](#${name.toLowerCase()}).`)
      .join("");

  function table(head: string, fields: readonly ts.Symbol[]): string {
    const { required = [], optional = [] } = Object.groupBy(fields, ({ flags }) =>
      (flags & ts.SymbolFlags.Optional) === 0 ? "required" : "optional",
    );
    const rows = [...required, ...optional].map((field) => {
      const isOptional = optional.includes(field);
      const type = typeText(checker, field);
      const meaning = `${about(field).replaceAll(/\s+/g, " ")}${linksIn(type)}`.trim();
      return [`\`${field.name}${isOptional ? "?" : ""}\``, `\`${type}\``, meaning].map(escaped);
    });
    return rows.length === 0 ? "" : markdownTable([[head, "Type", "Meaning"], ...rows]);
  }

  function resource(symbol: ts.Symbol): Section {
    const constructor = checker.getTypeOfSymbol(symbol);
    const [, parameter] = defined(constructor.getConstructSignatures()[0]).parameters;
    const args = checker.getTypeOfSymbol(defined(parameter));
    const names = new Set(args.getProperties().map(({ name }) => name));
    const outputs = fieldsOf(checker.getDeclaredTypeOfSymbol(symbol));
    const get = checker.getPropertyOfType(constructor, "get");
    const text = [
      about(symbol),
      table("Argument", fieldsOf(args)),
      outputs.some(({ name }) => names.has(name))
        ? "Each field that can be declared is an output too. Besides them:"
        : "",
      table(
        "Output",
        outputs.filter(({ name }) => !names.has(name)),
      ),
      get === undefined ? "" : `\`${symbol.name}.get(name, id, opts)\`: ${about(get)}`,
    ];
    return { group: "Resources", text: paragraphs(text), args: nameOf(args) };
  }

  function lookup(symbol: ts.Symbol): Section {
    const signature = defined(checker.getTypeOfSymbol(symbol).getCallSignatures()[0]);
    const args = checker.getTypeOfSymbol(defined(signature.parameters[0]));
    const result = checker.typeToString(signature.getReturnType());
    const text = [
      about(symbol),
      // Those that take Inputs say what they are like.
      symbol.name.endsWith("Output") ? "" : table("Argument", fieldsOf(args)),
      `Returns \`${result}\`.${linksIn(result)}`,
    ];
    return { group: "Lookups", text: paragraphs(text), args: nameOf(args) };
  }

  function type(symbol: ts.Symbol): Section {
    const declared = checker.getDeclaredTypeOfSymbol(symbol);
    const isChoice = declared.isUnion() && declared.types.every((each) => each.isStringLiteral());
    const choices = isChoice ? declared.types.map((each) => `\`${checker.typeToString(each)}\``).join(" or ") : "";
    const { same = [], other = [] } = Object.groupBy(isChoice ? [] : fieldsOf(declared), (field) =>
      isMapped(field) ? "same" : "other",
    );
    const names = same.map(({ name }) => `\`${name}\``).join(", ");
    const text = [
      about(symbol),
      choices,
      table("Field", other),
      names === "" ? "" : `Fields with the values of the arguments of the same names: ${names}.`,
    ];
    return { group: "Types", text: paragraphs(text) };
  }

  return (symbol) => {
    if ((symbol.flags & ts.SymbolFlags.Class) !== 0) return resource(symbol);
    return (symbol.flags & ts.SymbolFlags.Variable) === 0 ? type(symbol) : lookup(symbol);
  };
}

/** What Pulumi calls an Output of a choice is an Output too. */
function typeText(checker: ts.TypeChecker, field: ts.Symbol): string {
  return checker
    .typeToString(checker.getTypeOfSymbol(field), undefined, ts.TypeFormatFlags.NoTruncation)
    .replaceAll("OutputInstance<", "Output<")
    .replace(/ \| undefined$/, "");
}

/** A field of a mapped type: its comment is that of the type that it is made from, and its type is not written anywhere. */
function isMapped({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Transient) !== 0;
}

function nameOf(type: ts.Type): string {
  return defined(type.aliasSymbol ?? type.getSymbol()).name;
}

function isForeign(file: string): boolean {
  return file.includes("/node_modules/");
}

function paragraphs(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", String.raw`\|`);
}

function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("provider/index.ts exports what this script does not know");
  return value;
}
