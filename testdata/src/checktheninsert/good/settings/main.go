// Command settings writes its settings file on the first run. One person runs it, by hand, and the text is always the same.
package main

import (
	"errors"
	"log"
	"os"
)

const defaults = "paper = A4\nink = black\n"

func main() {
	if err := prepare("plotter.conf"); err != nil {
		log.Fatal(err)
	}
}

func prepare(path string) error {
	_, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return os.WriteFile(path, []byte(defaults), 0o644)
	}
	return err
}
