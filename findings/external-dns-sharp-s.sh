#!/usr/bin/env bash
# sigs.k8s.io/external-dns 0.23.0 (Go), which makes DNS records for the host names that are declared in a Kubernetes cluster: its plan compares names
# by the transitional rules of UTS #46, which read ß as ss. DNS since IDNA 2008 has straße.example and strasse.example as two names. Of
# the two, one is made. Where the provider lists the name in ASCII, each run deletes it and makes it again; with bücher.example nothing is to do.
# Nothing warns. Its domain filter reads the two as two.
# Known: nothing was found of it in the issues or the documentation (IDNs came with pull requests 4689, 5049 and 5147, of 2024 and 2025). UTS #46
# itself calls the transitional rules deprecated.
#
# Output seen:
#   declared straße.example, strasse.example: create straße.example
#   live xn--strae-oqa.example, declared straße.example: create straße.example, delete xn--strae-oqa.example
#   live strasse.example, declared straße.example: nothing
#   live xn--bcher-kva.example, declared bücher.example: nothing
#
# What follows: write such a host name in ASCII, also where a tool says that it takes Unicode.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > main.go <<'END'
package main

import (
	"fmt"
	"strings"

	"sigs.k8s.io/external-dns/endpoint"
	"sigs.k8s.io/external-dns/plan"
)

func records(names []string) []*endpoint.Endpoint {
	made := []*endpoint.Endpoint{}
	for _, name := range names {
		made = append(made, endpoint.NewEndpoint(name, endpoint.RecordTypeA, "192.0.2.1"))
	}
	return made
}

func changes(live, declared []string) string {
	wanted := &plan.Plan{
		Policies:       []plan.Policy{&plan.SyncPolicy{}},
		ManagedRecords: []string{endpoint.RecordTypeA},
		Current:        records(live),
		Desired:        records(declared),
	}
	found := wanted.Calculate().Changes
	words := []string{}
	for _, record := range found.Create {
		words = append(words, "create "+record.DNSName)
	}
	for _, record := range found.UpdateNew {
		words = append(words, "update "+record.DNSName)
	}
	for _, record := range found.Delete {
		words = append(words, "delete "+record.DNSName)
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

func main() {
	both := []string{"straße.example", "strasse.example"}
	fmt.Printf("declared %s: %s\n", strings.Join(both, ", "), changes(nil, both))
	for _, names := range [][]string{
		{"xn--strae-oqa.example", "straße.example"},
		{"strasse.example", "straße.example"},
		{"xn--bcher-kva.example", "bücher.example"},
	} {
		fmt.Printf("live %s, declared %s: %s\n", names[0], names[1], changes(names[:1], names[1:]))
	}
}
END
(
  export GOTOOLCHAIN=go1.27.0
  go mod init example.com/plan
  go get sigs.k8s.io/external-dns/plan@v0.23.0 sigs.k8s.io/external-dns/endpoint@v0.23.0
  go build -o plan .
) 2> /dev/null
seen=$(./plan)
echo "$seen"
[ "$seen" = 'declared straße.example, strasse.example: create straße.example
live xn--strae-oqa.example, declared straße.example: create straße.example, delete xn--strae-oqa.example
live strasse.example, declared straße.example: nothing
live xn--bcher-kva.example, declared bücher.example: nothing' ]
