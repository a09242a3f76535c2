# Harrier: the front door. meson and ninja do the work, the scripts hold the logic.
#
#   make             build/harrier
#   make check       everything that must hold, packages included; last line: N passed, N failed
#   make check-all   the same, and what takes too long for every day
#   make demo        set up, build, and show what it does
#   make bench       benchmarks
#   make bench-libraries   generated suites beside the libraries' own tests: LIBRARIES="cjson jsmn", OPTIONS="--budgets '2 10'"
#   make bench-ablation    what each part of the guided strategy is good for, likewise
#   make install     below prefix (/usr/local), staged below DESTDIR
#   make format      clang-format over the sources
#   make clean       remove the build directories
#   make help        this text

prefix ?= $(or $(PREFIX),/usr/local)
export DESTDIR

all:
	@scripts/build.sh gcc

check:
	@scripts/check.sh

check-all:
	@HR_CHECK=all scripts/check.sh

demo:
	@scripts/setup.sh build
	@scripts/build.sh gcc
	@scripts/demo.sh

bench:
	@scripts/setup.sh check
	@scripts/build.sh gcc
	@bench/run; inspect=$$?; bench/worker.sh && exit $$inspect

bench-libraries:
	@scripts/setup.sh check
	@scripts/build.sh gcc
	@bench/libraries.sh $(OPTIONS) $(LIBRARIES)

bench-ablation:
	@scripts/setup.sh check
	@scripts/build.sh gcc
	@bench/ablation.sh $(OPTIONS) $(LIBRARIES)

install: all
	@scripts/install.sh "$(prefix)"

format:
	@scripts/check-format.sh --fix

clean:
	rm -rf build build-clang build-asan

help:
	@sed -n 's/^#   //p' Makefile

.PHONY: all check check-all demo bench bench-libraries bench-ablation install format clean help
