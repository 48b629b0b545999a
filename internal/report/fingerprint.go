package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// fingerprint gives each finding its identity: a hash of rule, package, function, subject and the ordinal among
// findings that share these. Line numbers stay out, so the identity survives moved code; the ordinal is counted in
// source order over all findings, so it does not depend on what is shown. Findings must be sorted.
func fingerprint(sorted []Finding) {
	seen := make(map[[4]string]int)
	for i := range sorted {
		f := &sorted[i]
		same := [4]string{f.Rule, f.At.Pkg, f.Function, f.Subject}
		text, err := json.Marshal([]any{same, seen[same]})
		if err != nil {
			panic(err) // strings and a number always encode
		}
		seen[same]++
		sum := sha256.Sum256(text)
		f.Fingerprint = "idv1:" + hex.EncodeToString(sum[:16])
	}
}
