package sharedtest

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

type request struct {
	ID                 int64
	Command            string
	ActionID, OutputID []byte
	BodySize           int64
}

type response struct {
	ID            int64
	Err           string   `json:",omitempty"`
	KnownCommands []string `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	DiskPath      string   `json:",omitempty"`
}

// entry is what the store keeps of an action.
type entry struct {
	OutputID []byte
	Size     int64
}

// serve is a cache program in the protocol of GOCACHEPROG, over a directory that several of them can share. In the mood "dies" it ends at the
// third request, in "refuses" it answers errors, in "lies" its data is not what was put there, in "babbles" it does not speak JSON,
// in "reads" it takes nothing, in "works" it does its job, as without one.
func serve(dir, mood string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	commands := []string{"get", "put", "close"}
	switch mood {
	case "babbles":
		fmt.Println("hello!")
	case "reads":
		commands = []string{"get", "close"}
	}
	out := json.NewEncoder(os.Stdout)
	if err := out.Encode(response{KnownCommands: commands}); err != nil {
		return err
	}
	in := json.NewDecoder(os.Stdin)
	for n := 1; ; n++ {
		var req request
		if err := in.Decode(&req); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var body []byte
		if req.BodySize > 0 {
			if err := in.Decode(&body); err != nil {
				return err
			}
		}
		if mood == "dies" && n == 3 {
			return nil
		}
		res := answer(dir, mood, req, body)
		if err := out.Encode(res); err != nil || req.Command == "close" {
			return err
		}
	}
}

func answer(dir, mood string, req request, body []byte) response {
	res := response{ID: req.ID}
	if mood == "refuses" && req.Command != "close" {
		res.Err = "the store is\non fire"
		return res
	}
	action := filepath.Join(dir, hex.EncodeToString(req.ActionID)+"-a")
	var err error
	switch req.Command {
	case "get":
		data, rerr := os.ReadFile(action)
		var e entry
		if rerr != nil || json.Unmarshal(data, &e) != nil {
			res.Miss = true
			break
		}
		res.OutputID, res.Size, res.DiskPath = e.OutputID, e.Size, output(dir, e.OutputID)
		if mood == "lies" {
			res.DiskPath = action
		}
	case "put":
		res.DiskPath = output(dir, req.OutputID)
		data, _ := json.Marshal(entry{req.OutputID, req.BodySize})
		err = errors.Join(place(res.DiskPath, body), place(action, data))
	}
	if err != nil {
		res.Err = err.Error()
	}
	return res
}

func output(dir string, id []byte) string { return filepath.Join(dir, hex.EncodeToString(id)+"-d") }

// place puts a file in place as a whole.
func place(name string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), "new")
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	return errors.Join(err, tmp.Close(), os.Rename(tmp.Name(), name))
}

// kept counts the entries of a store.
func kept(dir string) int {
	list, _ := os.ReadDir(dir)
	n := 0
	for _, f := range list {
		if strings.HasSuffix(f.Name(), "-a") {
			n++
		}
	}
	return n
}
