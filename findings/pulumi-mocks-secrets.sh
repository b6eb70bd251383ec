#!/usr/bin/env bash
# @pulumi/pulumi 3.276.0 (npm), under `setMocks` for tests: a secret among a resource's arguments reaches `newResource` as a map with two keys, of which
# one is a hash, and not as its text. A secret inside a map hides the whole argument so. What a mock makes of it has "[object Object]", and a test that
# looks for the text in `inputs` finds none. `call` gets the plain text. And `additionalSecretOutputs` has no effect: the output is no secret there.
# Known: not found. Issue 4145 and pull request 4272 (2020) made secrets work in tests; issue 4276 (closed, not done) was to test just these.
#
# Output seen:
#   newResource: {"host":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"h"},"map":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":{"a":1,"b":"s"}}}
#   call: {"host":"h"}
#   an output of the mock: https://[object Object]/
#   host is secret: true, the key of additionalSecretOutputs is secret: false
#   unwrapped: h
#
# What follows: a mock takes `pulumi.runtime.unwrapRpcSecret` to each input, and a test cannot show that `additionalSecretOutputs` are secret.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @pulumi/pulumi@3.276.0
cat > main.mjs <<'END'
import pulumi from "@pulumi/pulumi";

const seen = {};
await pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => {
    seen.newResource = inputs;
    return { id: name, state: { ...inputs, url: `https://${inputs.host}/`, key: "k" } };
  },
  call: ({ inputs }) => {
    seen.call = inputs;
    return inputs;
  },
});
const args = { host: pulumi.secret("h"), map: { a: 1, b: pulumi.secret("s") }, url: undefined, key: undefined };
const options = { additionalSecretOutputs: ["key"] };
const resource = new pulumi.CustomResource("example:index:Example", "name", args, options);
const url = await resource.url.promise();
await pulumi.runtime.invokeOutput("example:index:find", { host: pulumi.secret("h") }).promise();
console.log("newResource:", JSON.stringify(seen.newResource));
console.log("call:", JSON.stringify(seen.call));
console.log("an output of the mock:", url);
const [host, key] = [await resource.host.isSecret, await resource.key.isSecret];
console.log(`host is secret: ${host}, the key of additionalSecretOutputs is secret: ${key}`);
console.log("unwrapped:", pulumi.runtime.unwrapRpcSecret(seen.newResource.host));
END
seen=$(node main.mjs)
echo "$seen"
[ "$seen" = 'newResource: {"host":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"h"},"map":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":{"a":1,"b":"s"}}}
call: {"host":"h"}
an output of the mock: https://[object Object]/
host is secret: true, the key of additionalSecretOutputs is secret: false
unwrapped: h' ]
