#!/bin/sh
# Installs build/ below PREFIX, staged below DESTDIR where that is set: install.sh [PREFIX]
set -eu
cd "$(dirname "$0")/.."

meson configure build "-Dprefix=${1:-/usr/local}"
meson install -C build
