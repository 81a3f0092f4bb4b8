"""Packs a module into a binary rock for LuaRocks.

rock.py <rockspec> <module for Lua 5.4> <output folder>
"""

import hashlib
import os
import sys

from archives import read, write_zip

rockspec, module, output = sys.argv[1:]
name = os.path.basename(rockspec)
# The sources build for any version of Lua, and a rock is for one.
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
write_zip(os.path.join(output, name.replace(".rockspec", ".linux-x86_64.rock")), files)
