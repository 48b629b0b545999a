package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Template is a file to begin with: it sets the keys that values are given for, and names all others in comments.
func Template(values map[string][]string) string {
	var b strings.Builder
	b.WriteString("# Settings of idemvet. `idemvet config show` tells what holds, `idemvet config verify` what is wrong.\n")
	b.WriteString("# yaml-language-server: $schema=" + SchemaURL + "\n")
	for _, k := range keys {
		fmt.Fprintf(&b, "\n# %s\n", k.doc)
		list, given := values[k.name]
		switch {
		case k.name == "version":
			fmt.Fprintf(&b, "%s: %s\n", k.name, k.initial)
		case given:
			fmt.Fprintf(&b, "%s:\n", k.name)
			for _, v := range list {
				fmt.Fprintf(&b, "  - %s\n", strconv.Quote(v))
			}
		default:
			fmt.Fprintf(&b, "# %s: %s\n", k.name, k.example)
		}
	}
	return b.String()
}
