#!/usr/bin/env bash
# github.com/goccy/go-yaml 1.19.2 (Go; instead of go-yaml in many programs since that is no longer maintained): a tab inside a text without quotes is left
# out when it is read, so two words become one, in keys too. YAML keeps it: only white space around such a text is none of it (1.2.2, 7.3.3), and
# go.yaml.in/yaml/v3 3.0.4 and yaml 2.9.1 (npm) do. Its own writer puts no quotes there, so a text with a tab is another one after it was written and
# read, and a text of one tab is null. There is no error. In quotes and in blocks tabs stay.
# Known in part: issues 128, 267 and 273 and pull request 138 (2020 to 2025, closed) are of tabs before a value and in blocks. Nothing was found of these.
#
# Output seen:
#   read a<TAB>b: <TAB>c<TAB>d: goccy {"ab":"cd"}, go-yaml {"a\tb":"c\td"}, yaml {"a\tb":"c\td"}
#   read a: "c<TAB>d": goccy {"a":"c\td"}, go-yaml {"a":"c\td"}, yaml {"a":"c\td"}
#   written and read by goccy: "c\td" is "cd", "\td" is "d", "\t" is null
#
# What follows: write a text with a tab in double quotes, as \t.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'a\tb: \tc\td\n' > plain.yaml
printf 'a: "c\td"\n' > quoted.yaml
cat > main.go <<'END'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	goccy "github.com/goccy/go-yaml"
	goyaml "go.yaml.in/yaml/v3"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func compact(value any) string {
	text, err := json.Marshal(value)
	must(err)
	return string(text)
}

func main() {
	for _, name := range []string{"plain", "quoted"} {
		text, err := os.ReadFile(name + ".yaml")
		must(err)
		var one, other map[string]any
		must(goccy.Unmarshal(text, &one))
		must(goyaml.Unmarshal(text, &other))
		fmt.Printf("read %s: goccy %s, go-yaml %s\n", strings.ReplaceAll(strings.TrimSpace(string(text)), "\t", "<TAB>"), compact(one), compact(other))
	}
	changed := []string{}
	for _, text := range []string{"c\td", "\td", "\t"} {
		written, err := goccy.Marshal(map[string]any{"key": text})
		must(err)
		var read map[string]any
		must(goccy.Unmarshal(written, &read))
		changed = append(changed, fmt.Sprintf("%s is %s", compact(text), compact(read["key"])))
	}
	fmt.Println("written and read by goccy:", strings.Join(changed, ", "))
}
END
cat > main.mjs <<'END'
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const files = ["plain", "quoted"].map((name) => JSON.stringify(parse(readFileSync(`${name}.yaml`, "utf8"))));
for (const [at, line] of readFileSync(0, "utf8").trim().split("\n").entries()) console.log(files[at] ? `${line}, yaml ${files[at]}` : line);
END
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund yaml@2.9.1
(
  go mod init example.com/tabs
  go get github.com/goccy/go-yaml@v1.19.2 go.yaml.in/yaml/v3@v3.0.4
) 2> /dev/null
seen=$(go run main.go | node main.mjs)
echo "$seen"
[ "$seen" = 'read a<TAB>b: <TAB>c<TAB>d: goccy {"ab":"cd"}, go-yaml {"a\tb":"c\td"}, yaml {"a\tb":"c\td"}
read a: "c<TAB>d": goccy {"a":"c\td"}, go-yaml {"a":"c\td"}, yaml {"a":"c\td"}
written and read by goccy: "c\td" is "cd", "\td" is "d", "\t" is null' ]
