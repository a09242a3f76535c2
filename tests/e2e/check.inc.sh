# What end-to-end scripts share, to be sourced by bash scripts: each test is a command, counted and told as TAP. What it printed is in $log, the script's choice
# of a file or `log` where it was started, and is shown when it failed.
# shellcheck shell=bash

passed=0
failed=0
log=${log:-$PWD/log}

# check TITLE COMMAND…: the command must end with 0
check() {
	local title=$1
	shift
	if "$@" >"$log" 2>&1; then
		passed=$((passed + 1))
		echo "ok $((passed + failed)) - $title"
	else
		failed=$((failed + 1))
		echo "not ok $((passed + failed)) - $title"
		sed 's/^/# /' "$log" | tail -n 20
	fi
}
