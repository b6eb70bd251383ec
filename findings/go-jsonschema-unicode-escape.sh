#!/usr/bin/env bash
# github.com/santhosh-tekuri/jsonschema/v6 6.0.3 (Go): a schema whose `pattern` has an escape such as \u3002 does not compile. JSON
# Schema says that patterns are regular expressions of ECMA-262, which has that escape. Patterns go to Go's `regexp`, which does
# not. With \x41, or with the character itself, the schema compiles.
#
# Output seen:
#   ^\u3002$ refused
#   ^\x41$ taken
#   ^。$ taken
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'EOF'
package main

import (
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	for _, pattern := range []string{`^\u3002$`, `^\x41$`, `^。$`} {
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("schema.json", map[string]any{"type": "string", "pattern": pattern}); err != nil {
			panic(err)
		}
		word := "taken"
		if _, err := compiler.Compile("schema.json"); err != nil {
			word = "refused"
		}
		fmt.Println(pattern, word)
	}
}
EOF
export GOFLAGS=-mod=mod
go mod init finding 2> /dev/null
go get github.com/santhosh-tekuri/jsonschema/v6@v6.0.3 2> /dev/null
seen=$(go run .)
echo "$seen"
[ "$seen" = $'^\\u3002$ refused\n^\\x41$ taken\n^。$ taken' ]
