import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["core", "provider", "sync", "cli", "action"];

/** The only files that cut the end of a text, and why no half of a secret is shown. */
const MAY_CUT: Readonly<Record<string, string>> = {
  "action/comment/marker.ts": "digests",
  "action/comment/render-comment.ts": "ids of commits",
  "action/comment/reviewed-changes.ts": "ids of commits",
  "action/drift/drift-branch.ts": "ids of commits",
  "action/drift/drift-names.ts": "digests",
  "action/drift/last-apply.ts": "ids of commits",
  "action/limit-mode.ts": "ids of commits",
  "action/markdown.ts": "parts of a redacted report, and redacted answers of GitHub",
  "action/outdated.ts": "ids of commits",
  "sync/engine/steps.ts": "a redacted message, at a mark that this program adds",
  "core/api/answers.ts": "a redacted text",
  "core/file/loaded-file.ts": "a path, to find the key around it",
  "core/file/rewrite-text.ts": "a project file, which is written back whole",
  "core/file/problem.ts": "a problem of a redacted report",
  "provider/project-file-children.ts": "a path, to compare it",
  "core/resources/sensitive-values.ts": "a URL whose other part is hidden",
  "sync/export/variable-name.ts": "names for variables, made of paths, and for files: a file with a token is left out",
  "core/plan/reviewed-plan.ts": "digests",
};

it("only these files cut the end of a text", { timeout: 60_000 }, () => {
  const cutting = new Map(cutsIn(FOLDERS).map(({ file, line }) => [file, `${file}:${line}`]));
  const advice =
    "a half of a secret is not found any more: redact the text first, or show all or nothing of it by `quoted`; then add the file to MAY_CUT";
  expect(
    [...cutting].filter(([file]) => !Object.hasOwn(MAY_CUT, file)).map(([, place]) => `${place}: ${advice}`),
  ).toEqual([]);
  expect(Object.keys(MAY_CUT).filter((file) => !cutting.has(file))).toEqual([]);
});

/** Calls of `slice` and the like on a text that keep its start. */
function cutsIn(folders: readonly string[]): { readonly file: string; readonly line: number }[] {
  const { config } = ts.readConfigFile(path.join(ROOT, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const isProduct = (name: string): boolean => folders.includes(path.relative(ROOT, name).split(path.sep)[0] ?? "");
  const program = ts.createProgram(fileNames.filter(isProduct), options);
  const checker = program.getTypeChecker();
  const isText = (node: ts.Node): boolean => {
    const type = checker.getTypeAtLocation(node);
    return (type.isUnion() || type.isIntersection() ? type.types : [type]).some(
      ({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0,
    );
  };
  return program.getSourceFiles().flatMap((source) => {
    if (!isProduct(source.fileName)) return [];
    const found: { file: string; line: number }[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name, expression } = node.expression;
        const [from] = node.arguments;
        const isCut = name.text.startsWith("substr") || (name.text === "slice" && from?.getText() === "0");
        if (isCut && isText(expression)) {
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          found.push({ file: path.relative(ROOT, source.fileName), line: line + 1 });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
