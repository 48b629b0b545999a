module github.com/idemvet/idemvet/verify

go 1.26.0

replace github.com/idemvet/idemvet => ../

require (
	github.com/idemvet/idemvet v0.0.0
	golang.org/x/mod v0.43.0
)

require go.yaml.in/yaml/v3 v3.0.6 // indirect
