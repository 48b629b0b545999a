package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// structs reads the structs of a Go text, as a caller with types would.
func structs(t *testing.T, src string) map[string][]FieldTag {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "m.go", "package m\n"+src, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]FieldTag{}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		var list []FieldTag
		for _, fd := range spec.Type.(*ast.StructType).Fields.List {
			from, to := fd.Type.Pos()-1, fd.Type.End()-1
			ft := FieldTag{Type: strings.TrimPrefix(("package m\n" + src)[from:to], "*"), Line: fset.Position(fd.Pos()).Line}
			if fd.Tag != nil {
				ft.Tag, _ = strconv.Unquote(fd.Tag.Value)
			}
			ft.Embedded = len(fd.Names) == 0
			ft.Fields = out[ft.Type]
			if ft.Name = ft.Type[strings.LastIndexByte(ft.Type, '.')+1:]; !ft.Embedded {
				ft.Name = fd.Names[0].Name
			}
			list = append(list, ft)
		}
		out[spec.Name.Name] = list
		return true
	})
	return out
}

func TestFromStruct(t *testing.T) {
	for _, c := range []struct {
		name, src string // the struct is called OrderItem
		want      []string
	}{
		{"gorm", "type OrderItem struct { gorm.Model\n TenantID int `gorm:\"uniqueIndex:idx_ref,priority:1\"`\n ExternalRef string `gorm:\"uniqueIndex:idx_ref;size:20\"`\n Note string `gorm:\"index\"` }",
			[]string{"order_items", "primary key (id)", "idx_ref unique (tenant_id, external_ref)"}},
		{"gorm, composite key", "type OrderItem struct { OrderID int `gorm:\"primaryKey;autoIncrement:false\"`\n SKU string `gorm:\"primary_key;column:Code\"` }",
			[]string{"order_items", "primary key (order_id, code)"}},
		{"gorm, several ways", "type OrderItem struct { ID int\n A string `gorm:\"unique\"`\n B string `gorm:\"index:,unique\"`\n C string `gorm:\"index:two,unique\"`\n D string `gorm:\"index:two\"`\n E string `gorm:\"index:,unique,composite:three\"`\n F string `gorm:\"index:,unique,composite:three\"`\n G string `gorm:\"unique:false\"`\n H string `gorm:\"-\"` }",
			[]string{"order_items", "primary key (id)", "unique (a)", "unique (b)", "two unique (c, d)", "unique (e, f)"}},
		{"gorm, conditions", "type OrderItem struct { A string `gorm:\"uniqueIndex:p,where:deleted_at IS NULL\"`\n B string `gorm:\"uniqueIndex:e,expression:LOWER(b)\"` }",
			[]string{"order_items", "p unique (a) where deleted_at IS NULL", "e unique () with an expression"}},
		{"gorm v1", "type OrderItem struct { ID uint\n A string `gorm:\"unique_index:ab\"`\n B string `gorm:\"unique_index:ab\"`\n C string `sql:\"unique\"` }",
			[]string{"order_items", "primary key (id)", "ab unique (a, b) perhaps", "unique (c)"}},
		{"gorm, embedded", "type Base struct { ID string `gorm:\"primaryKey\"`\n Slug string `gorm:\"uniqueIndex\"` }\n type OrderItem struct { Base\n Of Base `gorm:\"embedded;embeddedPrefix:of_\"`\n Lines []Base\n Note string `gorm:\"size:9\"` }",
			[]string{"order_items", "primary key (id, of_id)", "unique (slug)", "unique (of_slug)"}},
		{"gorm, embedded from elsewhere", "type OrderItem struct { base.Entity\n Note string `gorm:\"unique\"` }",
			[]string{"order_items open", "unique (note)"}},
		{"bun", "type OrderItem struct { bun.BaseModel `bun:\"table:shop.items,alias:i\"`\n ID int `bun:\"id,pk,autoincrement\"`\n A string `bun:\",unique\"`\n B string `bun:\"bb,notnull,unique:grp\"`\n C string `bun:\"unique:grp\"`\n Other *Other `bun:\"rel:belongs-to,join:a=b\"` }",
			[]string{"shop.items", "primary key (id)", "unique (a)", "grp unique (bb, c)"}},
		{"go-pg", "type OrderItem struct { tableName struct{} `pg:\"items,alias:i\"`\n ID int\n UserID int `pg:\"user_ref,unique:'a,b'\"`\n B string `pg:\",unique:b\"`\n C string `pg:\",pk\"` }",
			[]string{"items", "primary key (c)", "a unique (user_ref)", "b unique (user_ref, b)"}},
		{"xorm", "type OrderItem struct { Id int64 `xorm:\"pk autoincr\"`\n A string `xorm:\"varchar(25) notnull unique 'aa'\"`\n B string `xorm:\"VARCHAR(25) UNIQUE(x)\"`\n C string `xorm:\"unique(x) default 0\"`\n D int `xorm:\"index\"` }",
			[]string{"order_item", "primary key (id)", "unique (aa)", "x unique (b, c)"}},
		{"none", "type OrderItem struct { ID int `json:\"id\"` }", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, ok := FromStruct("OrderItem", "", structs(t, c.src)["OrderItem"], "m.go", 2)
			var got []string
			if ok {
				got = append(got, m.Table)
				if m.Open {
					got[0] += " open"
				}
			}
			for _, k := range m.Keys {
				text, _, _ := strings.Cut(k.String(), " m.go:")
				got = append(got, text)
				if k.Line < 2 || k.Table != m.Table {
					t.Errorf("%s: place or table: %+v", text, k)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
	m, _ := FromStruct("X", "Shop.Orders", []FieldTag{{Name: "Ref", Tag: `gorm:"unique"`}}, "m.go", 2)
	if m.Table != "Shop.Orders" || m.Keys[0].Table != m.Table {
		t.Errorf("got %+v", m)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"ID": "id", "UserID": "user_id", "ExternalRef": "external_ref", "HTTPServer": "http_server", "OAuthToken": "o_auth_token",
		"Line2Text": "line2_text", "APIKeyID": "api_key_id", "SKU": "sku", "UserSKU": "user_sku", "A": "a", "XY2": "xy2",
	} {
		if got := gormName(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if got := plainSnake("UserIDs"); got != "user_i_ds" {
		t.Errorf("got %s", got)
	}
	words := []string{
		"order/orders", "category/categories", "day/days", "box/boxes", "address/addresses", "batch/batches", "dish/dishes",
		"order_person/order_people", "child/children", "order_status/order_statuses", "alias/aliases", "bus/buses", "human/humen",
		"news/news", "half/halves", "knife/knives", "giraffe/giraffes", "leaf/leafs", "datum/data", "media/media", "data/data",
		"analysis/analyses", "index/indices", "matrix/matrices", "vertex/vertices", "quiz/quizzes", "ox/oxen", "fox/foxes",
		"mouse/mice", "house/houses", "move/moves", "people/peoples", "octopus/octopi", "virus/viri", "equipment/equipment",
		"order_information/order_informations", "tomato/tomatoes", "hero/heros", "proxy/proxies", "soliloquy/soliloquies",
		"key/keys", "series/series", "axis/axes", "wolf/wolves", "user2/user2", "archive/archives", "quota/quota", "wife/wives",
		"stadium/stadia", "journey/journeys", "y/ys",
	}
	for _, w := range words {
		one, many, _ := strings.Cut(w, "/")
		if got := plural(one); got != many {
			t.Errorf("%s: got %s, want %s", one, got, many)
		}
	}
}

func TestTableName(t *testing.T) {
	for _, c := range []struct{ tag, want string }{
		{``, "harbour_boxes"},
		{`gorm:"primaryKey"`, "harbour_boxes"},
		{`xorm:"varchar(20) pk"`, "harbour_box"},
		{`json:"xorm"`, "harbour_boxes"},
	} {
		if got := TableName("HarbourBox", []string{`json:"a"`, c.tag}); got != c.want {
			t.Errorf("%s: %s, want %s", c.tag, got, c.want)
		}
	}
}
