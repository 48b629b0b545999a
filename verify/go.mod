module github.com/idemvet/idemvet/verify

go 1.26.0

replace github.com/idemvet/idemvet => ../

require (
	github.com/idemvet/idemvet v0.0.0
	golang.org/x/mod v0.43.0
)

require (
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/fx v1.24.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
