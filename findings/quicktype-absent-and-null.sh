#!/usr/bin/env bash
# quicktype 26.0.0 (npm): the code that it makes from one JSON Schema, with two optional fields that may be null, writes { "a": null } in three ways.
# In Go `b`, which was absent, is null too. In Python `a` is gone. In TypeScript both stay as they were. Nothing warns. Where an absent field is
# left alone and null resets it, reading and writing a file changes what it means. Its README says that models in all languages "serialize to
# and from the same JSON".
# Known, language by language: for Go on purpose (issues 1341 and 2021; the option --omit-empty loses the null instead, pull request 3057), for
# Python issue 1391 (open) and pull request 1516, which has "Neither is really correct". No page names the difference.
#
# Output seen:
#   TypeScript: {"a":null}
#   Go: {"a":null,"b":null}
#   Python: {}
#
# What follows: change such a file as data (a merge patch, yq, jq), not by a model that was generated from its schema.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund quicktype@26.0.0 esbuild@0.28.2
cat > schema.json <<'END'
{
  "type": "object",
  "additionalProperties": false,
  "properties": { "a": { "type": ["string", "null"] }, "b": { "type": ["string", "null"] } }
}
END
make() {
  node_modules/.bin/quicktype --src-lang schema --src schema.json --top-level File "$@"
}
make --lang typescript --out file.ts
make --lang go --package main --out file.go
make --lang python --out file.py
cat > main.ts <<'END'
import { Convert } from "./file";

const written = Convert.fileToJson(Convert.toFile('{"a":null}'));
console.log("TypeScript:", JSON.stringify(JSON.parse(written)));
END
cat > main.go <<'END'
package main

import "fmt"

func main() {
	file, err := UnmarshalFile([]byte(`{"a":null}`))
	if err != nil {
		panic(err)
	}
	written, err := file.Marshal()
	if err != nil {
		panic(err)
	}
	fmt.Println("Go:", string(written))
}
END
cat > main.py <<'END'
import json

from file import file_from_dict, file_to_dict

print("Python:", json.dumps(file_to_dict(file_from_dict({"a": None}))))
END
node_modules/.bin/esbuild main.ts --bundle --platform=node --log-level=error --outfile=main.cjs
seen=$(node main.cjs && go run main.go file.go && python3 main.py)
echo "$seen"
[ "$seen" = 'TypeScript: {"a":null}
Go: {"a":null,"b":null}
Python: {}' ]
