#!/usr/bin/env bash
# github.com/google/go-jsonnet 0.22.0 (Go): `std.manifestYamlDoc` writes every text that ends with a line end as a block `|`, never `|+` or `|2`. So YAML
# (here yaml 2.9.1, npm) reads one line end where there were two, none where the text was only a line end, no spaces before the first word, and LF for
# CRLF. `std.manifestJson`, which is YAML too, keeps all. Nothing warns.
# Known: sjsonnet, another implementation, repaired its own writer (pull request 957, 2026), and compares it there with go-jsonnet 0.22.0. Neither the
# issues of google/jsonnet and google/go-jsonnet nor the documentation of the function were found to name it.
#
# Output seen:
#   "x\n": YAML "x\n", JSON "x\n"
#   "x\n\n": YAML "x\n", JSON "x\n\n"
#   "\n": YAML "", JSON "\n"
#   "  x\n": YAML "x\n", JSON "  x\n"
#   "x\r\n": YAML "x\n", JSON "x\r\n"
#
# What follows: a file of which `importstr` reads a template or script (indented, or with an empty last line) arrives changed. Write JSON.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN="$folder" go install github.com/google/go-jsonnet/cmd/jsonnet@v0.22.0 2> /dev/null
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund yaml@2.9.1
cat > texts.jsonnet <<'END'
local texts = ["x\n", "x\n\n", "\n", "  x\n", "x\r\n"];
{
  texts: texts,
  yaml: [std.manifestYamlDoc({ text: text, after: 1 }) for text in texts],
  json: [std.manifestJson({ text: text, after: 1 }) for text in texts],
}
END
cat > read.mjs <<'END'
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const { texts, yaml, json } = JSON.parse(readFileSync(0, "utf8"));
const textIn = (document) => JSON.stringify(parse(document).text);
for (const [at, text] of texts.entries()) {
  console.log(`${JSON.stringify(text)}: YAML ${textIn(yaml[at])}, JSON ${textIn(json[at])}`);
}
END
seen=$(./jsonnet texts.jsonnet | node read.mjs)
echo "$seen"
[ "$seen" = '"x\n": YAML "x\n", JSON "x\n"
"x\n\n": YAML "x\n", JSON "x\n\n"
"\n": YAML "", JSON "\n"
"  x\n": YAML "x\n", JSON "  x\n"
"x\r\n": YAML "x\n", JSON "x\r\n"' ]
