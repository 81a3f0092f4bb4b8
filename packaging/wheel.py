"""Packs a folder with the package `diffable` into a wheel. The same files give the same bytes.

    wheel.py <folder> <version> <machine> <output folder>

The library needs only libc, and no symbol that is newer than glibc 2.28. So the wheel is for manylinux_2_28 as it is,
and no tool has to repair it.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys

from archives import read, write_zip

folder, version, machine, output = sys.argv[1:]
PLATFORM = f"manylinux_2_28_{machine}"
NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

METADATA = f"""Metadata-Version: 2.1
Name: diffable
Version: {version}
Summary: An engine for lists that change
License: MIT
License-File: LICENSE
Requires-Python: >=3.9
Provides-Extra: textual
Requires-Dist: textual>=8; extra == "textual"
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

"""
WHEEL = f"""Wheel-Version: 1.0
Generator: diffable ({version})
Root-Is-Purelib: false
Tag: py3-none-{PLATFORM}
"""


def check(library):
    """Stops if a system that accepts the wheel may lack something that the library needs."""
    found = subprocess.run(
        ["readelf", "--dynamic", "--version-info", library], capture_output=True, text=True, check=True
    ).stdout
    libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", found))
    versions = {tuple(map(int, number.split("."))) for number in re.findall(r"GLIBC_([\d.]+)", found)}
    if libraries - NEEDED or max(versions) > (2, 28):
        sys.exit(
            f"wheel.py: {library} needs {', '.join(sorted(libraries))} and glibc {'.'.join(map(str, max(versions)))}"
        )


def main():
    package = os.path.join(folder, "diffable")
    names = sorted(name for name in os.listdir(package) if not name.startswith("__pycache__"))
    check(next(os.path.join(package, name) for name in names if ".so" in name))
    files = {f"diffable/{name}": read(os.path.join(package, name)) for name in names}
    info = f"diffable-{version}.dist-info"
    page = read("docs/python.md").decode()
    # Links are removed, because the pages that they lead to are not in the wheel.
    page = re.sub(r"\[([^][]*)\]\((?!#)[^)]*\)", r"\1", page)
    files[f"{info}/METADATA"] = (METADATA + page).encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    files[f"{info}/licenses/LICENSE"] = read("LICENSE")
    record = [
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
        for name, data in files.items()
    ]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    path = os.path.join(output, f"diffable-{version}-py3-none-{PLATFORM}.whl")
    write_zip(path, files)


main()
