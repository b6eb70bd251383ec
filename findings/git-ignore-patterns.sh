#!/usr/bin/env bash
# git 2.39.5 (Debian 12; the script takes the git that is installed) beside ignore 7.0.17 (npm, used by ESLint and Prettier) and pathspec 1.1.1 (PyPI, used
# by Black and yamllint): two kinds of valid patterns in a .gitignore mean something else to git. It compares the letters before the first wildcard by
# themselves, and the rest as a pattern of its own: foo**/bar is foo and **/bar, in any depth. Its documentation has such asterisks as regular ones, and
# [f]oo**/bar, which is the same pattern, is read so. And `?` and sets such as [é] match "any one character" there, but one byte in git: none is an é.
# .gitattributes is read in the same way.
# Known in part: an issue of a package in C# (goelhardik/ignore, 55, open) has the first: a**/a is aa to git. Nothing was found of it in git's own
# pages, whose history has "foo**bar is foo*bar" (e5bbe09e, 2018), nor of the second in the issues of ignore, pathspec and ripgrep.
#
# Output seen:
#   foo**/bar: git foobar foo1/bar foo/x/bar, ignore foo1/bar, pathspec foo1/bar
#   [f]oo**/bar: git foo1/bar, ignore foo1/bar, pathspec foo1/bar
#   ?.txt: git a.txt, ignore a.txt é.txt, pathspec a.txt é.txt
#   [é].txt: git none, ignore é.txt, pathspec é.txt
#   é*.txt: git é.txt, ignore é.txt, pathspec é.txt
#
# What follows: a linter or formatter checks other files than those that are committed. Ask git itself (`git check-ignore --no-index`), or write `**`
# only between slashes, and `*` for a letter that is not ASCII.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund ignore@7.0.17
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check pathspec==1.1.1
cat > match.mjs <<'END'
import ignore from "ignore";

const [, , pattern, ...names] = process.argv;
console.log(names.filter((name) => ignore().add(pattern).ignores(name)).join(" "));
END
cat > match.py <<'END'
import sys

from pathspec import GitIgnoreSpec

pattern, *names = sys.argv[1:]
print(*(name for name in names if GitIgnoreSpec.from_lines([pattern]).match_file(name)))
END
git init --quiet repository
names=(foobar foo1/bar foo/x/bar a.txt é.txt)
seen=""
for pattern in 'foo**/bar' '[f]oo**/bar' '?.txt' '[é].txt' 'é*.txt'; do
  echo "$pattern" > repository/.gitignore
  git=$(git -C repository -c core.quotePath=false -c core.excludesFile= check-ignore --no-index "${names[@]}" | paste -sd ' ') || true
  seen+="$pattern: git ${git:-none}, ignore $(node match.mjs "$pattern" "${names[@]}"), pathspec $(python/bin/python match.py "$pattern" "${names[@]}")"$'\n'
done
git --version
echo "$seen"
[ "$seen" = 'foo**/bar: git foobar foo1/bar foo/x/bar, ignore foo1/bar, pathspec foo1/bar
[f]oo**/bar: git foo1/bar, ignore foo1/bar, pathspec foo1/bar
?.txt: git a.txt, ignore a.txt é.txt, pathspec a.txt é.txt
[é].txt: git none, ignore é.txt, pathspec é.txt
é*.txt: git é.txt, ignore é.txt, pathspec é.txt
' ]
