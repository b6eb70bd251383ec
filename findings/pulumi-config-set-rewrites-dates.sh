#!/usr/bin/env bash
# github.com/pulumi/pulumi/pkg/v3 3.276.0 (Go): `pulumi config set` of one key writes the others as the engine read them. A date that is
# written by hand (valid YAML, and text to YAML 1.2) becomes Go's own form of a time, which is not ISO 8601 any more; 0123 becomes "83", a version
# 1.10 becomes "1.1". `pulumi config get` and the program get the same even before, and an `up` that adds a salt writes it
# too. Expected: the line as it was, since comments stay.
# Known in part: pulumi/pulumi issue 11518 (open) has a leading zero that the automation API writes without quotes. Nothing was found of dates, nor of
# other keys that a `config set` changes since issue 8752 (closed, 2022).
#
# Output seen:
#   read: 2020-01-02 00:00:00 +0000 UTC
#     # Since when the shop is live.
#     program:since: 2020-01-02 00:00:00 +0000 UTC
#     program:release: "1.1"
#     program:zip: "83"
#     program:other: x
#
# What follows: quote each value in a stack's file that is not meant as a number, true or false, dates too.
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
cd program
printf 'name: program\nruntime: yaml\nresources: {}\n' > Pulumi.yaml
export PATH="$folder/bin:$PATH" PULUMI_HOME="$folder/home" PULUMI_BACKEND_URL=file://. PULUMI_CONFIG_PASSPHRASE=test
export PULUMI_SKIP_UPDATE_CHECK=true
pulumi stack init dev --non-interactive > /dev/null
cat >> Pulumi.dev.yaml <<'END'
config:
  # Since when the shop is live.
  program:since: 2020-01-02
  program:release: 1.10
  program:zip: 0123
END
read=$(pulumi config get since)
pulumi config set other x
seen="read: $read"$'\n'$(sed '1,/^config:/d' Pulumi.dev.yaml)
echo "$seen"
[ "$seen" = 'read: 2020-01-02 00:00:00 +0000 UTC
  # Since when the shop is live.
  program:since: 2020-01-02 00:00:00 +0000 UTC
  program:release: "1.1"
  program:zip: "83"
  program:other: x' ]
