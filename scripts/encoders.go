// Writes secrets as Go's own encoders do: one JSON list of [name, text] for each secret, a JSON text on a line of stdin.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/url"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var secret string
		if err := json.Unmarshal(lines.Bytes(), &secret); err != nil {
			panic(err)
		}
		written, _ := json.Marshal(secret)
		var plain bytes.Buffer
		encoder := json.NewEncoder(&plain)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(secret)
		address := url.URL{Scheme: "https", Host: "h", Path: "/" + secret}
		_ = out.Encode([][]string{
			{"QueryEscape", url.QueryEscape(secret)},
			{"PathEscape", url.PathEscape(secret)},
			{"URL with a path", address.String()},
			{"URL with a user", url.UserPassword("u", secret).String()},
			{"Values", url.Values{"t": {secret}}.Encode()},
			{"json.Marshal", string(written)},
			{"json without HTML", plain.String()},
			{"StdEncoding", base64.StdEncoding.EncodeToString([]byte("x" + secret))},
			{"RawURLEncoding", base64.RawURLEncoding.EncodeToString([]byte("xy" + secret + "z"))},
			{"pem", string(pem.EncodeToMemory(&pem.Block{Type: "KEY", Bytes: []byte(secret)}))},
		})
	}
}
