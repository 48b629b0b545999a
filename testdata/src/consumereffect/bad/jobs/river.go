package jobs

import (
	"context"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/sideshow/apns2"
)

// rainArgs is a job.
type rainArgs struct {
	Device string `json:"device"`
}

func (rainArgs) Kind() string { return "rain" }

// rainWorker pushes. When the answer is lost, it pushes again.
type rainWorker struct {
	river.WorkerDefaults[rainArgs]
	apns *apns2.Client
}

func (w *rainWorker) Work(ctx context.Context, job *river.Job[rainArgs]) error {
	return push(ctx, w.apns, job.Args.Device, "Rain is coming")
}

func push(ctx context.Context, c *apns2.Client, device, text string) error {
	n := &apns2.Notification{DeviceToken: device, Topic: "com.example.rain", Payload: `{"aps":{"alert":"` + text + `"}}`}
	res, err := c.PushWithContext(ctx, n) // want "IDV504: .*PushWithContext"
	if err != nil {
		return err
	}
	if !res.Sent() {
		return fmt.Errorf("push: %s", res.Reason)
	}
	return nil
}

func workers(c *apns2.Client) *river.Workers {
	w := river.NewWorkers()
	river.AddWorker(w, &rainWorker{apns: c})
	return w
}
