#!/bin/sh
# Prints the compiler and linker flags of pkg-config modules whose package is unpacked in a folder rather than installed.
#
#   scripts/pkg-flags.sh ROOT MODULE…      ROOT is / or a folder of scripts/fetch-dev.sh
#
# A module may need others that only the system has, so a folder -I/usr/X becomes -IROOT/usr/X, -I/usr/X or both: whichever there
# are. Modules that ROOT's need and nobody has count as empty, with a line on standard error. Exit codes: 0, 1 (pkg-config refuses;
# its message is on standard error), 2 (usage), 77 (no pkg-config).
set -u

[ $# -ge 2 ] || { echo "usage: pkg-flags.sh ROOT MODULE…" >&2; exit 2; }
command -v pkg-config >/dev/null 2>&1 || { echo "skipped: no pkg-config on this machine" >&2; exit 77; }
root=${1%/}
shift

if [ -z "$root" ]; then
	exec pkg-config --cflags --libs "$@"
fi

path=''
for folder in "$root"/usr/lib/*/pkgconfig "$root/usr/lib/pkgconfig" "$root/usr/share/pkgconfig"; do
	[ -d "$folder" ] && path=$path$folder:
done
path=$path$(pkg-config --variable pc_path pkg-config)

# All include and library folders are wanted, those too that the compiler would search by itself on the system.
ask() {
	PKG_CONFIG_LIBDIR=$stubs:$path PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 \
		pkg-config --cflags --libs "$@" 2>"$stubs/message"
}

stubs=$(mktemp -d) || exit 1
trap 'rm -rf "$stubs"' EXIT
until flags=$(ask "$@"); do
	missing=$(sed -n "s/^Package '\{0,1\}\([^ ',]*\)'\{0,1\},\{0,1\} .*not found.*/\1/p" "$stubs/message" | head -n 1)
	if [ -z "$missing" ] || [ -e "$stubs/$missing.pc" ]; then
		cat "$stubs/message" >&2
		exit 1
	fi
	printf 'Name: %s\nDescription: missing\nVersion: 9999\n' "$missing" >"$stubs/$missing.pc"
	echo "no module '$missing'" >&2
done

for flag in $flags; do
	case $flag in
	-I/* | -L/*)
		folder=${flag#-?}
		option=${flag%"$folder"}
		[ -d "$root$folder" ] && printf '%s ' "$option$root$folder"
		case $folder in
		"$root"/*) printf '%s ' "$flag" ;;
		/usr/include | /usr/lib) ;;
		*) [ -d "$folder" ] && printf '%s ' "$flag" ;;
		esac
		;;
	*) printf '%s ' "$flag" ;;
	esac
done
echo
