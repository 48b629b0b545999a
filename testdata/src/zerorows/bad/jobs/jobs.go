// Package jobs has jobs that a queue runs again until they succeed. The second run fails at what the first one has done.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

var errNothing = errors.New("nothing to do")

// Certificate is given to a student for a course.
type Certificate struct {
	Course  string `gorm:"primaryKey" json:"course"`
	Student string `gorm:"primaryKey" json:"student"`
}

// TableName names the table.
func (Certificate) TableName() string { return "certificates" }

type school struct {
	db    *gorm.DB
	queue *asynq.Client
	dir   string
}

func (s *school) mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("certificate:issue", s.issue)
	m.HandleFunc("draft:forget", s.forget)
	m.HandleFunc("photo:remove", s.remove)
	m.HandleFunc("exam:grade", s.grade)
	return m
}

func (s *school) issue(ctx context.Context, task *asynq.Task) error {
	var c Certificate
	if err := json.Unmarshal(task.Payload(), &c); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	if err := s.db.WithContext(ctx).Create(&c).Error; err != nil { // want "IDV304: .*certificates"
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, c.Course+"-"+c.Student), task.Payload(), 0o600)
}

// Draft is an unfinished essay.
type Draft struct {
	ID string `gorm:"primaryKey"`
}

// TableName names the table.
func (Draft) TableName() string { return "drafts" }

// forget fails for ever once the draft is gone, also when this job deleted it.
func (s *school) forget(ctx context.Context, task *asynq.Task) error {
	id := string(task.Payload())
	if err := s.dropDraft(ctx, id); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(s.dir, id))
}

func (s *school) dropDraft(ctx context.Context, id string) error {
	res := s.db.WithContext(ctx).Delete(&Draft{}, "id = ?", id) // want "IDV304: .*drafts"
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errNothing
	}
	return nil
}

// remove deletes the file, then the row. If it is stopped between the two, the file is missing for ever.
func (s *school) remove(ctx context.Context, task *asynq.Task) error {
	name := string(task.Payload())
	if err := os.Remove(filepath.Join(s.dir, name)); err != nil { // want "IDV304: .*Remove"
		return fmt.Errorf("photo %s: %w", name, err)
	}
	return s.db.WithContext(ctx).Exec("DELETE FROM photos WHERE name = ?", name).Error
}

// grade puts a follow-up into the queue, under a name that the first run has used.
func (s *school) grade(ctx context.Context, task *asynq.Task) error {
	exam := string(task.Payload())
	if err := s.db.WithContext(ctx).Exec("UPDATE exams SET graded = true WHERE id = ?", exam).Error; err != nil {
		return err
	}
	_, err := s.queue.EnqueueContext(ctx, asynq.NewTask("exam:announce", task.Payload()), asynq.TaskID("announce-"+exam)) // want "IDV304: .*EnqueueContext"
	return err
}
