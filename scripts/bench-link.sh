#!/usr/bin/env bash
# Measures what joining the packages of a program costs, over layered programs that scripts/layered writes.
#
#   scripts/bench-link.sh [LINES ...]      default: 10000 50000 250000
#
# For each size: a run over each package alone (--no-link) and one over the program, both with an empty cache of their own, then again
# with nothing changed, then the program after an edit that changes what is known of a store, one that a single service uses and one
# that half of all services reach by way of others. Prints seconds of wall time by stage and of CPU time in all, milliseconds of the link
# stage for 1,000 lines, what that stage analysed again, and the peak memory. Needs GNU time; the caches of the user are left alone.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
[[ $# -gt 0 ]] || set -- 10000 50000 250000
[[ $1 != -* && -x /usr/bin/time ]] || { sed -n '2,9p' "$0" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$here" && go build -o "$tmp/idemvet" ./cmd/idemvet && go build -o "$tmp/layered" ./scripts/layered)

# seconds makes a number of what --timings prints: 12ms, 1.5s, 1m2.5s.
seconds() { awk -v d="$1" 'BEGIN {
	if (d ~ /ms$/) { print d / 1000; exit }
	if (d ~ /µs$/) { print 0; exit }
	m = index(d, "m"); print m ? substr(d, 1, m - 1) * 60 + substr(d, m + 1) : d + 0 }'; }

# run prints a row: what the stages of one run took. Findings make an exit status; that is no failure here.
run() {
	local name=$1 status=0
	shift
	/usr/bin/time -q -f 'peak %M %U %S' "$tmp/idemvet" --strict --quiet --timings --stats "$@" ./... >"$tmp/out" 2>"$tmp/err" || status=$?
	if ((status > 1)); then
		cat "$tmp/err" >&2
		exit 1
	fi
	local own link all peak again cpu per
	own=$(seconds "$(sed -nE 's/.*own packages ([^,]+),.*/\1/p' "$tmp/err")")
	link=$(seconds "$(sed -nE 's/.*, link ([^,]+),.*/\1/p' "$tmp/err")")
	all=$(seconds "$(sed -nE 's/.*, all (.+)$/\1/p' "$tmp/err")")
	again=$(sed -nE 's/.*cache; ([0-9]+) analysed again.*/\1/p' "$tmp/err")
	read -r peak cpu < <(awk '/^peak / { print $2, $3 + $4 }' "$tmp/err")
	per=$(awk -v s="$link" -v n="$written" 'BEGIN { print s * 1e6 / n }')
	printf '%-30s %8.2f %8.2f %8.2f %8.1f %8.0f %8d %8d\n' "$name" "$own" "$link" "$all" "$cpu" "$per" "$again" $((peak / 1024))
}

# edit changes what the store of a service does.
edit() { sed -i '0,/ ON CONFLICT (id) DO NOTHING/s///' "$1/store/store.go"; }

for lines in "$@"; do
	"$tmp/layered" -lines "$lines" "$tmp/program"
	cd "$tmp/program"
	written=$(find . -name '*.go' -exec cat {} + | wc -l)
	printf '\n%d lines, %d packages\n' "$written" "$(find . -name '*.go' | wc -l)"
	printf '%-30s %8s %8s %8s %8s %8s %8s %8s\n' '' 'unit s' 'link s' 'all s' 'CPU s' 'ms/1000' 'again' 'peak MB'
	export IDEMVET_CACHE=$tmp/alone
	run 'packages alone, cache empty' --no-link
	run 'packages alone, no change' --no-link
	export IDEMVET_CACHE=$tmp/whole
	run 'program, cache empty'
	run 'program, no change'
	edit "$(printf '%s\n' svc/* | tail -n 1)"
	run 'program, a store edited'
	edit svc/s001
	run 'program, a deep store edited'
	cd "$here"
	rm -rf "$tmp/program" "$tmp/alone" "$tmp/whole"
done
