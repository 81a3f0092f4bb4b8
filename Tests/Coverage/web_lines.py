"""Which lines of the JavaScript in Sources/Bindings/Web the tests executed, in node and in a browser: web_lines.py
FOLDER PART SCRIPT...

For each script in the folder Sources/PART its name, its lines, and those that nothing executed; with -v, which lines
those are. Tests execute products, in which the scripts are joined without their imports and comments.
"""

import json
import os
import re
import sys

from script_lines import lines_of

PRODUCTS = ("diffable.js", "diffable_lua.js")


def executed_in_node(folder, product, text):
    """For each line of a product whether any process of node executed it."""
    all_lines = [None] * len(text.split("\n"))
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as file:
            scripts = json.load(file)["result"]
        for script in scripts:
            if not script["url"].endswith(f"/build/web/{product}"):
                continue
            executed = bytearray(len(text))
            ranges = sorted(
                (one for function in script["functions"] for one in function["ranges"]),
                key=lambda one: (one["startOffset"], -one["endOffset"]),
            )
            for one in ranges:
                start, end = one["startOffset"], one["endOffset"]
                executed[start:end] = bytes([one["count"] > 0]) * (end - start)
            all_lines = joined(all_lines, lines_of(text, executed))
    return all_lines


def executed_in_pages(folder, text):
    """The same for all pages."""
    all_lines = [None] * len(text.split("\n"))
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as file:
            for other, lines in json.load(file):
                if other == text:
                    all_lines = joined(all_lines, lines)
    return all_lines


def joined(one, other):
    return [right if left is None else left if right is None else max(left, right) for left, right in zip(one, other)]


def lines_of_script(path):
    """The lines of a script with their numbers, as they are in a product."""
    with open(path) as file:
        lines = file.read().split("\n")[:-1]
    is_import = is_comment = False
    for number, line in enumerate(lines, 1):
        is_import = is_import or line.startswith("import ")
        is_comment = is_comment or re.match(r" */\*\*( .*\*/)?$", line) is not None
        if not is_import and not is_comment and not re.match(r" *// ", line):
            yield number, line.removeprefix("export ")
        is_import = is_import and not line.endswith(";")
        is_comment = is_comment and not line.endswith("*/")


def is_code(line):
    return re.search(r"\w", line.split("//")[0]) and not re.match(r"\s*(/\*|\*)", line)


def main(folder, part, *paths):
    executed = {}
    for product in PRODUCTS:
        with open(f"build/web/{product}") as file:
            text = file.read()
        lines = joined(executed_in_node(f"{folder}/node", product, text), executed_in_pages(f"{folder}/pages", text))
        names, next_line = text.split("\n"), 0
        for path in paths:
            script = list(lines_of_script(path))
            if names[next_line : next_line + len(script)] != [line for _, line in script]:
                continue
            for number, _ in script:
                executed[path, number] = max(executed.get((path, number), 0), lines[next_line] or 0)
                next_line += 1
    for path in paths:
        if os.path.dirname(path) != f"Sources/{part}":
            continue
        code = [number for number, line in lines_of_script(path) if is_code(line)]
        missed = [number for number in code if not executed.get((path, number))]
        print(os.path.basename(path), len(code), len(missed), *(missed if verbose else []))


if __name__ == "__main__":
    verbose = "-v" in sys.argv
    main(*(one for one in sys.argv[1:] if one != "-v"))
