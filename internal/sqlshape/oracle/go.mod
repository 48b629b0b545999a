module github.com/idemvet/idemvet/internal/sqlshape/oracle

go 1.26.0

require (
	github.com/idemvet/idemvet v0.0.0
	github.com/pganalyze/pg_query_go/v6 v6.2.2
	github.com/wasilibs/go-pgquery v0.0.0-20260728010200-155ebad2880e
)

require (
	github.com/DataDog/go-sqllexer v0.2.6 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/wasilibs/wazero-helpers v0.0.0-20250123031827-cd30c44769bb // indirect
	golang.org/x/sys v0.49.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
)

replace github.com/idemvet/idemvet => ../../..
