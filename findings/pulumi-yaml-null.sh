#!/usr/bin/env bash
# github.com/pulumi/pulumi-yaml 1.25.0, with github.com/pulumi/pulumi/pkg/v3 3.276.0 (Go): `null` in a YAML program never reaches the provider, at any
# depth of maps, though the dialect has it as a value. In a list it does. So a provider cannot tell "ask for the default" from "not declared": a null
# that replaces a value reads as the removal of the argument, and the preview has no word about it. A program in Node.js sends it.
# Known: pulumi/pulumi issues 12178 (Python), 22713 (Go), 22714 (.NET) and 22715 (Java), all open. None names YAML, whose host is a Go program
# and loses it in the same place (sdk/go/pulumi/rpc.go); its reference says nothing of null.
#
# Output seen, of the inputs { cleared: null, inner: { cleared: null, set: 1 }, list: [null, { cleared: null }] }:
#   {"inner":{"set":1},"list":[null,{}]}
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
)

// One resource, whose outputs are the inputs that arrived.
const schema = `{"name": "echo", "version": "1.0.0", "resources": {"echo:index:Echo": {"inputProperties": {"value": {"$ref": "pulumi.json#/Any"}}}}}`

type echo struct {
	rpc.UnimplementedResourceProviderServer
}

func (echo) GetSchema(context.Context, *rpc.GetSchemaRequest) (*rpc.GetSchemaResponse, error) {
	return &rpc.GetSchemaResponse{Schema: schema}, nil
}

func (echo) GetPluginInfo(context.Context, *emptypb.Empty) (*rpc.PluginInfo, error) {
	return &rpc.PluginInfo{Version: "1.0.0"}, nil
}

func (echo) CheckConfig(_ context.Context, asked *rpc.CheckRequest) (*rpc.CheckResponse, error) {
	return &rpc.CheckResponse{Inputs: asked.News}, nil
}

func (echo) Configure(context.Context, *rpc.ConfigureRequest) (*rpc.ConfigureResponse, error) {
	return &rpc.ConfigureResponse{AcceptSecrets: true}, nil
}

func (echo) Check(_ context.Context, asked *rpc.CheckRequest) (*rpc.CheckResponse, error) {
	return &rpc.CheckResponse{Inputs: asked.News}, nil
}

func (echo) Create(_ context.Context, asked *rpc.CreateRequest) (*rpc.CreateResponse, error) {
	return &rpc.CreateResponse{Id: "1", Properties: asked.Properties}, nil
}

func main() {
	if err := provider.Main("echo", func(*provider.HostClient) (rpc.ResourceProviderServer, error) { return echo{}, nil }); err != nil {
		panic(err)
	}
}
END
(
  cd build
  go mod init example.com/build
  go get github.com/pulumi/pulumi/pkg/v3/cmd/pulumi@v3.276.0 github.com/pulumi/pulumi/pkg/v3/resource/provider@v3.276.0
  go build -o ../bin/pulumi github.com/pulumi/pulumi/pkg/v3/cmd/pulumi
  go build -o ../bin/pulumi-resource-echo provider.go
) 2> /dev/null
GOBIN="$folder/bin" go install github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml@v1.25.0 2> /dev/null
cd program
cat > Pulumi.yaml <<'END'
name: program
runtime: yaml
plugins: { providers: [{ name: echo, path: ../bin }] }
resources:
  echo:
    type: echo:Echo
    properties:
      value: { cleared: null, inner: { cleared: null, set: 1 }, list: [null, { cleared: null }] }
END
export PATH="$folder/bin:$PATH" PULUMI_HOME="$folder/home" PULUMI_BACKEND_URL=file://. PULUMI_CONFIG_PASSPHRASE=test
export PULUMI_SKIP_UPDATE_CHECK=true
pulumi stack init dev --non-interactive > /dev/null
pulumi up --yes --skip-preview --non-interactive > /dev/null
cat > read.mjs <<'END'
import { readFileSync } from "node:fs";

const { resources } = JSON.parse(readFileSync(0, "utf8")).deployment;
const { value } = resources.find(({ type }) => type === "echo:index:Echo").inputs;
console.log(JSON.stringify(value));
END
seen=$(pulumi stack export | node read.mjs)
echo "$seen"
[ "$seen" = '{"inner":{"set":1},"list":[null,{}]}' ]
