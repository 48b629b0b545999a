#!/usr/bin/env bash
# Compares the CPU time (user + system) of idemvet with that of go vet, and of staticcheck where it is installed, over one module.
#
#   scripts/bench.sh DIR [PACKAGE ...]      default: ./...
#
# go vet is measured twice as a first run: with an empty build cache, and with everything built but nothing vetted. idemvet is
# measured with an empty cache of its own and again with nothing changed. Modules must have been downloaded before. The caches
# of the user are left alone. Ratios are to go vet in the same call; single times say little on a shared machine.
set -euo pipefail
[[ $# -ge 1 && -d $1 ]] || { sed -n '2,9p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")/.." && pwd)
module=$(cd "$1" && pwd)
shift
packages=("${@:-./...}")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$here" && go build -o "$tmp/idemvet" ./cmd/idemvet)
cd "$module"

# cpu runs a command and prints its user and system seconds. Findings make an exit status; that is no failure here.
cpu() {
	local TIMEFORMAT='%U %S'
	{ time "$@" >"$tmp/out" 2>&1 || true; } 2>&1 | awk '{ printf "%.1f", $1 + $2 }'
}

row() { awk -v name="$1" -v a="$2" -v warm="$3" -v empty="$4" 'BEGIN { printf "%-34s %9.1f %12.3f %12.3f\n", name, a, a / warm, a / empty }'; }

empty=$(GOCACHE=$tmp/empty cpu go vet "${packages[@]}")
rm -rf "$tmp/empty"
GOCACHE=$tmp/warm go build "${packages[@]}" >/dev/null 2>&1 || true
warm=$(GOCACHE=$tmp/warm cpu go vet "${packages[@]}")
export IDEMVET_CACHE=$tmp/own
cold=$(cpu "$tmp/idemvet" "${packages[@]}")
again=$(cpu "$tmp/idemvet" "${packages[@]}")

printf '%-34s %9s %12s %12s\n' 'first run' 'CPU s' '/ vet warm' '/ vet empty'
row 'go vet, build cache empty' "$empty" "$warm" "$empty"
row 'go vet, everything built' "$warm" "$warm" "$empty"
row 'idemvet, own cache empty' "$cold" "$warm" "$empty"
row 'idemvet, nothing changed' "$again" "$warm" "$empty"
if command -v staticcheck >/dev/null; then
	row 'staticcheck, everything built' "$(GOCACHE=$tmp/warm STATICCHECK_CACHE=$tmp/sc cpu staticcheck "${packages[@]}")" "$warm" "$empty"
fi
