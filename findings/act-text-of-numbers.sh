#!/usr/bin/env bash
# github.com/nektos/act 0.2.89 (Go): a number or flag in `with` and `env` reaches the step as it is written in the file. GitHub reads it as YAML 1.2 first
# and passes on its value (here by its own @actions/workflow-parser 0.3.61, npm): 3.10 is 3.1, 012 is 12, 1e3 is 1000, True is true. So
# `python-version: 3.10` works under act and is Python 3.1 at GitHub, and `[ "$FLAG" = true ]` differs. In a matrix act reads the value too.
# Known: that 3.10 is 3.1 at GitHub is (actions/setup-python, issue 249). That act hides it was found neither in its documentation nor in its issues.
#
# Output seen:
#   act:    3.10 012 1e3 0x1F True | matrix 3.1
#   GitHub: 3.1 12 1000 31 true | matrix 3.1
#
# What follows: a workflow that passes under act has not shown that its numbers are quoted. `actionlint` 1.7.12 says nothing of them either.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > workflow.yml <<'END'
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    strategy: { matrix: { version: [3.10] } }
    steps:
      - uses: example/action@v1
        with: { a: 3.10, b: 012, c: 1e3, d: 0x1F, e: True }
END
cat > main.go <<'END'
package main

import (
	"fmt"
	"os"

	"github.com/nektos/act/pkg/model"
)

func main() {
	file, err := os.Open("workflow.yml")
	if err != nil {
		panic(err)
	}
	workflow, err := model.ReadWorkflow(file, true)
	if err != nil {
		panic(err)
	}
	job := workflow.GetJob("test")
	matrix, err := job.GetMatrixes()
	if err != nil {
		panic(err)
	}
	with := job.Steps[0].With
	fmt.Println("act:   ", with["a"], with["b"], with["c"], with["d"], with["e"], "| matrix", matrix[0]["version"])
}
END
cat > main.mjs <<'END'
import { readFileSync } from "node:fs";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";

const file = { name: "workflow.yml", content: readFileSync("workflow.yml", "utf8") };
const { context, value } = parseWorkflow(file, new NoOperationTraceWriter());
if (context.errors.count > 0) throw new Error(context.errors.getErrors()[0].message);
const plain = (token) => {
  if (token.templateTokenType === 1) return Array.from({ length: token.count }, (_, at) => plain(token.get(at)));
  if (token.templateTokenType !== 2) return token.toString();
  const pairs = Array.from({ length: token.count }, (_, at) => token.get(at));
  return Object.fromEntries(pairs.map((pair) => [pair.key.toString(), plain(pair.value)]));
};
const { strategy, steps } = plain(value).jobs.test;
console.log("GitHub:", ...Object.values(steps[0].with), "| matrix", strategy.matrix.version[0]);
END
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @actions/workflow-parser@0.3.61 esbuild@0.28.2
# The package imports JSON without the attribute that Node asks for.
node_modules/.bin/esbuild main.mjs --bundle --platform=node --log-level=error --outfile=main.cjs
(
  go mod init example.com/act
  go get github.com/nektos/act/pkg/model@v0.2.89
) 2> /dev/null
seen=$(go run main.go && node main.cjs)
echo "$seen"
[ "$seen" = 'act:    3.10 012 1e3 0x1F True | matrix 3.1
GitHub: 3.1 12 1000 31 true | matrix 3.1' ]
