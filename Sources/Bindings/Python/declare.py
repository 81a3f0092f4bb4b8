"""Generates diffable/_declarations.py from the C header: every function, struct, callback and number that it declares,
for ctypes.

    declare.py include/diffable.h >_declarations.py

Pointers are plain addresses (c_void_p), because Python code packs and reads most of what they point to by itself.
"""

from __future__ import annotations

import keyword
import re
import sys

SCALARS = {
    "bool": "c_bool",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint8_t": "c_uint8",
    "uint64_t": "c_uint64",
    "double": "c_double",
    "size_t": "c_size_t",
    "ptrdiff_t": "c_ssize_t",
    "void": "None",
}


class Header:
    """The declarations of a header, as text in Python."""

    def __init__(self, text: str) -> None:
        self.types = dict(SCALARS)
        self.constants: list[str] = []
        self.structs: list[str] = []
        self.callbacks: list[str] = []
        self.functions: list[str] = []
        self.version = re.findall(r"#define DIFFABLE_VERSION_NUMBER (\d+)", text)[0]
        for statement in statements(text):
            self.read(statement)

    def read(self, statement: str) -> None:
        if enum := re.fullmatch(r"enum \{(.*)\}", statement):
            for name, number in re.findall(r"DIFFABLE_(\w+) = (-?\d+)", enum[1]):
                self.constants.append(f"{name} = {number}")
        elif struct := re.fullmatch(r"typedef struct \w+ \{(.*)\} (\w+)", statement):
            fields = [self.field(each) for each in struct[1].split(";") if each.strip()]
            lines = "".join(f"        {each},\n" for each in fields)
            self.structs.append(f"class {struct[2]}(Structure):\n    _fields_ = [\n{lines}    ]\n")
            self.types[struct[2]] = struct[2]
        elif callback := re.fullmatch(r"typedef (.+?)\(\*(\w+)\)\((.*)\)", statement):
            types = [self.type_of(callback[1]), *self.parameters(callback[3])]
            self.callbacks.append(f"{callback[2]} = CFUNCTYPE({', '.join(types)})")
            self.types[callback[2]] = "c_void_p"
        elif function := re.fullmatch(r"(.+?)\b(diffable_\w+)\((.*)\)", statement):
            result = "c_char_p" if function[1].strip() == "const char *" else self.type_of(function[1])
            self.functions.append(f"    ({function[2]!r}, {result}, [{', '.join(self.parameters(function[3]))}]),")
        elif not re.fullmatch(r"typedef struct (\w+) \1", statement):
            scalar = re.fullmatch(r"typedef (\w+) (\w+)", statement)
            if scalar is None:
                raise SystemExit(f"declare.py: cannot read {statement!r}")
            self.types[scalar[2]] = self.types[scalar[1]]

    def field(self, declaration: str) -> str:
        match = re.fullmatch(r"(.*?)(\w+)(?:\[(\d+)\])?", declaration.strip())
        assert match is not None
        name = match[2] + ("_" if keyword.iskeyword(match[2]) else "")
        kind = self.type_of(match[1])
        return f'("{name}", {kind} * {match[3]})' if match[3] else f'("{name}", {kind})'

    def parameters(self, text: str) -> list[str]:
        return [] if text == "void" else [self.type_of(re.sub(r"\w+$", "", each.strip())) for each in text.split(",")]

    def type_of(self, declaration: str) -> str:
        return "c_void_p" if "*" in declaration else self.types[declaration.replace("const", "").strip()]


def statements(text: str) -> list[str]:
    """The declarations of a header, without comments and preprocessor lines, each on one line."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    text = re.sub(r'extern "C" \{|^\}$', "", text, flags=re.M)
    text = re.sub(r"\bDIFFABLE_(API|WARN_UNUSED)\b", "", text)
    found, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if character == ";" and depth == 0:
            found.append(" ".join(text[start:index].split()))
            start = index + 1
    return found


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        header = Header(file.read())
    print('"""What the C header declares. Made from it by declare.py."""\n')
    print(
        "from ctypes import CFUNCTYPE, Structure, c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_ssize_t, c_uint8, c_uint64, c_void_p"
    )
    print("from typing import Any\n")
    print(f"VERSION_NUMBER = {header.version}\n")
    print("\n".join(header.constants), "\n", sep="\n")
    print("\n\n".join(header.structs), "\n", sep="")
    print("\n".join(header.callbacks), "\n", sep="\n")
    print("FUNCTIONS: Any = [", *header.functions, "]", sep="\n")


main()
