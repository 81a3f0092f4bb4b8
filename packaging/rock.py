"""Packs rocks for LuaRocks: one with a module, or one with the sources.

rock.py <rockspec> <module for Lua 5.4> <machine> <output folder>
rock.py <rockspec> <archive of the sources> <output folder>
"""

import hashlib
import os
import re
import sys

from archives import read, write_zip


def module_rock(rockspec, module, machine, output):
    name = os.path.basename(rockspec)
    # The rockspec allows all versions of Lua that the sources can be built for. The module of a rock is built for only
    # one version.
    text = read(rockspec).replace(b'"lua >= 5.1, < 5.5"', b'"lua >= 5.4, < 5.5"')
    library = read(module)
    manifest = f"""rock_manifest = {{
   ["{name}"] = "{hashlib.md5(text).hexdigest()}",
   lib = {{
      ["diffable.so"] = "{hashlib.md5(library).hexdigest()}"
   }}
}}
"""
    files = {name: text, "lib/diffable.so": library, "rock_manifest": manifest.encode()}
    write_zip(os.path.join(output, name.replace(".rockspec", f".linux-{machine}.rock")), files)


def source_rock(rockspec, archive, output):
    name, sources = os.path.basename(rockspec), os.path.basename(archive)
    source = f'source = {{ url = "{sources}", dir = "{sources.replace(".tar.gz", "")}" }}\n'
    text = re.sub(r"^source = \{\n.*?^\}\n", source, read(rockspec).decode(), flags=re.M | re.S)
    write_zip(
        os.path.join(output, name.replace(".rockspec", ".src.rock")), {name: text.encode(), sources: read(archive)}
    )


(module_rock if len(sys.argv) == 5 else source_rock)(*sys.argv[1:])
