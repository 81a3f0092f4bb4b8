"""Prints how many bytes the JSON Patch (RFC 6902) from the first line of a file to the second one has, each of which is
a list in JSON."""

import json
import sys

import jsonpatch

with open(sys.argv[1], encoding="utf-8") as file:
    old, new = map(json.loads, file)
patch = jsonpatch.make_patch(old, new)
assert patch.apply(old) == new
print(len(json.dumps(patch.patch, separators=(",", ":"))))
