# apt with a configuration of our own, to be sourced: package lists, archives and sources live in the cache, and nothing of the
# system's apt is changed. The archives are the system's own ones, read at run time (deb822 .sources and one-line .list
# files). Works as root and as an ordinary user.
#
#   hr_cache                     prints the cache folder
#   hr_apt_setup deb|deb-src     makes the configuration and, when there are none, fetches the lists; 77: not possible here
#   hr_apt_refresh               fetches the lists anew
#   hr_apt get|cache ARGS…       apt-get or apt-cache with that configuration
# shellcheck shell=sh

hr_cache() {
	printf '%s\n' "${HARRIER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/harrier}"
}

# One-line format: turns every `deb` (or `deb-src`) line into one of kind $1. Media that may not be there are left out.
hr_apt_one_line() {
	awk -v kind="$1" '
		$1 != "deb" && $1 != "deb-src" { next }
		kind == "deb" && $1 == "deb-src" { next }
		/[[:space:]]cdrom:/ { next }
		{ sub(/^[[:space:]]*deb(-src)?/, kind) }
		!seen[$0]++'
}

# deb822 format: the same for stanzas.
hr_apt_stanzas() {
	awk -v kind="$1" '
		function finish() {
			if (stanza != "" && wanted) printf "%s\n", stanza
			stanza = ""; wanted = 0
		}
		/^[[:space:]]*$/ { finish(); next }
		/^#/ { next }
		tolower($1) ~ /^types:/ {
			line = $0; sub(/^[^:]*:/, "", line)
			count = split(line, types)
			for (i = 1; i <= count; i++) if (types[i] == "deb" || types[i] == kind) wanted = 1
			stanza = stanza "Types: " kind "\n"
			next
		}
		{ stanza = stanza $0 "\n" }
		END { finish() }'
}

hr_apt_write_sources() {
	list='' parts=''
	eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
	rm -rf "$hr_apt_dir/sources"
	mkdir -p "$hr_apt_dir/sources"
	for file in "$list" "${parts%/}"/*.list; do
		[ -r "$file" ] && hr_apt_one_line "$1" <"$file" >"$hr_apt_dir/sources/${file##*/}"
	done
	for file in "${parts%/}"/*.sources; do
		[ -r "$file" ] && hr_apt_stanzas "$1" <"$file" >"$hr_apt_dir/sources/${file##*/}"
	done
	find "$hr_apt_dir/sources" -type f -empty -delete
	if [ -f "$hr_apt_dir/sources/sources.list" ]; then
		mv "$hr_apt_dir/sources/sources.list" "$hr_apt_dir/sources/main.list"
	fi
}

hr_apt_write_config() {
	cat >"$hr_apt_dir/apt.conf" <<-END
		#clear APT::Update::Pre-Invoke;
		#clear APT::Update::Post-Invoke;
		#clear APT::Update::Post-Invoke-Success;
		#clear DPkg::Pre-Invoke;
		#clear DPkg::Post-Invoke;
		#clear DPkg::Pre-Install-Pkgs;
		Dir::Etc::sourcelist "/dev/null";
		Dir::Etc::sourceparts "$hr_apt_dir/sources";
		Dir::State::lists "$hr_apt_dir/lists";
		Dir::State::extended_states "$hr_apt_dir/extended_states";
		Dir::Cache "$hr_apt_dir/cache";
		Dir::Cache::archives "$hr_apt_dir/archives";
		Dir::Log "$hr_apt_dir/log";
		APT::Sandbox::User "$(id -un)";
		APT::Get::Assume-Yes "true";
		APT::Keep-Downloaded-Packages "true";
		Acquire::Languages "none";
		Acquire::Retries "2";
		Acquire::http::Timeout "20";
		Acquire::https::Timeout "20";
		Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
		Acquire::IndexTargets::deb-src::Contents-dsc::DefaultEnabled "false";
		Acquire::IndexTargets::deb::DEP-11::DefaultEnabled "false";
		Acquire::IndexTargets::deb::CNF::DefaultEnabled "false";
		quiet "1";
	END
}

hr_apt() {
	hr_apt_tool=$1
	shift
	LC_ALL=C DEBIAN_FRONTEND=noninteractive "apt-$hr_apt_tool" -c "$hr_apt_dir/apt.conf" "$@"
}

# A list is an index of packages (or of sources): the release files alone are none.
hr_apt_has_lists() {
	[ -n "$(find "$hr_apt_dir/lists" -maxdepth 1 '(' -name '*_Packages*' -o -name '*_Sources*' ')')" ]
}

# An archive of somebody else's that is down, or has no sources, is no reason to fail: what counts is that lists arrived.
hr_apt_refresh() {
	hr_apt get update >"$hr_apt_dir/update.log" 2>&1
	hr_apt_has_lists
}

hr_apt_setup() {
	for tool in apt-get apt-cache apt-config; do
		if ! command -v "$tool" >/dev/null 2>&1; then
			echo "skipped: no $tool on this machine" >&2
			return 77
		fi
	done
	hr_apt_dir=$(hr_cache)/apt/$1
	mkdir -p "$hr_apt_dir/lists/partial" "$hr_apt_dir/archives/partial" "$hr_apt_dir/cache" "$hr_apt_dir/log" || return 1
	hr_apt_dir=$(cd "$hr_apt_dir" && pwd)
	hr_apt_write_sources "$1"
	hr_apt_write_config
	if ! hr_apt_has_lists && ! hr_apt_refresh; then
		echo "skipped: cannot fetch the package lists (no network?); apt said:" >&2
		grep -E '^(E|Err|W):?' "$hr_apt_dir/update.log" | head -n 3 >&2
		return 77
	fi
}

# fail CODE TEXT…: ends the script, which has to have set `program`
fail() {
	code=$1
	shift
	printf '%s: %s\n' "$program" "$*" >&2
	exit "$code"
}

# take_package ARGUMENT…: sets `package` to the only argument, which has to look like one
take_package() {
	[ $# -eq 1 ] || fail 2 "usage: $program.sh PACKAGE"
	case $1 in
	'' | *[!a-z0-9+.-]*) fail 2 "'$1' is not the name of a package" ;;
	esac
	package=$1
}
