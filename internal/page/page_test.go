package page

import "testing"

func TestText(t *testing.T) {
	const in = "# IDV999 sample\n\nA **bold** and *slanted* word, `code`, [a link](https://example.com).\n\n## Bad\n\n```go\nfunc f() {\n\tg() // # **not** a title\n}\n```\n"
	const want = "IDV999 sample\n\nA bold and slanted word, `code`, a link (https://example.com).\n\nBAD\n\n    func f() {\n        g() // # **not** a title\n    }\n"
	if got := Text(in); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
