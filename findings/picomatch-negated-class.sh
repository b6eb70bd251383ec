#!/usr/bin/env bash
# picomatch 4.0.7 and tinyglobby 0.2.17 (npm): the glob `[!a].txt`, which in a shell (POSIX, 2.13.1) is any character but `a`. picomatch reads a set
# of the two characters `!` and `a`, unless it is given `posix: true`, which is not its default. tinyglobby is built on it, and gives it. So a program
# that finds files with the one, and asks of a name with the other, gets two answers. `[^a].txt` means the same to both.
#
# Output seen:
#   picomatch [!a].txt: a.txt
#   picomatch with posix [!a].txt: b.txt
#   tinyglobby [!a].txt: b.txt
#   picomatch [^a].txt: b.txt
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund picomatch@4.0.7 tinyglobby@0.2.17 > /dev/null
mkdir files
touch files/a.txt files/b.txt
cat > try.mjs <<'EOF'
import picomatch from "picomatch";
import { globSync } from "tinyglobby";

const names = ["a.txt", "b.txt"];
const matched = (glob, options) => names.filter((name) => picomatch(glob, options)(name)).join(" ");
console.log("picomatch [!a].txt:", matched("[!a].txt"));
console.log("picomatch with posix [!a].txt:", matched("[!a].txt", { posix: true }));
console.log("tinyglobby [!a].txt:", globSync("[!a].txt", { cwd: "files" }).join(" "));
console.log("picomatch [^a].txt:", matched("[^a].txt"));
EOF
seen=$(node try.mjs)
printf '%s\n' "$seen"
diff <(printf '%s\n' "$seen") - <<'EOF'
picomatch [!a].txt: a.txt
picomatch with posix [!a].txt: b.txt
tinyglobby [!a].txt: b.txt
picomatch [^a].txt: b.txt
EOF
