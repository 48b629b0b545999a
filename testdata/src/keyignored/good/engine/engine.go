// Package engine starts workflows for a gateway that speaks another server's protocol.
package engine

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type gateway struct {
	workflowservice.UnimplementedWorkflowServiceServer
	pool *pgxpool.Pool
}

func (g *gateway) register(s *grpc.Server) { workflowservice.RegisterWorkflowServiceServer(s, g) }

var space = uuid.MustParse("9d0a2d2e-6d6b-4e9f-8f6f-51b5a37c1d02")

// StartWorkflowExecution answers a repeat with the run of the first request.
func (g *gateway) StartWorkflowExecution(ctx context.Context, in *workflowservice.StartWorkflowExecutionRequest) (*workflowservice.StartWorkflowExecutionResponse, error) {
	if in.GetRequestId() == "" {
		return nil, status.Error(codes.InvalidArgument, "a request id, please")
	}
	run := uuid.NewSHA1(space, []byte(in.GetNamespace()+"\x00"+in.GetRequestId())).String()
	_, err := g.pool.Exec(ctx, `insert into runs (run, namespace, kind) values ($1, $2, $3) on conflict (run) do nothing`, run, in.GetNamespace(), in.GetWorkflowType().GetName())
	if err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	return &workflowservice.StartWorkflowExecutionResponse{RunId: run}, nil
}

// DescribeNamespace only reads. Other requests of the protocol have no id either.
func (g *gateway) DescribeNamespace(ctx context.Context, in *workflowservice.DescribeNamespaceRequest) (*workflowservice.DescribeNamespaceResponse, error) {
	var known bool
	if err := g.pool.QueryRow(ctx, `select exists (select 1 from namespaces where name = $1)`, in.GetNamespace()).Scan(&known); err != nil {
		return nil, status.Error(codes.Unavailable, err.Error())
	}
	if !known {
		return nil, status.Error(codes.NotFound, in.GetNamespace())
	}
	return &workflowservice.DescribeNamespaceResponse{}, nil
}
