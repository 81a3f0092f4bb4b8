#!/bin/sh
# install.sh [PREFIX]: copies the folders beside this file to PREFIX (default: /usr/local).
set -eu
prefix=${1:-/usr/local}
cd "$(dirname "$0")"
mkdir -p "$prefix"
cp -R bin include lib share "$prefix"
# The loader finds a library in a folder such as /usr/local/lib only through its cache, which ldconfig updates.
if [ "$(id -u)" -eq 0 ]; then PATH="$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || true; fi
echo "installed Diffable in $prefix"
