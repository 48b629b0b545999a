package good

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/smithy-go"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"k8s.io/apimachinery/pkg/util/wait"

	"errors"
	"time"

	"example.com/cases/keyinretry/hooked"
	"example.com/cases/keyinretry/keys"
)

// The header stays on the caller's request, so the next attempt finds it.
type fillTransport struct{ base http.RoundTripper }

func (t fillTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Header.Get("Idempotency-Key") == "" {
		req.Header.Set("Idempotency-Key", keys.New())
	}
	return t.base.RoundTrip(req)
}

// The transport makes the attempts itself, all with one key.
type retryTransport struct{ base http.RoundTripper }

func (t retryTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Idempotency-Key", keys.New())
	for {
		if resp, err := t.base.RoundTrip(out); err == nil {
			return resp, nil
		}
	}
}

type keyOf struct{}

// The key comes with the context.
type passTransport struct{ base http.RoundTripper }

func (t passTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if key, ok := req.Context().Value(keyOf{}).(string); ok {
		out.Header.Set("Idempotency-Key", key)
	}
	return t.base.RoundTrip(out)
}

// The other hook of the same client is called once for each call.
func hook() *hooked.Client {
	return hooked.New(&hooked.Config{
		Attempts: 3,
		Built: func(r *http.Request) {
			r.Header.Set("Idempotency-Key", uuid.NewString())
		},
	})
}

// The key is put on the request by whoever builds it.
func restyRequest(c *resty.Client) (*resty.Response, error) {
	return c.R().SetHeader("Idempotency-Key", uuid.NewString()).Post("https://psp.example/charges")
}

// The interceptor stands in front of the one that retries.
func dial(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(stamp, retry.UnaryClientInterceptor(retry.WithMax(3))))
}

func stamp(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return invoker(ctx, method, req, reply, cc, opts...)
}

// One API call under one token: the SDK keeps it over its own retries.
func single(ctx context.Context, c *ec2.Client, in *ec2.RunInstancesInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	_, err := c.RunInstances(ctx, in)
	return err
}

// The token is replaced when the service has said that the old one is spent, by the code of its error.
func byCode(ctx context.Context, c *ec2.Client, in *ec2.RunInstancesInput) error {
	in.ClientToken = aws.String(uuid.NewString())
	for {
		_, err := c.RunInstances(ctx, in)
		if err == nil {
			return nil
		}
		var api smithy.APIError
		if errors.As(err, &api) && api.ErrorCode() == "IdempotentParameterMismatch" {
			in.ClientToken = aws.String(uuid.NewString())
		}
		time.Sleep(time.Second)
	}
}

// An error ends this poll; only an answer that is not there yet goes on.
func poll(ctx context.Context, p provider) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		if err := p.Charge(ctx, 500, uuid.NewString()); err != nil {
			return false, err
		}
		return true, nil
	})
}
