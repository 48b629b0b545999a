package schema

import (
	"path"
	"slices"
	"strings"
)

// partNames are folders that only say where in a service something is kept: what lies above them is the service.
var partNames = []string{
	"migrations", "migration", "migrate", "sql", "db", "database", "schema", "schemas", "postgres", "postgresql", "pg", "mysql", "mariadb", "sqlite",
	"sqlite3", "model", "models", "entity", "entities", "ent", "domain", "store", "stores", "storage", "repository", "repositories", "repo", "persistence",
	"data", "dal", "dao", "internal", "pkg", "src", "app", "api", "server", "cmd", "deploy", "deployments", "scripts", "config", "init", "up", "versions", "queries",
}

// Near is the schema as a folder of the module sees it. A repository may hold several services, and their tables may share
// names: what belongs to another service is left out. Folders are slash paths below the root of the module; module is the
// prefix of the files of models.
func (s *Schema) Near(folder, module string) *Schema {
	near := &Schema{Problems: s.Problems, added: slices.Clip(s.added)}
	for _, model := range []bool{false, true} {
		var own, all []*layer
		services := map[string]bool{}
		for _, l := range s.layers {
			if l.model != model {
				continue
			}
			service := serviceOf(strings.TrimPrefix(l.folder, module+"/"))
			all, services[service] = append(all, l), true
			if service == "" || folder == service || strings.HasPrefix(folder, service+"/") {
				own = append(own, l)
			}
		}
		switch {
		case len(own) > 0:
			near.layers = append(near.layers, own...)
		case len(services) == 1:
			near.layers = append(near.layers, all...)
		}
	}
	return near
}

// serviceOf is the part of a repository that a folder of migrations or models belongs to; "" is all of it.
func serviceOf(folder string) string {
	folder = strings.Trim(path.Clean("/"+folder), "/")
	for folder != "" && slices.Contains(partNames, strings.ToLower(path.Base(folder))) {
		if folder = path.Dir(folder); folder == "." {
			return ""
		}
	}
	return folder
}
