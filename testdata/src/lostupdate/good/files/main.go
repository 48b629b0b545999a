// Command files changes settings in a file. It is run by one person, ends after the change, and nothing else writes the file.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type settings struct {
	Lamps map[string]int `json:"lamps"`
}

func load(path string) (s settings, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	err = json.Unmarshal(raw, &s)
	return s, err
}

func save(path string, s settings) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func brighter(path, lamp string) error {
	s, err := load(path)
	if err != nil {
		return err
	}
	s.Lamps[lamp]++
	return save(path, s)
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: files PATH LAMP")
		os.Exit(2)
	}
	if err := brighter(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
