package schema

import "testing"

func TestTools(t *testing.T) {
	for _, c := range []struct {
		name, files string
		want        []string
	}{
		{"goose", `
== m/00001_a.sql
-- +goose Up
-- +goose StatementBegin
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
CREATE UNIQUE INDEX jobs_ref ON jobs (ref);
-- +goose StatementEnd
-- +goose Down
DROP INDEX jobs_ref;
DROP TABLE jobs;
`, []string{"jobs(ref) = yes"}},
		{"golang-migrate", `
== m/1_a.up.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
== m/1_a.down.sql
DROP TABLE jobs;
== m/2_b.up.sql
ALTER TABLE jobs ADD UNIQUE (ref);
== m/2_b.down.sql
ALTER TABLE jobs DROP CONSTRAINT jobs_ref_key;
`, []string{"jobs(ref) = yes"}},
		{"dbmate", `
== db/migrations/20230101000000_a.sql
-- migrate:up
CREATE TABLE jobs (id int PRIMARY KEY, ref text UNIQUE);
-- migrate:down
DROP TABLE jobs;
== db/schema.sql
CREATE TABLE public.jobs (id int, ref text);
ALTER TABLE ONLY public.jobs ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.jobs ADD CONSTRAINT jobs_ref_key UNIQUE (ref);
`, []string{"jobs(ref) = yes", "jobs(id) = yes"}},
		{"sql-migrate", `
== m/1.sql
-- +migrate Up
CREATE TABLE jobs (id int PRIMARY KEY, ref text UNIQUE);
-- +migrate Down
DROP TABLE jobs;
`, []string{"jobs(ref) = yes"}},
		{"tern", `
== m/001_a.sql
create table jobs (id int primary key, ref text unique);

---- create above / drop below ----
drop table jobs;
`, []string{"jobs(ref) = yes"}},
		{"flyway", `
== db/V1__a.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
== db/V1.10__d.sql
ALTER TABLE jobs DROP CONSTRAINT k;
== db/V1.2__b.sql
ALTER TABLE jobs ADD CONSTRAINT k UNIQUE (ref);
== db/R__z.sql
CREATE UNIQUE INDEX IF NOT EXISTS late ON jobs (late);
== db/U1.2__b.sql
DROP TABLE jobs;
`, []string{"jobs(ref) = no", "jobs(late) = yes"}},
		{"a folder for each migration", `
== hasura/migrations/default/1700000000001_b/up.sql
CREATE UNIQUE INDEX r ON jobs (ref);
== hasura/migrations/default/1700000000000_a/up.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
== hasura/migrations/default/1700000000000_a/down.sql
DROP TABLE jobs;
`, []string{"jobs(ref) = yes"}},
		{"2 before 10", `
== m/10.sql
DROP INDEX a;
== m/2.sql
CREATE UNIQUE INDEX a ON jobs (ref);
== m/1.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
`, []string{"jobs(ref) = no"}},
		{"rebuilt table", `
== m/1.sql
CREATE TABLE jobs (id integer PRIMARY KEY, ref text UNIQUE);
== m/2.sql
CREATE TABLE jobs_new (id integer PRIMARY KEY, ref text, kind text, UNIQUE (ref, kind));
INSERT INTO jobs_new SELECT id, ref, '' FROM jobs;
DROP TABLE jobs;
ALTER TABLE jobs_new RENAME TO jobs;
`, []string{"jobs(ref) = no", "jobs(ref, kind) = yes", "jobs_new(ref) = unknown"}},
		{"create of an existing table", `
== m/1.sql
CREATE TABLE IF NOT EXISTS jobs (id int PRIMARY KEY, ref text);
== m/2.sql
CREATE TABLE IF NOT EXISTS jobs (id int PRIMARY KEY, ref text UNIQUE);
`, []string{"jobs(ref) = no"}},
		{"mysql", `
== m/1.sql
CREATE TABLE jobs (
  id bigint NOT NULL AUTO_INCREMENT,
  ref varchar(64) NOT NULL COMMENT 'the caller''s; unique',
  kind varchar(10), PRIMARY KEY (id), UNIQUE KEY uq_ref (ref), KEY k (kind)
) ENGINE=InnoDB;
== m/2.sql
ALTER TABLE jobs CHANGE ref reference varchar(64), DROP INDEX k, ADD UNIQUE INDEX uq_kind (kind, id);
RENAME TABLE jobs TO tasks;
`, []string{"tasks(reference) = yes", "tasks(ref) = no", "tasks(kind, id) = yes", "jobs(id) = unknown"}},
		{"index becomes constraint", `
== m/1.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
CREATE UNIQUE INDEX i ON jobs (ref);
ALTER TABLE jobs ADD CONSTRAINT c UNIQUE USING INDEX i;
== m/2.sql
ALTER INDEX c RENAME TO d;
`, []string{"jobs(ref) = yes"}},
		{"dropped column", `
== m/1.sql
CREATE TABLE jobs (id serial PRIMARY KEY, ref text, kind text, UNIQUE (ref, kind));
ALTER TABLE jobs DROP COLUMN kind;
`, []string{"jobs(ref) = no"}},
		{"names that the database makes", `
== m/1.sql
CREATE TABLE escalation_policy_actions (id serial PRIMARY KEY, escalation_policy_step_id int, schedule_id int, user_id int,
  UNIQUE (escalation_policy_step_id, schedule_id, user_id));
CREATE TABLE jobs (id serial CONSTRAINT jobs_id PRIMARY KEY, ref text UNIQUE, kind text UNIQUE, memo text UNIQUE);
CREATE TABLE tags (id int, ref text UNIQUE, memo text UNIQUE);
ALTER TABLE escalation_policy_actions DROP CONSTRAINT escalation_policy_actions_escalation_policy_step_id_schedul_key;
ALTER TABLE jobs DROP CONSTRAINT IF EXISTS none, DROP CONSTRAINT jobs_ref_key, DROP CONSTRAINT jobs_owner_fkey;
DROP INDEX memo;
ALTER TABLE tags DROP CONSTRAINT what_was_it;
`, []string{
			"escalation_policy_actions(escalation_policy_step_id, schedule_id, user_id) = no", "jobs(ref) = no", "jobs(kind) = yes",
			"jobs(memo) = yes", "tags(ref) = unknown",
		}},
		{"column that is there", `
== m/1.sql
CREATE TABLE jobs (id serial PRIMARY KEY, ref text, kind text);
ALTER TABLE jobs ADD COLUMN IF NOT EXISTS ref text UNIQUE, ADD COLUMN IF NOT EXISTS other text UNIQUE;
`, []string{"jobs(ref) = no", "jobs(other) = yes"}},
		{"mysql drops by name", `
== m/1.sql
CREATE TABLE jobs (id int AUTO_INCREMENT PRIMARY KEY, ref varchar(9) UNIQUE, a int, b int, c int, UNIQUE KEY ab (a, b), UNIQUE (c));
ALTER TABLE jobs DROP INDEX ref;
DROP INDEX c ON jobs;
ALTER TABLE jobs DROP COLUMN b;
ALTER TABLE jobs DROP PRIMARY KEY, ADD PRIMARY KEY (id, c);
`, []string{"jobs(ref) = no", "jobs(c) = no", "jobs(a) = unknown", "jobs(id) = no", "jobs(c, id) = yes"}},
		{"keys that are not enforced", `
== m/1.sql
CREATE TABLE hits (id UInt64, at DateTime) ENGINE = MergeTree PRIMARY KEY id ORDER BY id;
CREATE TABLE visits (id bigint PRIMARY KEY, at timestamp) DISTKEY (id);
`, []string{"hits(id) = no", "visits(id) = unknown", "visits(at) = no"}},
		{"copies and partitions", `
== m/1.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text UNIQUE);
CREATE TABLE old_jobs (LIKE jobs INCLUDING ALL);
CREATE TABLE bare_jobs (LIKE jobs);
CREATE TABLE report AS SELECT * FROM jobs;
CREATE TABLE parts (id int, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM ('2024-01-01') TO ('2024-02-01');
CREATE TEMP TABLE scratch (id int PRIMARY KEY);
`, []string{
			"old_jobs(ref) = yes", "bare_jobs(ref) = no", "report(id) = no", "parts_1(id, day) = yes", "parts_1(id) = unknown",
			"scratch(id) = unknown",
		}},
		{"placeholders", `
== m/1.sql
CREATE TABLE IF NOT EXISTS {{.Schema}}.jobs (id int PRIMARY KEY, ref text);
CREATE UNIQUE INDEX jobs_ref ON ${schema}.jobs (ref);
`, []string{"jobs(ref) = yes", "jobs(id) = yes"}},
		{"sql server", `
== m/1.sql
CREATE TABLE [dbo].[Jobs] ([Id] INT IDENTITY NOT NULL, [Ref] NVARCHAR(20), [Kind] INT,
  CONSTRAINT [PK_Jobs] PRIMARY KEY CLUSTERED ([Id] ASC))
GO
CREATE UNIQUE NONCLUSTERED INDEX [IX_Ref] ON [dbo].[Jobs] ([Ref] ASC) WHERE [Ref] IS NOT NULL
GO
IF NOT EXISTS (SELECT 1 FROM sys.indexes WHERE name = 'IX_Kind') CREATE UNIQUE INDEX IX_Kind ON dbo.Jobs (Kind)
GO
`, []string{"jobs(id) = yes", "jobs(ref) = unknown", "jobs(kind) = unknown", "conflict jobs(ref) where = yes"}},
		{"files without versions", `
== db/a.sql
CREATE TABLE IF NOT EXISTS jobs (id int PRIMARY KEY, ref text UNIQUE);
CREATE TABLE IF NOT EXISTS tags (id int PRIMARY KEY);
== db/b.sql
CREATE TABLE IF NOT EXISTS jobs (id int PRIMARY KEY, ref text);
== db/0_indexes.sql
CREATE UNIQUE INDEX tags_name ON tags (name);
ALTER TABLE jobs RENAME COLUMN id TO key;
`, []string{"jobs(ref) = unknown", "jobs(id) = unknown", "tags(name) = yes"}},
		{"dropped in another folder", `
== db/tables/jobs.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text, CONSTRAINT uq UNIQUE (ref));
CREATE UNIQUE INDEX jobs_kind ON jobs (kind);
== db/changes/1.sql
ALTER TABLE jobs DROP CONSTRAINT uq;
== db/changes/2.sql
DROP INDEX IF EXISTS jobs_kind;
== tools/reset.sql
DROP TABLE IF EXISTS jobs;
`, []string{"jobs(ref) = unknown", "jobs(kind) = unknown", "jobs(id) = yes"}},
		{"block", `
== m/1.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
CREATE TABLE notes (id int PRIMARY KEY, ref text);
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = 'u') THEN
    ALTER TABLE jobs ADD CONSTRAINT u UNIQUE (ref);
  END IF;
END $$;
`, []string{"jobs(ref) = unknown", "jobs(id) = yes", "notes(ref) = no"}},
		{"delimiter", `
== m/1.sql
CREATE TABLE jobs (id int PRIMARY KEY, ref text);
DELIMITER $$
CREATE PROCEDURE up() BEGIN
  SELECT 1;
END$$
DELIMITER ;
CREATE TABLE notes (id int PRIMARY KEY);
`, []string{"jobs(ref) = no", "notes(id) = yes"}},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, load(t, c.files), c.want...) })
	}
}
