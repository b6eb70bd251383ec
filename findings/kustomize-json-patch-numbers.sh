#!/usr/bin/env bash
# sigs.k8s.io/kustomize/kustomize/v5 5.8.2 (Go): a JSON patch (RFC 6902) of one field rounds whole numbers in the others. From 2^53 on, such as an id of 18
# digits, they come out as Go's float64, without an exponent, so that the result looks like any id. RFC 6902 has that a patch changes what it names, and
# Kubernetes has whole numbers of 64 bits. A strategic merge patch of the same field, and a label, keep them. Nothing warns.
# Known in part: evanphx/json-patch issue 189 (closed, 2024) had such a loss in that library. Here kustomize reads what the library has patched into
# float64 (`RNode.UnmarshalJSON`). Nothing was found of it in kustomize's issues or documentation.
#
# Output seen, of `spec: { account: 123456789012345678, paused: false }`:
#   nothing: account 123456789012345678
#   a label: account 123456789012345678
#   strategic merge patch of paused: account 123456789012345678
#   JSON patch of paused: account 123456789012345680
#   JSON patch that adds owner 123456789012345678: account 123456789012345680 owner 123456789012345680
#
# What follows: write such a number as text where the service takes one, and patch by merge.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
GOBIN="$folder" go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.2 2> /dev/null
cat > site.yaml <<'END'
apiVersion: example.com/v1
kind: Site
metadata: { name: shop }
spec: { account: 123456789012345678, paused: false }
END
numbers() {
  echo 'resources: [site.yaml]' > kustomization.yaml
  cat >> kustomization.yaml
  ./kustomize build . | sed -n 's/^  \(account\|owner\): / \1 /p' | tr -d '\n'
}
seen="nothing:$(numbers < /dev/null)"$'\n'
seen+="a label:$(numbers <<< 'labels: [{ pairs: { team: web } }]')"$'\n'
merge='{ apiVersion: example.com/v1, kind: Site, metadata: { name: shop }, spec: { paused: true } }'
seen+="strategic merge patch of paused:$(numbers <<< "patches: [{ patch: '$merge' }]")"$'\n'
replace='[{ "op": "replace", "path": "/spec/paused", "value": true }]'
seen+="JSON patch of paused:$(numbers <<< "patches: [{ target: { kind: Site }, patch: '$replace' }]")"$'\n'
add='[{ "op": "add", "path": "/spec/owner", "value": 123456789012345678 }]'
seen+="JSON patch that adds owner 123456789012345678:$(numbers <<< "patches: [{ target: { kind: Site }, patch: '$add' }]")"
echo "$seen"
[ "$seen" = 'nothing: account 123456789012345678
a label: account 123456789012345678
strategic merge patch of paused: account 123456789012345678
JSON patch of paused: account 123456789012345680
JSON patch that adds owner 123456789012345678: account 123456789012345680 owner 123456789012345680' ]
