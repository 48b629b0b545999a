package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/schema"
)

func initCommand() *cobra.Command {
	var dir string
	var force bool
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a configuration that suits the program",
		Long: `init writes ` + config.Name + ` at the root of the module or workspace. It looks for SQL
migrations and for folders of mocks and generated code, proposes what to read and
what to leave out, and names every other setting in a comment.`,
		Example: `  idemvet config init
  idemvet config init --force             replace the one that is there`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			base, err := directory(dir)
			if err != nil {
				return err
			}
			p, err := inspect(config.Root(base))
			if err != nil {
				return err
			}
			file := filepath.Join(p.root, config.Name)
			if err := writeConfig(file, relative(base, file), p.settings(), force); err != nil {
				return err
			}
			run := "idemvet"
			if p.root != base {
				run += " -C " + relative(base, p.root)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "found %s\nwrote %s\nnext: idemvet config show, then %s\n", p, relative(base, file), run)
			return nil
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&dir, "chdir", "C", ".", "work in this `directory`")
	f.BoolVar(&force, "force", false, "replace a configuration that is there")
	return cmd
}

// writeConfig writes all of a file or nothing.
func writeConfig(file, shown, text string, force bool) error {
	if _, err := os.Lstat(file); err == nil && !force {
		return fmt.Errorf("%s is there already; --force replaces it", shown)
	}
	p, err := create(file, shown)
	if err != nil {
		return err
	}
	defer discard([]*pending{p})
	if _, err = p.file.WriteString(text); err == nil {
		err = p.close()
	}
	if err == nil {
		err = p.commit()
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", shown, cause(err))
	}
	return nil
}

// project is what was found of a program.
type project struct {
	root   string
	work   bool     // a workspace
	tables []string // folders with SQL files
	aside  []string // names of folders of code that is nobody's work
}

// asideNames are names of folders whose code stands in for other code, or was not written by hand.
var asideNames = []string{"example", "examples", "fake", "fakes", "gen", "generated", "mock", "mocks"}

// inspect looks at the tree below the root of a program.
func inspect(root string) (*project, error) {
	p := &project{root: root}
	_, err := os.Stat(filepath.Join(root, "go.work"))
	p.work = err == nil && os.Getenv("GOWORK") != "off"
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil && !p.work {
		return nil, fmt.Errorf("no go.mod or go.work in %s or above; run in a module, or make one with go mod init", root)
	}
	if p.tables, err = schema.Folders(root); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || name == root {
			return nil //nolint:nilerr // what cannot be read is not proposed
		}
		if strings.HasPrefix(d.Name(), ".") || d.Name() == "vendor" || d.Name() == "node_modules" || d.Name() == "testdata" {
			return filepath.SkipDir
		}
		if slices.Contains(asideNames, d.Name()) && !slices.Contains(p.aside, d.Name()) {
			p.aside = append(p.aside, d.Name())
		}
		return nil
	})
	slices.Sort(p.aside)
	return p, err
}

// mostFolders is how many folders of SQL are listed. Of more, nobody keeps a list up to date, and the usual search does as well.
const mostFolders = 8

// settings is the text of the configuration.
func (p *project) settings() string {
	values := map[string][]string{"select": {"default"}}
	for _, name := range p.aside {
		values["exclude"] = append(values["exclude"], "**/"+name+"/**")
	}
	if len(p.tables) <= mostFolders {
		for _, dir := range p.tables {
			values["schema"] = append(values["schema"], strings.TrimPrefix(dir+"/*.sql", "./"))
		}
	}
	return config.Template(values)
}

func (p *project) String() string {
	parts := []string{"a module"}
	if p.work {
		parts[0] = "a workspace"
	}
	switch n := len(p.tables); {
	case n == 0:
		parts = append(parts, "no SQL files")
	case n <= mostFolders:
		parts = append(parts, "SQL files in "+strings.Join(p.tables, ", "))
	default:
		parts = append(parts, fmt.Sprintf("SQL files in %d folders, which the usual search reads", n))
	}
	if len(p.aside) > 0 {
		parts = append(parts, "folders to leave out: "+strings.Join(p.aside, ", "))
	}
	return strings.Join(parts, "; ")
}
