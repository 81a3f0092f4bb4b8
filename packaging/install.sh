#!/bin/sh
# install.sh [PREFIX]: copies what is beside this file to PREFIX, which is /usr/local if it is left out.
set -eu
prefix=${1:-/usr/local}
cd "$(dirname "$0")"
mkdir -p "$prefix"
cp -R bin include lib share "$prefix"
# The loader finds a library in a folder that it searches by its cache only.
if [ "$(id -u)" -eq 0 ]; then PATH="$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || true; fi
echo "installed Diffable in $prefix"
