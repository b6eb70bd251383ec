#!/usr/bin/env bash
# @pulumi/pulumi 3.276.0 (npm): a `Date` in a resource's arguments arrives as the empty map {}, and so do a `URL`, a `Set` and a `bigint`. Its source says
# that it follows JSON, where a date is its text; `pulumi.jsonStringify` makes {} of it, too. Any two dates are the same {}, so a later change of one is
# in no preview. Nothing warns, and where an argument is free data TypeScript takes it. A program that reads its values by js-yaml before version 5 has
# such dates without saying so.
# Known in part: pulumi/pulumi issue 7106 (closed) has a `Map`. Nothing was found of the others, and the documentation of inputs names none of them.
#
# Output seen, of `since: 2026-01-31` as js-yaml 4.1.1 reads it, and what the provider gets:
#   this year: {"since":{}}
#   next year: {"since":{}}
#   as JSON: {"since":"2026-01-31T00:00:00.000Z"}
#   url, set, bigint: {} {} {}
#   jsonStringify: {"since":{}}
#
# What follows: `JSON.parse(JSON.stringify(value))` before data becomes an argument.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund @pulumi/pulumi@3.276.0 js-yaml@4.1.1
cat > main.mjs <<'END'
import pulumi from "@pulumi/pulumi";
import { load } from "js-yaml";

const arrived = {};
await pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => {
    arrived[name] = inputs.settings;
    return { id: name, state: inputs };
  },
  call: ({ inputs }) => inputs,
});
const programs = {
  "this year": load("since: 2026-01-31"),
  "next year": load("since: 2027-01-31"),
  "as JSON": JSON.parse(JSON.stringify(load("since: 2026-01-31"))),
  other: { url: new URL("https://example.com/"), set: new Set(["a"]), bigint: 5n },
};
for (const [name, settings] of Object.entries(programs)) {
  const resource = new pulumi.CustomResource("example:index:Example", name, { settings });
  await resource.id.promise();
}
for (const name of ["this year", "next year", "as JSON"]) console.log(`${name}: ${JSON.stringify(arrived[name])}`);
console.log("url, set, bigint:", ...["url", "set", "bigint"].map((name) => JSON.stringify(arrived.other[name])));
console.log("jsonStringify:", await pulumi.jsonStringify(programs["this year"]).promise());
END
seen=$(node main.mjs)
echo "$seen"
[ "$seen" = 'this year: {"since":{}}
next year: {"since":{}}
as JSON: {"since":"2026-01-31T00:00:00.000Z"}
url, set, bigint: {} {} {}
jsonStringify: {"since":{}}' ]
