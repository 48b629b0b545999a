// Package jobs has jobs that a queue runs again until they succeed. The second run finishes what the first one began.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

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

// issue writes the page also when the row was there: the first run may not have come so far.
func (s *school) issue(ctx context.Context, task *asynq.Task) error {
	var c Certificate
	if err := json.Unmarshal(task.Payload(), &c); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	if err := s.db.WithContext(ctx).Create(&c).Error; err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
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

func (s *school) forget(ctx context.Context, task *asynq.Task) error {
	id := string(task.Payload())
	if err := s.db.WithContext(ctx).Delete(&Draft{}, "id = ?", id).Error; err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(s.dir, id))
}

func (s *school) remove(ctx context.Context, task *asynq.Task) error {
	name := string(task.Payload())
	if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("photo %s: %w", name, err)
	}
	return s.db.WithContext(ctx).Exec("DELETE FROM photos WHERE name = ?", name).Error
}

func (s *school) grade(ctx context.Context, task *asynq.Task) error {
	exam := string(task.Payload())
	if err := s.db.WithContext(ctx).Exec("UPDATE exams SET graded = true WHERE id = ?", exam).Error; err != nil {
		return err
	}
	_, err := s.queue.EnqueueContext(ctx, asynq.NewTask("exam:announce", task.Payload()), asynq.TaskID("announce-"+exam))
	if errors.Is(err, asynq.ErrTaskIDConflict) {
		return nil
	}
	return err
}
