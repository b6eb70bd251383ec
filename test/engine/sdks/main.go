// Writes the SDKs of the native provider, by Pulumi's own generators: FOLDER/python, FOLDER/nodejs and FOLDER/go.
//
//	go run ./sdks SCHEMA FOLDER
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The schema refers to no other package: nothing is loaded.
type noLoader struct{ schema.ReferenceLoader }

func write(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	generators := map[string]func(*schema.Package) (map[string][]byte, error){
		"python": func(pkg *schema.Package) (map[string][]byte, error) {
			return python.GeneratePackage("projectsync", pkg, nil, noLoader{})
		},
		"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
			return nodejs.GeneratePackage("projectsync", pkg, nil, nil, false, noLoader{})
		},
		"go": func(pkg *schema.Package) (map[string][]byte, error) {
			return golang.GeneratePackage("projectsync", pkg, nil)
		},
	}
	for language, generate := range generators {
		var spec schema.PackageSpec
		if err := json.Unmarshal(text, &spec); err != nil {
			return err
		}
		// Checks the schema against Pulumi's own, too.
		pkg, problems, err := schema.BindSpec(spec, noLoader{}, schema.ValidationOptions{})
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return problems
		}
		files, err := generate(pkg)
		if err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
		for name, content := range files {
			path := filepath.Join(folder, language, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
