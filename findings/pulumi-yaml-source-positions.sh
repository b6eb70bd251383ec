#!/usr/bin/env bash
# github.com/pulumi/pulumi-yaml 1.25.0, with github.com/pulumi/pulumi/pkg/v3 3.276.0 (Go): the state of a resource of a YAML program says that it
# is declared in the Go code of the language host (`sourcePosition` and a `stackTrace` of 6 frames or more, with the folders of the machine that
# compiled the host), and nothing of Pulumi.yaml. Expected: the line of the program, as from Node.js, Python and Go, or nothing.
#
# Output seen:
#   stack: server.go
#   frames: 6, of Pulumi.yaml: 0
#
# What follows: with 13 frames, a resource of a YAML program has 1.7 kB more of state than its properties need.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin engine program
(
  cd engine
  go mod init example.com/engine
  go get github.com/pulumi/pulumi/pkg/v3/cmd/pulumi@v3.276.0
  go build -o ../bin/pulumi github.com/pulumi/pulumi/pkg/v3/cmd/pulumi
) 2> /dev/null
GOBIN="$folder/bin" go install github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml@v1.25.0 2> /dev/null
cd program
printf 'name: program\nruntime: yaml\nresources: {}\n' > Pulumi.yaml
export PATH="$folder/bin:$PATH" PULUMI_HOME="$folder/home" PULUMI_BACKEND_URL=file://. PULUMI_CONFIG_PASSPHRASE=test
export PULUMI_SKIP_UPDATE_CHECK=true
pulumi stack init dev --non-interactive > /dev/null
pulumi up --yes --skip-preview --non-interactive > /dev/null
cat > read.mjs <<'EOF'
import { readFileSync } from "node:fs";
const { deployment } = JSON.parse(readFileSync(0, "utf8"));
const [{ sourcePosition, stackTrace = [] }] = deployment.resources;
const ofProgram = stackTrace.filter((frame) => frame.sourcePosition.includes("Pulumi.yaml"));
console.log(`stack: ${/\/([^/#]*)#/.exec(sourcePosition)?.[1]}`);
console.log(`frames: ${stackTrace.length}, of Pulumi.yaml: ${ofProgram.length}`);
EOF
seen=$(pulumi stack export | node read.mjs)
echo "$seen"
[ "$seen" = $'stack: server.go\nframes: 6, of Pulumi.yaml: 0' ]
