#!/usr/bin/env bash
# check-jsonschema 0.39.0 (PyPI; a hook of pre-commit), with ruamel.yaml 0.19.1: `1_000` in a YAML file is the number 1000. YAML 1.2, which ruamel.yaml
# says it reads, has no underscores in numbers: it is text to yaml 2.9.1 and js-yaml 5.5.0 (npm), and so to editors. So the check passes a file that
# the program refuses, and refuses a name that is one. Other forms of YAML 1.1 (on, 1:30, 010) are read as 1.2 has them.
# Known: ruamel.yaml has kept underscores on purpose since 0.14.7, and its list of differences from YAML 1.1 does not name them. js-yaml read them
# too until version 5 (issue 627). Nothing was found in the issues or the documentation of check-jsonschema.
#
# Output seen:
#   ttl: 3_600 as number: check-jsonschema ok, yaml string, js-yaml string
#   ttl: 3_600 as string: check-jsonschema refused, yaml string, js-yaml string
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check check-jsonschema==0.39.0 ruamel.yaml==0.19.1
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund yaml@2.9.1 js-yaml@5.5.0
echo 'ttl: 3_600' > file.yaml
cat > types.mjs <<'END'
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { parse } from "yaml";

const text = readFileSync("file.yaml", "utf8");
console.log(`yaml ${typeof parse(text).ttl}, js-yaml ${typeof load(text).ttl}`);
END
types=$(node types.mjs)
seen=""
for type in number string; do
  echo "{ \"properties\": { \"ttl\": { \"type\": \"$type\" } } }" > schema.json
  checked=refused
  python/bin/check-jsonschema --schemafile schema.json file.yaml > /dev/null && checked=ok
  seen+="ttl: 3_600 as $type: check-jsonschema $checked, $types"$'\n'
done
echo "$seen"
[ "$seen" = 'ttl: 3_600 as number: check-jsonschema ok, yaml string, js-yaml string
ttl: 3_600 as string: check-jsonschema refused, yaml string, js-yaml string
' ]
