#!/usr/bin/env bash
# ipaddr.js 2.5.0 (npm): `::192.0.2.1` is read as another address than the same written as `::c000:201`. RFC 4291 (2.2, form 3) has the dotted part as
# the last 32 bits of any IPv6 address, and 2.5.5 keeps ::/96 (IPv4-compatible, deprecated) apart from ::ffff:0:0/96 (IPv4-mapped). The
# library puts `ffff` in, and `process` makes an IPv4 address of it. A network so written is moved too. Node's URL, Python and Go keep it.
# Known: since pull request 142 (2020, issues 101 and 140: such text was an error before) the source says so, and its documentation does not.
# That the two spellings differ was not found in its issues.
#
# Output seen:
#   ::192.0.2.1: ipaddr.js ::ffff:c000:201, process 192.0.2.1, URL ::c000:201
#   ::c000:201: ipaddr.js ::c000:201, process ::c000:201, URL ::c000:201
#   ::192.0.2.0/120: ipaddr.js ::ffff:c000:200/120
#
# What follows: two lists of networks compared by it may differ where they say the same, and agree where they do not. Write the groups in
# hexadecimal before it reads them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund ipaddr.js@2.5.0
cat > main.mjs <<'END'
import ipaddr from "ipaddr.js";

for (const text of ["::192.0.2.1", "::c000:201"]) {
  const url = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  console.log(`${text}: ipaddr.js ${ipaddr.parse(text)}, process ${ipaddr.process(text)}, URL ${url}`);
}
const [network, length] = ipaddr.parseCIDR("::192.0.2.0/120");
console.log(`::192.0.2.0/120: ipaddr.js ${network}/${length}`);
END
seen=$(node main.mjs)
echo "$seen"
[ "$seen" = '::192.0.2.1: ipaddr.js ::ffff:c000:201, process 192.0.2.1, URL ::c000:201
::c000:201: ipaddr.js ::c000:201, process ::c000:201, URL ::c000:201
::192.0.2.0/120: ipaddr.js ::ffff:c000:200/120' ]
