package schema

import "testing"

func TestEnt(t *testing.T) {
	s := load(t, `
== ent/schema/order_item.go
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

type OrderItem struct{ ent.Schema }

func (OrderItem) Mixin() []ent.Mixin { return []ent.Mixin{mixin.Time{}} }

func (OrderItem) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("tenant", "ref").Unique(),
		index.Fields("kind"),
		index.Fields("kind", "ref").Unique().Annotations(entsql.IndexWhere("kind > 0")),
		index.Edges("owner").Fields("kind").Unique().StorageKey("by_owner"),
	}
}

func (OrderItem) Fields() []ent.Field {
	return []ent.Field{
		field.String("code").NotEmpty().Unique().MaxLen(9),
		field.Int("tenant"),
		field.Int("kind"),
		field.String("ref").StorageKey("external_ref"),
		field.Int("owner_ref"),
	}
}

func (OrderItem) Edges() []ent.Edge {
	return []ent.Edge{edge.From("owner", User.Type).Ref("items").Unique().Field("owner_ref")}
}

type User struct{ ent.Schema }

func (User) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: "people"}}
}

func (User) Fields() []ent.Field {
	return []ent.Field{field.Int("id").StorageKey("uid")}
}

type Note struct{ ent.Schema }

func (Note) Fields() []ent.Field { return common(field.Int("a").Unique()) }

type Tag struct{ ent.Schema }

func (Tag) Fields() []ent.Field { return []ent.Field{field.Int("a")} }

func (Tag) Indexes() []ent.Index { return []ent.Index{index.Fields("a").Edges("owner").Unique()} }
== ent/schema/broken.go
package schema

import "entgo.io/ent"

func {
== internal/schema/other.go
package schema

type Thing struct{}
`)
	expect(t, s,
		"order_items(id) = yes", "order_items(code) = yes", "order_items(external_ref, tenant) = yes", "order_items(tenant, ref) = no",
		"order_items(kind, external_ref) = unknown", "order_items(kind) = no", "order_items(kind, owner_ref) = yes",
		"people(uid) = yes", "people(id) = no", "users(id) = unknown",
		"notes(id) = yes", "notes(a) = unknown", "tags(a) = unknown", "tags(id) = yes", "things(id) = unknown",
	)
	if len(s.Problems) != 1 || s.Problems[0] != "ent/schema/broken.go: cannot be parsed" {
		t.Errorf("got %v", s.Problems)
	}
}
