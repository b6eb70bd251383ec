#!/usr/bin/env bash
# string-width 8.3.0 (npm; in wrap-ansi 10 and many command lines), with Node.js 24 and V8 13.6: one regular expression takes nearly all of the
# time to load it. /^\p{RGI_Emoji}$/v is checked when the file is read, for which V8 builds the set of all emoji sequences, also
# where no text is ever measured. That is about as long as an empty Node takes to start.
#
# Output seen:
#   The literal takes more than half of the time to read the file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund string-width@8.3.0 node@24.12.0
cat > measure.cjs <<'EOF'
const { readFileSync } = require("node:fs");
const { SourceTextModule } = require("node:vm");

const whole = readFileSync("node_modules/string-width/index.js", "utf8");
const LITERAL = String.raw`/^\p{RGI_Emoji}$/v`;
if (whole.split(LITERAL).length !== 2) throw new Error("The file does not have the literal once.");
const without = whole.replace(LITERAL, "/x/");
const timeOf = (code) => {
  const began = process.hrtime.bigint();
  // A comment, so that nothing is taken from a cache.
  new SourceTextModule(`${code}\n// ${began}`);
  return Number(process.hrtime.bigint() - began);
};
const median = (code) => Array.from({ length: 9 }, () => timeOf(code)).sort((a, b) => a - b)[4];
timeOf("1");
const share = 1 - median(without) / median(whole);
console.log(`The literal takes ${share > 0.5 ? "more" : "less"} than half of the time to read the file.`);
EOF
seen=$(./node_modules/.bin/node --experimental-vm-modules --no-warnings measure.cjs)
echo "$seen"
[ "$seen" = "The literal takes more than half of the time to read the file." ]
