#!/usr/bin/env bash
# Compares the CPU time (user + system) of idemvet with that of go vet, and of staticcheck where it is installed, over one module.
#
#   scripts/bench.sh [-warm] DIR [PACKAGE ...]      default: ./...
#
# go vet is measured twice as a first run: with an empty build cache, and with everything built but nothing vetted. idemvet is
# measured with an empty cache of its own and again with nothing changed, and as the tool of go vet. Modules must have been downloaded before.
# The caches of the user are left alone; with -warm, the user's build cache serves, and nothing is measured with an empty one, which
# takes long. Ratios are to go vet in the same call; single times say little on a shared machine.
set -euo pipefail
only_warm=
if [[ ${1-} == -warm ]]; then
	only_warm=1
	shift
fi
[[ $# -ge 1 && -d $1 ]] || { sed -n '2,10p' "$0" >&2; exit 2; }
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

row() {
	awk -v name="$1" -v a="$2" -v warm="$3" -v empty="$4" 'BEGIN { printf "%-34s %9.1f %12.3f", name, a, a / warm; if (empty) printf " %12.3f", a / empty; print "" }'
}

empty=
if [[ -z $only_warm ]]; then
	empty=$(GOCACHE=$tmp/empty cpu go vet "${packages[@]}")
	rm -rf "$tmp/empty"
	export GOCACHE=$tmp/warm
fi
# A flag with a value that nobody gave before makes a run of go vet the first one.
new=$((RANDOM + 1))
go vet "${packages[@]}" >/dev/null 2>&1 || true # builds everything
warm=$(cpu go vet -printf.funcs="bench$new" "${packages[@]}")
tool=$(cpu go vet -vettool="$tmp/idemvet" -horizon="${new}h" "${packages[@]}")
export IDEMVET_CACHE=$tmp/own
cold=$(cpu "$tmp/idemvet" "${packages[@]}")
alone=$(IDEMVET_CACHE=$tmp/alone cpu "$tmp/idemvet" --no-link "${packages[@]}")
again=$(cpu "$tmp/idemvet" "${packages[@]}")

printf '%-34s %9s %12s %12s\n' 'first run' 'CPU s' '/ vet warm' "${empty:+/ vet empty}"
[[ -z $empty ]] || row 'go vet, build cache empty' "$empty" "$warm" "$empty"
row 'go vet, everything built' "$warm" "$warm" "$empty"
row 'go vet -vettool=idemvet' "$tool" "$warm" "$empty"
row 'idemvet, own cache empty' "$cold" "$warm" "$empty"
row 'idemvet --no-link, the same' "$alone" "$warm" "$empty"
row 'idemvet, nothing changed' "$again" "$warm" "$empty"
if command -v staticcheck >/dev/null; then
	row 'staticcheck, everything built' "$(STATICCHECK_CACHE=$tmp/sc cpu staticcheck "${packages[@]}")" "$warm" "$empty"
fi
