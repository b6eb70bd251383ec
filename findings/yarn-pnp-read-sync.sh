#!/usr/bin/env bash
# Yarn 4.18.1 with Plug'n'Play (@yarnpkg/cli-dist): `fs.readSync(descriptor, buffer, { offset: 1 })` throws for every file. PnP's
# patched file system takes the whole buffer for the length that is left out, so it is out of range. Node has had this overload
# since 18.2, and reads the file. The form with five arguments works in both.
#
# Output seen:
#   node: 5 bytes
#   yarn: ERR_OUT_OF_RANGE
#   yarn, five arguments: 5 bytes
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix tools @yarnpkg/cli-dist@4.18.1
mkdir program
cd program
echo '{ "name": "program", "private": true }' > package.json
printf 'nodeLinker: pnp\nenableTelemetry: false\n' > .yarnrc.yml
touch yarn.lock
printf hello > hello.txt
cat > read.cjs <<'EOF'
const fs = require("node:fs");
const [, , name, form] = process.argv;
const descriptor = fs.openSync("hello.txt", "r");
const buffer = Buffer.alloc(16);
try {
  const read =
    form === "five" ? fs.readSync(descriptor, buffer, 1, 15, null) : fs.readSync(descriptor, buffer, { offset: 1 });
  console.log(`${name}: ${read} bytes`);
} catch (error) {
  console.log(`${name}: ${error.code}`);
}
EOF
yarn() { node ../tools/node_modules/@yarnpkg/cli-dist/bin/yarn.js "$@"; }
yarn install > /dev/null
seen=$(node read.cjs node && yarn node read.cjs yarn && yarn node read.cjs "yarn, five arguments" five)
echo "$seen"
[ "$seen" = $'node: 5 bytes\nyarn: ERR_OUT_OF_RANGE\nyarn, five arguments: 5 bytes' ]
