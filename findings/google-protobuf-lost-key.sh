#!/usr/bin/env bash
# google-protobuf 3.21.4 (npm; a dependency of @pulumi/pulumi), with Node.js 24: a map loses the key "__proto__". A map<string, …> has no reserved
# keys, but the library keeps its entries in a plain object. The message is decoded without an error, is shorter when it is written
# again, and a map says that it has the key where it never had it.
#
# Output seen:
#   in: a, __proto__, b
#   out: a, b; 38 bytes are 20 when they are written again
#   an empty map has the key: true
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund google-protobuf@3.21.4 node@24.12.0
cat > map.cjs <<'EOF'
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js");

// google.protobuf.Struct { fields: { NAME: { string_value: "x" } } }, as it is on the wire.
const field = (tag, bytes) => Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
const entry = (name) =>
  field(0x0a, Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, field(0x1a, Buffer.from("x")))]));
const names = ["a", "__proto__", "b"];
const wire = Buffer.concat(names.map(entry));
const read = Struct.deserializeBinary(wire);
console.log(`in: ${names.join(", ")}`);
const again = read.serializeBinary().length;
console.log(`out: ${[...read.getFieldsMap().keys()].join(", ")}; ${wire.length} bytes are ${again} when they are written again`);
console.log(`an empty map has the key: ${new Struct().getFieldsMap().has("__proto__")}`);
EOF
seen=$(./node_modules/.bin/node map.cjs)
echo "$seen"
[ "$seen" = "in: a, __proto__, b
out: a, b; 38 bytes are 20 when they are written again
an empty map has the key: true" ]
