package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// fingerprint gives each finding its identity: a hash of rule, package, function, subject and the ordinal among
// findings that share these. Line numbers stay out, so the identity survives moved code; the ordinal is counted in
// source order over all findings, so it does not depend on what is shown. Findings must be sorted.
//
// The ordinal tells equal findings of one run apart, and no more: where the first of two is mended, the second gets its
// ordinal. What compares runs therefore goes by Group, and counts.
func fingerprint(sorted []Finding) {
	seen := make(map[[4]string]int)
	for i := range sorted {
		f := &sorted[i]
		same := [4]string{f.Rule, f.At.Pkg, f.Function, f.Subject}
		f.Fingerprint, f.Group = digest(same, seen[same]), digest(same, 0)
		seen[same]++
	}
}

func digest(same [4]string, ordinal int) string {
	text, err := json.Marshal([]any{same, ordinal})
	if err != nil {
		panic(err) // strings and a number always encode
	}
	sum := sha256.Sum256(text)
	return "idv1:" + hex.EncodeToString(sum[:16])
}
