#!/usr/bin/env bash
# github.com/nektos/act 0.2.89 (Go): three expressions with another value than GitHub's own @actions/expressions 0.3.61 (npm) has, without an error.
# The filter `.*` over a map from JSON gives nulls, and keeps a null where an item has no such key. A list has no item at a number that came from
# JSON, and at a text (each variable is one) it is a list of nulls. GitHub's documentation has the filter over a map ("Object filters").
#
# Known: issue 1367 (closed, 2022) had it for `needs.*.result`, which is a struct inside act and works. Nothing was found of these.
#
# Output seen:
#   toJSON(fromJSON('{"a":{"ok":true},"b":{"ok":false}}').*.ok): act [null,null], GitHub [true,false]
#   toJSON(fromJSON('[{"ok":true},{}]').*.ok): act [true,null], GitHub [true]
#   toJSON(fromJSON('["x","y"]')[fromJSON('1')]): act null, GitHub "y"
#   toJSON(fromJSON('["x","y"]')['1']): act [null,null], GitHub "y"
#
# What follows: an `if: contains(fromJSON(…).*.ok, false)` never holds under act, and the step that it guards is never tried.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions.txt <<'END'
toJSON(fromJSON('{"a":{"ok":true},"b":{"ok":false}}').*.ok)
toJSON(fromJSON('[{"ok":true},{}]').*.ok)
toJSON(fromJSON('["x","y"]')[fromJSON('1')])
toJSON(fromJSON('["x","y"]')['1'])
END
cat > main.go <<'END'
package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/nektos/act/pkg/exprparser"
	"github.com/nektos/act/pkg/model"
)

func main() {
	file, err := os.ReadFile("expressions.txt")
	if err != nil {
		panic(err)
	}
	environment := &exprparser.EvaluationEnvironment{Github: &model.GithubContext{}}
	values := []any{}
	for _, expression := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		value, err := exprparser.NewInterpeter(environment, exprparser.Config{}).Evaluate(expression, exprparser.DefaultStatusCheckNone)
		if err != nil {
			panic(err)
		}
		values = append(values, value)
	}
	if err := json.NewEncoder(os.Stdout).Encode(values); err != nil {
		panic(err)
	}
}
END
cat > main.mjs <<'END'
import { readFileSync } from "node:fs";
import { Evaluator, Lexer, Parser, data } from "@actions/expressions";

const act = JSON.parse(readFileSync(0, "utf8"));
const compact = (json) => JSON.stringify(JSON.parse(json));
for (const [at, expression] of readFileSync("expressions.txt", "utf8").trim().split("\n").entries()) {
  const parsed = new Parser(new Lexer(expression).lex().tokens, [], []).parse();
  const github = new Evaluator(parsed, new data.Dictionary()).evaluate().coerceString();
  console.log(`${expression}: act ${compact(act[at])}, GitHub ${compact(github)}`);
}
END
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @actions/expressions@0.3.61
(
  go mod init example.com/act
  go get github.com/nektos/act/pkg/exprparser@v0.2.89 github.com/nektos/act/pkg/model@v0.2.89
) 2> /dev/null
seen=$(go run main.go | node main.mjs)
echo "$seen"
[ "$seen" = "toJSON(fromJSON('{\"a\":{\"ok\":true},\"b\":{\"ok\":false}}').*.ok): act [null,null], GitHub [true,false]
toJSON(fromJSON('[{\"ok\":true},{}]').*.ok): act [true,null], GitHub [true]
toJSON(fromJSON('[\"x\",\"y\"]')[fromJSON('1')]): act null, GitHub \"y\"
toJSON(fromJSON('[\"x\",\"y\"]')['1']): act [null,null], GitHub \"y\"" ]
