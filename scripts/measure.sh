# Time and peak memory of a command, to be sourced by bash scripts.
#
#   hr_measure COMMAND…          runs it, keeps its exit code, sets measured_seconds (wall clock) and measured_mb (peak resident
#                                memory; ? where GNU time is not installed)
# shellcheck shell=bash disable=SC2034 # the variables are for the caller

hr_measure() {
	local log code start end
	measured_mb='?'
	if [ ! -x /usr/bin/time ]; then
		start=$EPOCHREALTIME
		"$@"
		code=$?
		end=$EPOCHREALTIME
		measured_seconds=$(awk -v a="${start/,/.}" -v b="${end/,/.}" 'BEGIN { printf "%.2f", b - a }')
		return "$code"
	fi
	log=$(mktemp) || return
	/usr/bin/time -q -f '%e %M' -o "$log" "$@"
	code=$?
	read -r measured_seconds measured_mb < <(awk 'END { printf "%s %.0f\n", $1, $2 / 1024 }' "$log")
	rm -f "$log"
	return "$code"
}
