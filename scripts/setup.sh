#!/bin/sh
# Makes sure that the packages are there which a job needs, on Debian 12 or 13 and Ubuntu 24.04.
#
#     setup.sh build    what `make` and `make demo` need
#     setup.sh check    that, and what `make check` and `make bench` need
#
# Silent when nothing is missing. Otherwise installs as root or through sudo without a password; where neither is possible,
# prints the command to run and exits with 1. Assumes make, sh, git and apt; every name exists in all three systems.
set -eu

# --- packages by purpose: one a line, and why -----------------------------------------------------------------------

build_packages() {
	sed 's/#.*//' <<-'EOT'
		# the compiler and what it stands on
		gcc
		libc6-dev
		binutils
		meson
		ninja-build
		pkgconf             # meson finds libraries through it
		# the C parser
		libclang-19-dev     # clang-c headers, the library, and clang's own stddef.h and friends
		llvm-19             # llvm-config-19: where libclang is; llvm-objcopy-19, llvm-symbolizer-19, llvm-cov-19
		llvm-19-dev         # llvm-c headers and libLLVM: the build of the library under test
		clang-19            # compiles the library under test
		libclang-rt-19-dev  # sanitizers that confirm a failure; fuzzer runtime of our own tests
		valgrind            # looks on once before a generated test counts
		libsqlite3-dev      # campaigns are kept in SQLite; our tests read its header too
	EOT
}

check_packages() {
	build_packages
	sed 's/#.*//' <<-'EOT'
		# our own tests
		libcmocka-dev       # unit tests; tests that we write for it
		check               # frameworks that we write tests for
		libcriterion-dev
		cmake               # builds them, as a user's project might
		jq                  # reads `inspect --json` and meson's test log
		sqlite3             # looks into campaigns
		lcov                # reads coverage.info
		# style
		clang-format-19
		clang-tidy-19
		shellcheck
		mandoc              # checks the man page
		# libraries that the tests read
		libxml2-dev
		libglib2.0-dev
		# fetching and unpacking other libraries by package name
		ca-certificates
		dpkg-dev            # dpkg-source, for `apt-get source`
		xz-utils
		bzip2
		patch
		# measuring and drawing
		time                # peak memory
		graphviz            # dot, for `inspect --graph FILE.svg`
		curl                # talks to the browser's driver
	EOT
}

# What is not offered everywhere, or not as a package (Ubuntu): tests that need it are skipped where it is not there.
check_extras() {
	sed 's/#.*//' <<-'EOT'
		chromium            # the page of a report is looked at in a real browser
		chromium-driver
		junitparser         # reads junit.xml
	EOT
}

# --- what is missing ------------------------------------------------------------------------------------------------

# missing PACKAGE…: those not installed, on one line
missing() {
	dpkg-query -W -f '${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
		awk -v wanted="$*" '
			$2 == "installed" { sub(/:.*/, "", $1); have[$1] = 1 }
			END {
				n = split(wanted, names, " ")
				for (i = 1; i <= n; i++)
					if (!(names[i] in have))
						line = line (line == "" ? "" : " ") names[i]
				if (line != "")
					print line
			}'
}

# not_offered PACKAGE…: those that no configured repository has
not_offered() {
	for package in "$@"; do
		if ! apt-cache policy "$package" | grep -q '^  Candidate: [^(]'; then
			printf ' %s' "$package"
		fi
	done
}

# offered PACKAGE…: those that a configured repository has
offered() {
	for package in "$@"; do
		if apt-cache policy "$package" | grep -q '^  Candidate: [^(]'; then
			printf '%s ' "$package"
		fi
	done | sed 's/ $//'
}

explain_not_offered() {
	echo "setup: not offered by the configured package repositories:$1" >&2
	# shellcheck disable=SC1091 # a file of the system
	case $(. /etc/os-release && echo "${ID:-}") in
	ubuntu)
		echo "setup: LLVM 19 and others are in 'universe' and 'noble-updates'; enable them, then try again:" >&2
		echo "    sudo apt-get install software-properties-common && sudo add-apt-repository universe" >&2
		;;
	*)
		echo "setup: known to work on Debian 12 and 13 and Ubuntu 24.04; is a repository missing in /etc/apt?" >&2
		;;
	esac
}

# --- main -----------------------------------------------------------------------------------------------------------

extras=
case ${1:-} in
build) packages=$(build_packages) ;;
check)
	packages=$(check_packages)
	extras=$(check_extras)
	;;
*)
	echo "usage: setup.sh build|check" >&2
	exit 2
	;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
	echo "setup: no apt here; going on with what is installed. Needed, by their Debian names:" >&2
	# shellcheck disable=SC2086 # a list of words
	echo "   " $packages >&2
	exit 0
fi

# shellcheck disable=SC2086
needed=$(missing $packages)
# shellcheck disable=SC2046,SC2086
extra=$([ -z "$extras" ] || offered $(missing $extras))
[ -n "$needed$extra" ] || exit 0

install="apt-get install -y --no-install-recommends $needed"
if [ "$(id -u)" -eq 0 ]; then
	as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
	as_root="sudo -n"
elif [ -z "$needed" ]; then
	echo "setup: going on without $extra; to have them: sudo $install$extra" >&2
	exit 0
else
	echo "setup: missing packages, and no right to install them; run:" >&2
	echo "    sudo apt-get update && sudo $install" >&2
	exit 1
fi

echo "setup: installing $needed${needed:+${extra:+ }}$extra"
lock="-o DPkg::Lock::Timeout=300"
# shellcheck disable=SC2086
$as_root apt-get $lock update -qq ||
	echo "setup: the package lists could not all be brought up to date; trying with what is there" >&2

# shellcheck disable=SC2086
unknown=$(not_offered $needed)
if [ -n "$unknown" ]; then
	explain_not_offered "$unknown"
	exit 1
fi

# shellcheck disable=SC2086
if [ -n "$needed" ] && ! log=$($as_root env DEBIAN_FRONTEND=noninteractive $install $lock -qq 2>&1 </dev/null); then
	printf '%s\n' "$log" >&2
	echo "setup: the installation failed; by hand:" >&2
	echo "    sudo apt-get update && sudo $install" >&2
	exit 1
fi

# shellcheck disable=SC2086
needed=$(missing $packages)
if [ -n "$needed" ]; then
	echo "setup: still missing after the installation: $needed" >&2
	exit 1
fi

# the lists are up to date now: more may be offered
# shellcheck disable=SC2046,SC2086
extra=$([ -z "$extras" ] || offered $(missing $extras))
# shellcheck disable=SC2086
if [ -n "$extra" ] && ! $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $extra \
	$lock -qq >/dev/null 2>&1 </dev/null; then
	echo "setup: $extra could not be installed; going on without" >&2
fi
