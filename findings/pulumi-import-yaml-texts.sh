#!/usr/bin/env bash
# github.com/pulumi/pulumi-yaml 1.25.0, with github.com/pulumi/pulumi/pkg/v3 3.276.0 (Go): the program that `pulumi import` writes for the YAML runtime
# has texts without quotes that YAML reads as something else: the short hash of a commit becomes a number, "True" a flag, and "null" and "~"
# are not there any more (none of them reaches the provider). The import shows no change; the next `up` of the program that it wrote has them all.
# "1.10", "1e3" and "true" are quoted. `pulumi convert` uses the same writer.
# Known in part: pulumi-yaml, pull request 363 (2022), had it for numbers; since then a text is quoted if Go reads it as a number of 32 bits (which
# 1234e56 is not), or if it is true or false. Nothing was found of the others.
#
# Output seen, the text that the provider has and what the program declares:
#   "1234e56": 1.234e+59
#   "0x1F": 31
#   "0o14": 12
#   "True": true
#   "null": nothing
#   "~": nothing
#   "1.10": "1.10"
#   "1e3": "1e3"
#   "true": "true"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin build program
cat > build/provider.go <<'END'
package main

import (
	"context"

	"github.com/pulumi/pulumi/pkg/v3/resource/provider"
	rpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
)

// One resource, with a map of texts that is live before the import.
const schema = `{"name": "live", "version": "1.0.0", "resources": {"live:index:Live": {
  "inputProperties": {"value": {"$ref": "pulumi.json#/Any"}}, "properties": {"value": {"$ref": "pulumi.json#/Any"}}}}}`

var texts = map[string]any{
	"a": "1234e56", "b": "0x1F", "c": "0o14", "d": "True", "e": "null", "f": "~", "g": "1.10", "h": "1e3", "i": "true",
}

type live struct {
	rpc.UnimplementedResourceProviderServer
}

func (live) GetSchema(context.Context, *rpc.GetSchemaRequest) (*rpc.GetSchemaResponse, error) {
	return &rpc.GetSchemaResponse{Schema: schema}, nil
}

func (live) GetPluginInfo(context.Context, *emptypb.Empty) (*rpc.PluginInfo, error) {
	return &rpc.PluginInfo{Version: "1.0.0"}, nil
}

func (live) CheckConfig(_ context.Context, asked *rpc.CheckRequest) (*rpc.CheckResponse, error) {
	return &rpc.CheckResponse{Inputs: asked.News}, nil
}

func (live) Configure(context.Context, *rpc.ConfigureRequest) (*rpc.ConfigureResponse, error) {
	return &rpc.ConfigureResponse{AcceptSecrets: true}, nil
}

func (live) Check(_ context.Context, asked *rpc.CheckRequest) (*rpc.CheckResponse, error) {
	return &rpc.CheckResponse{Inputs: asked.News}, nil
}

func (live) Read(_ context.Context, asked *rpc.ReadRequest) (*rpc.ReadResponse, error) {
	value, err := structpb.NewStruct(map[string]any{"value": texts})
	return &rpc.ReadResponse{Id: asked.Id, Properties: value, Inputs: value}, err
}

func (live) Diff(context.Context, *rpc.DiffRequest) (*rpc.DiffResponse, error) {
	return &rpc.DiffResponse{Changes: rpc.DiffResponse_DIFF_SOME, Diffs: []string{"value"}}, nil
}

func (live) Update(_ context.Context, asked *rpc.UpdateRequest) (*rpc.UpdateResponse, error) {
	return &rpc.UpdateResponse{Properties: asked.News}, nil
}

func main() {
	if err := provider.Main("live", func(*provider.HostClient) (rpc.ResourceProviderServer, error) { return live{}, nil }); err != nil {
		panic(err)
	}
}
END
(
  cd build
  go mod init example.com/build
  go get github.com/pulumi/pulumi/pkg/v3/cmd/pulumi@v3.276.0 github.com/pulumi/pulumi/pkg/v3/resource/provider@v3.276.0
  go build -o ../bin/pulumi github.com/pulumi/pulumi/pkg/v3/cmd/pulumi
  go build -o ../bin/pulumi-resource-live provider.go
) 2> /dev/null
GOBIN="$folder/bin" go install github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml@v1.25.0 2> /dev/null
cd program
printf 'name: program\nruntime: yaml\nplugins: { providers: [{ name: live, path: ../bin }] }\n' > Pulumi.yaml
export PATH="$folder/bin:$PATH" PULUMI_HOME="$folder/home" PULUMI_BACKEND_URL=file://. PULUMI_CONFIG_PASSPHRASE=test
export PULUMI_SKIP_UPDATE_CHECK=true
pulumi stack init dev --non-interactive > /dev/null
pulumi import live:index:Live live 1 --yes --skip-preview --protect=false --non-interactive --out written.yaml > /dev/null
pulumi stack export --file live.json
cat written.yaml >> Pulumi.yaml
pulumi up --yes --skip-preview --non-interactive > /dev/null
pulumi stack export --file declared.json
cat > read.mjs <<'END'
import { readFileSync } from "node:fs";

const [live, declared] = ["live.json", "declared.json"].map((file) => {
  const { resources } = JSON.parse(readFileSync(file, "utf8")).deployment;
  return resources.find(({ type }) => type === "live:index:Live").inputs.value;
});
for (const name of Object.keys(live).sort()) {
  console.log(`${JSON.stringify(live[name])}: ${name in declared ? JSON.stringify(declared[name]) : "nothing"}`);
}
END
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = '"1234e56": 1.234e+59
"0x1F": 31
"0o14": 12
"True": true
"null": nothing
"~": nothing
"1.10": "1.10"
"1e3": "1e3"
"true": "true"' ]
