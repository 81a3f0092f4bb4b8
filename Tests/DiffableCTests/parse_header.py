"""parse_header.py <header> [--declarations]: prints the functions that a header of include/ declares, as a parser of C
reads them; or the declarations of the header, preprocessed.

Tools that make bindings parse a header like this: preprocessed, in standard C, without extensions of a compiler.
"""

import subprocess
import sys

from pycparser import c_ast, c_parser

# What a compiler says in extensions says nothing about types.
PLAIN = ["-D__attribute__(x)=", "-D__extension__=", "-U__GNUC__", "-U__clang__"]
# The types of libc's headers, which are full of extensions.
TYPES = """
typedef unsigned long size_t; typedef long ptrdiff_t; typedef _Bool bool;
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; \
typedef unsigned int uint32_t; typedef unsigned long uint64_t;
"""


def declarations(header):
    with open(f"include/{header}") as file:
        lines = file.read()
    while '#include "' in lines:
        start = lines.index('#include "')
        end = lines.index("\n", start)
        with open("include/" + lines[start:end].split('"')[1]) as file:
            lines = lines[:start] + file.read() + lines[end:]
    source = "\n".join(line for line in lines.split("\n") if not line.startswith("#include <"))
    command = ["cc", "-E", "-P", "-x", "c", "-std=c99", "-DNULL=0", *PLAIN, "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout


if "--declarations" in sys.argv:
    print(declarations(sys.argv[1]))
    sys.exit()
unit = c_parser.CParser().parse(TYPES + declarations(sys.argv[1]))
names = {node.name for node in unit.ext if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)}
print("\n".join(sorted(names)))
