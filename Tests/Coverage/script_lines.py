"""Which lines of scripts a browser has executed. As a program: script_lines.py FOLDER FILE...: for each file its name,
its lines, and those that no script of a page executed; with -v, which lines those are. FOLDER is where
`ScriptLines.write` put what it found."""

import json
import os
import re
import sys


class ScriptLines:
    """Of the pages of one browser, by V8's precise coverage:
    https://chromedevtools.github.io/devtools-protocol/tot/Profiler"""

    def __init__(self, browser):
        self.browser = browser
        self.executed = {}  # by the text of a script: for each character whether it was
        browser.call("Profiler.enable")
        browser.call("Debugger.enable")
        browser.call("Profiler.startPreciseCoverage", callCount=True, detailed=True)

    def take(self):
        """What was executed since this was called before. The scripts of a page are gone when the next one is
        opened."""
        for script in self.browser.call("Profiler.takePreciseCoverage")["result"]:
            text = self.browser.call("Debugger.getScriptSource", scriptId=script["scriptId"])["scriptSource"]
            executed = bytearray(len(text))
            # From outer ranges to inner ones.
            ranges = sorted(
                (one for function in script["functions"] for one in function["ranges"]),
                key=lambda one: (one["startOffset"], -one["endOffset"]),
            )
            for one in ranges:
                start, end = one["startOffset"], one["endOffset"]
                executed[start:end] = bytes([one["count"] > 0]) * (end - start)
            before = self.executed.setdefault(text, executed)
            self.executed[text] = bytes(map(max, before, executed))

    def write(self, folder):
        with open(os.path.join(folder, os.path.basename(self.browser.folder) + ".json"), "w") as file:
            json.dump([[text, lines_of(text, executed)] for text, executed in self.executed.items()], file)


def lines_of(text, executed):
    """For each line with letters whether any character was executed; None for others."""
    lines, start = [], 0
    for line in text.split("\n"):
        code = [executed[start + index] for index, one in enumerate(line) if not one.isspace()]
        lines.append(max(code) if re.search(r"\w", line.split("//")[0]) else None)
        start += len(line) + 1
    return lines


def main(folder, *paths):
    executed = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name)) as file:
            for text, lines in json.load(file):
                before = executed.setdefault(text, lines)
                executed[text] = [None if one is None else max(one, other) for one, other in zip(lines, before)]
    for path in paths:
        with open(path) as file:
            numbered = [
                (number, line)
                for number, line in enumerate(file.read().split("\n")[:-1], 1)
                if not line.startswith("import ")
            ]
        # As Sources/Command/Main/Page.swift writes it into a page.
        text = "\n" + "".join(line.removeprefix("export ") + "\n" for _, line in numbered)
        lines = executed.get(
            text, [None] + [0 if re.search(r"\w", line.split("//")[0]) else None for _, line in numbered]
        )[1:]
        code = [number for (number, _), one in zip(numbered, lines) if one is not None]
        missed = [number for (number, _), one in zip(numbered, lines) if one == 0]
        print(os.path.basename(path), len(code), len(missed), *(missed if verbose else []))


if __name__ == "__main__":
    verbose = "-v" in sys.argv
    main(*(one for one in sys.argv[1:] if one != "-v"))
