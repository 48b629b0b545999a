package output

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// writeJSON prints a value as people read JSON.
func writeJSON(w io.Writer, v any) error {
	text, err := indented(v, "")
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// writeList is writeJSON for a document with a long list, which is empty in it and whose n elements are asked for one by one: as
// one value, tens of thousands of findings take a hundred times their size in memory, and as much longer. The list's key must be
// the only one with that name whose list is empty.
func writeList(w io.Writer, doc any, key string, n int, element func(i int) any) error {
	text, err := indented(doc, "")
	if err != nil {
		return err
	}
	head, tail, ok := bytes.Cut(text, fmt.Appendf(nil, "%q: []", key)) // in a string the quotes would be escaped
	if !ok || n == 0 {
		return writeJSON(w, doc)
	}
	margin := string(head[bytes.LastIndexByte(head, '\n')+1:])
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s%q: [", head, key)
	for i := range n {
		text, err := indented(element(i), margin+"  ")
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprint(b, ",")
		}
		fmt.Fprintf(b, "\n%s  %s", margin, text)
	}
	fmt.Fprintf(b, "\n%s]%s\n", margin, tail)
	return b.Flush()
}

// indented is a value in JSON, each line but the first behind the margin.
func indented(v any, margin string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(margin, "  ")
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
