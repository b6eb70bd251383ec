#!/usr/bin/env bash
# github.com/getsops/sops/v3 3.13.3 (Go): in YAML, a text of several lines that begins with a tab (a recipe of make, an indented script) is written as
# `null`. `sops decrypt` of such a file prints null for it, `sops edit` of another value loses it for good, and where a file keeps some values plain
# (--encrypted-regex), `sops encrypt` itself writes null. There is no error, and the exit code is 0. What is encrypted is right: as JSON it comes out whole.
# Known in part: go-yaml writes such a text so that it cannot read it again (go-yaml/yaml issues 660 and 773, yaml/go-yaml issue 383; all open). sops has
# each value written and read by it, and leaves out its error (`valueNode.Encode`). Nothing was found of it in the issues of sops.
#
# Output seen, of "\tmake all\n":
#   decrypted as JSON: "\tmake all\n"
#   decrypted as YAML: null
#   after an edit of another value, as JSON: null
#   kept plain in an encrypted file: null
#
# What follows: keep such a text in a file of JSON. Where null asks for a default, a value is reset.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN="$folder" go install github.com/getsops/sops/v3/cmd/sops@v3.13.3 2> /dev/null
GOBIN="$folder" go install filippo.io/age/cmd/age-keygen@v1.3.2 2> /dev/null
./age-keygen -o key.txt 2> /dev/null
SOPS_AGE_RECIPIENTS=$(./age-keygen -y key.txt)
export SOPS_AGE_RECIPIENTS SOPS_AGE_KEY_FILE="$folder/key.txt" SOPS_DISABLE_VERSION_CHECK=true
cat > file.yaml <<'END'
recipe: "\tmake all\n"
retries: 1
END
./sops encrypt file.yaml > encrypted.yaml
recipe() { grep '"\?recipe"\?:' | sed 's/^[^:]*: *//; s/,$//'; }
seen="decrypted as JSON: $(./sops decrypt --output-type json encrypted.yaml | recipe)"$'\n'
seen+="decrypted as YAML: $(./sops decrypt encrypted.yaml | recipe)"$'\n'
EDITOR="sed -i 's/retries: 1/retries: 2/'" ./sops edit encrypted.yaml
seen+="after an edit of another value, as JSON: $(./sops decrypt --output-type json encrypted.yaml | recipe)"$'\n'
seen+="kept plain in an encrypted file: $(./sops encrypt --encrypted-regex '^password$' file.yaml | recipe)"
echo "$seen"
[ "$seen" = 'decrypted as JSON: "\tmake all\n"
decrypted as YAML: null
after an edit of another value, as JSON: null
kept plain in an encrypted file: null' ]
