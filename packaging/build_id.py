"""Gives stripped files a build-id that depends only on their bytes. The build-id from the linker is a digest of debug
information as well, which contains the folder of the build.

    build_id.py <file>...
"""

import hashlib
import sys

# The head of the note: the sizes of its name and of the digest, its type, and its name.
HEAD = b"\x04\0\0\0\x14\0\0\0\x03\0\0\0GNU\0"

for path in sys.argv[1:]:
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        start = data.find(HEAD) + len(HEAD)
        if data.count(HEAD) != 1:
            sys.exit(f"build_id.py: {path} has {data.count(HEAD)} build-ids")
        data[start : start + 20] = bytes(20)
        file.seek(start)
        file.write(hashlib.sha1(data).digest())
