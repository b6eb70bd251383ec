import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "rolldown";
import { minify } from "rolldown/utils";

/** The entry of undici with what the program and its dependencies use: without caches, mocks, sockets and its own `fetch`. */
const UNDICI = `
const Dispatcher = require("./lib/dispatcher/dispatcher");
Object.assign(Dispatcher.prototype, require("./lib/api"));
exports.Dispatcher = Dispatcher;
exports.Pool = require("./lib/dispatcher/pool");
exports.EnvHttpProxyAgent = require("./lib/dispatcher/env-http-proxy-agent");
exports.request = (url, { dispatcher, ...options }) => {
  const { origin, pathname, search } = new URL(url);
  return dispatcher.request({ ...options, origin, path: pathname + search });
};
exports.fetch = globalThis.fetch;
`;

/** What modules of dependencies are instead, by the end of their path. */
const INSTEAD: Readonly<Record<string, (id: string) => string>> = {
  "undici/index.js": () => UNDICI,
  // A second parser of HTTP, which undici uses only if the environment asks for it.
  "undici/lib/dispatcher/parser-h1.js": () => "exports.getMiloEnabled = () => false;",
  "undici/lib/llhttp/constants.js": (id) => only(id, ["ERROR", "TYPE"]),
  // No answer is a stream, and no connection becomes another one.
  "undici/lib/api/index.js": () =>
    'exports.request = require("./api-request"); exports.connect = require("./api-connect");',
  // A body is a text, and never a form.
  "undici/lib/web/fetch/body.js": () => "",
  "undici/lib/web/fetch/formdata.js": () => "",
  "undici/lib/web/webidl/index.js": () => "exports.webidl = { is: { FormData: () => false } };",
  // The agent allows no HTTP/2.
  "undici/lib/dispatcher/client-h2.js": () => "",
  // Proxies are checked to be URLs of http or https.
  "undici/lib/dispatcher/socks5-proxy-agent.js": () => "",
  // The Action sends its requests to GitHub by undici. The library only asks for agents, and the Action's own `fetch` needs none.
  "@actions/http-client/lib/index.js": () => "export class HttpClient { getAgent() {} getAgentDispatcher() {} }",
  // A method for each endpoint of GitHub: the Action writes out the few that it calls.
  "@octokit/plugin-rest-endpoint-methods/dist-src/index.js": () =>
    "export const restEndpointMethods = () => ({}); export const legacyRestEndpointMethods = restEndpointMethods;",
  // Nearly all host names need no table, and reading them takes long.
  "tr46/index.js": (id) => tablesWhenNeeded(readFileSync(id, "utf8")),
  "tr46/lib/mappingTable.json": (id) => compressed(readFileSync(id, "utf8"), "table"),
  "tr46/lib/regexes.js": (id) => {
    const expressions = Object.entries<RegExp>(createRequire(import.meta.url)(id));
    const parts = expressions.map(([name, { source, flags }]) => [name, source, flags]);
    const made = "Object.fromEntries(table.map(([name, source, flags]) => [name, new RegExp(source, flags)]))";
    return compressed(JSON.stringify(parts), made);
  },
  // Files are YAML 1.2, without tags.
  "yaml/dist/schema/yaml-1.1/schema.js": () => "exports.schema = [];",
  "yaml/dist/schema/yaml-1.1/binary.js": () => "",
  "yaml/dist/schema/yaml-1.1/omap.js": () => "",
  "yaml/dist/schema/yaml-1.1/pairs.js": () => "",
  "yaml/dist/schema/yaml-1.1/set.js": () => "",
  "yaml/dist/schema/yaml-1.1/timestamp.js": () => "",
  // It would run a picomatch that lies in a folder above the bundle. tinyglobby brings its own. And Node describes the error of a failed
  // attempt, for which it reads all of the bundle again.
  "fdir/dist/index.mjs": (id) =>
    readFileSync(id, "utf8")
      .replace("createRequire(import.meta.url)", "undefined")
      .replace(/try \{\s*__require\.resolve[^}]*\} catch \{\}/, ""),
};

/**
 * For the Action only: runners have processors of x64 or ARM, where WebAssembly in Node 24 has SIMD. On others undici needs its second
 * form of the parser of HTTP.
 */
export const ON_RUNNERS: typeof INSTEAD = {
  "undici/lib/llhttp/llhttp-wasm.js": () => 'module.exports = require("./llhttp_simd-wasm.js");',
  // A quarter as long, for a millisecond at the start. The package is many files, and does without.
  "undici/lib/llhttp/llhttp_simd-wasm.js": binary,
  // It prints no JSON Schema.
  "zod/v4/core/json-schema-processors.js": unused,
  "zod/v4/core/to-json-schema.js": unused,
};

/** The chunks that run before an old Node.js is told that it is too old: there, `getBuiltinModule` may be missing. */
const FIRST: ReadonlySet<string> = new Set(["cli/main", "rolldown-runtime"]);

/** A module whose exports are called only where a program prints what it never prints. */
function unused(id: string): string {
  const exported = readFileSync(id, "utf8").matchAll(/^export (?:const|function) (\w+)/gm);
  return `const unused = () => unused;\nexport { ${Array.from(exported, ([, name]) => `unused as ${name}`).join(", ")} };`;
}

/** An expression that is this content, as a text of a third of its length. */
function unpacking(content: string | Buffer): string {
  return `require("node:zlib").brotliDecompressSync(Buffer.from("${brotliCompressSync(content).toString("base64")}", "base64"))`;
}

/** A module with a table as a text that is a fifth as long. `made`: what it exports, made of `table`. */
function compressed(table: string, made: string): string {
  return `const table = JSON.parse(${unpacking(table)}); module.exports = ${made};`;
}

/** A module of undici with WebAssembly in base64, compressed. */
function binary(id: string): string {
  const [, base64 = ""] = /^const wasmBase64 = '([^']+)'$/m.exec(readFileSync(id, "utf8")) ?? [];
  return `
let wasm;
Object.defineProperty(module, "exports", { get: () => (wasm ??= ${unpacking(Buffer.from(base64, "base64"))}) });
`;
}

/** A module of plain data with only these exports. */
function only(id: string, names: readonly string[]): string {
  const all: Readonly<Record<string, unknown>> = createRequire(import.meta.url)(id);
  return names.map((name) => `exports.${name} = ${JSON.stringify(all[name])};`).join("\n");
}

/** The module with its tables read where they are used. */
function tablesWhenNeeded(code: string): string {
  const tables = new Map<string, string>();
  const rest = code.replaceAll(
    /^const (\w+) = require\("(\.\/lib\/[^"]+)"\);$/gm,
    (_line, name: string, from: string) => {
      tables.set(name, from);
      return "";
    },
  );
  const used = new RegExp(String.raw`\b(?:${[...tables.keys()].join("|")})(?=[.[])`, "g");
  return rest.replaceAll(used, (name) => `require("${tables.get(name)}")`);
}

/** Only text for a terminal is cut into characters. Reading the expression of all emoji takes longer than the start of Node. */
function charactersWhenNeeded(code: string): string {
  return code
    .replace("const segmenter = new Intl.Segmenter();", "let segmenter;")
    .replaceAll("segmenter.segment(", "(segmenter ??= new Intl.Segmenter()).segment(")
    .replace(String.raw`const rgiEmojiRegex = /^\p{RGI_Emoji}$/v;`, "let rgiEmojiRegex;")
    .replaceAll("rgiEmojiRegex.test(", String.raw`(rgiEmojiRegex ??= new RegExp("^\\p{RGI_Emoji}$", "v")).test(`);
}

/** A module of Node as a chunk imports it: all of it, its default, or names of it. */
const BUILTIN = /^import (?:\* as )?(?<whole>[\w$]+)?(?:, )?(?:\{(?<names>[^}]*)\} )?\s*from "(?<module>[^"]+)";$/gm;

/**
 * An import of a module of Node reads all its exports, and some of them load more: those of `http`, `process` and `crypto` take longer than
 * the start of Node. So what a chunk uses is taken from the module itself: functions of `crypto`, and all of `child_process`, when they
 * are used.
 */
function withoutImportsOfBuiltins(code: string): string {
  return code.replaceAll(BUILTIN, (line, whole: string | undefined, names: string | undefined, module: string) => {
    if (!isBuiltin(module)) return line;
    const get = `process.getBuiltinModule("${module}")`;
    const all = module === "node:child_process" ? `new Proxy({}, { get: (_, name) => ${get}[name] })` : get;
    const parts = names?.split(",").map((part) => part.trim().split(" as ")) ?? [];
    return [
      ...(whole === undefined ? [] : [`const ${whole} = ${all};`]),
      ...parts.map(([name, local = name]) => {
        const value = `${get}.${name}`;
        return `const ${local} = ${module === "node:crypto" ? `(...words) => ${value}(...words)` : value};`;
      }),
    ].join(" ");
  });
}

/**
 * Leaves out of a bundle what dependencies carry and the program never runs, and comments, white space and names of local variables of
 * the rest. Our own modules stay readable. A test runs what is bundled. `more`: what else modules of dependencies are instead.
 */
export function leanDependencies(more: typeof INSTEAD = {}): Plugin {
  const replaced = { ...INSTEAD, ...more };
  return {
    name: "lean-dependencies",
    load: (id) => {
      const place = id.split(path.sep).join("/");
      const end = Object.keys(replaced).find((each) => place.endsWith(`/node_modules/${each}`));
      const instead = end === undefined ? undefined : replaced[end];
      return instead === undefined ? null : { code: instead(id), moduleType: "js" };
    },
    transform: {
      filter: { id: /[\\/]node_modules[\\/].*\.[cm]?js$/ },
      handler: async (code, id) => {
        const result = await minify(id, charactersWhenNeeded(code), {
          compress: false,
          mangle: true,
          codegen: { removeWhitespace: true },
        });
        return result.code;
      },
    },
    renderChunk: (code, { name }) => (FIRST.has(name) ? null : withoutImportsOfBuiltins(code)),
  };
}
