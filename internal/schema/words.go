package schema

import "strings"

// mentions reports whether a lower-case text holds the word.
func mentions(text, word string) bool { return wordAt(text, word, 0) >= 0 }

func wordAt(text, word string, from int) int {
	if word == "" {
		return -1
	}
	for {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(word)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return i
		}
		from = i + 1
	}
}

func replaceWord(text, word, by string) string {
	var b strings.Builder
	for {
		i := wordAt(text, word, 0)
		if i < 0 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		b.WriteString(by)
		text = text[i+len(word):]
	}
}
