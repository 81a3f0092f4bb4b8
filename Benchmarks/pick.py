"""`diffable pick` beside fzf, in a terminal of 80 columns and 24 lines, on a million lines from a pipe.

Measures when the first line is on the screen, when all lines are read, how long each key of some queries takes until
its number of matches is on the screen, and the greatest memory. The figures are medians of three runs. Fails if a time
or the memory is more than twice that of fzf.
"""

import fcntl
import os
import pty
import random
import re
import select
import shutil
import statistics
import struct
import sys
import tempfile
import termios
import time

COUNT = 1_000_000
QUERIES = ["config", "snapshot", "drvnet", "zq", "src main"]
WORDS = """src lib main test docs build engine snapshot README index utils parser Widget DataSource controller view \
model handler server
client config network linux drivers net core fs include asm arch x86 kernel sched mm block crypto sound usb gpu drm \
amd display""".split()
ENDS = ".c .h .go .swift .lua .md .txt .py .js .json".split()
LIMIT = 2.0
# Times below this are those of terminals and of chance.
FLOOR = 0.05


def write_lines(path):
    chance = random.Random(1)
    with open(path, "w") as file:
        for _ in range(COUNT):
            parts = [
                chance.choice(WORDS) + (str(chance.randrange(1000)) if chance.random() < 0.4 else "")
                for _ in range(chance.randint(3, 7))
            ]
            file.write("/".join(parts) + "_" + chance.choice(WORDS) + chance.choice(ENDS) + "\n")


class Screen:
    """What is on a terminal after what was sent to it: as much of ECMA-48 as the two pickers use."""

    PART = re.compile(r"\x1b\[([0-9;?]*)([@-~])|\x1b[78=>]|\x1b\][^\x07]*\x07|[\r\n\b]|[^\x1b\r\n\b]+")

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [[" "] * columns for _ in range(rows)]
        self.row = self.column = 0
        self.rest = b""

    def write(self, data):
        data = self.rest + data
        # A sequence or a character that is not complete waits for the next part.
        cut = len(data)
        escape = data.rfind(b"\x1b")
        if escape >= 0 and len(data) - escape < 12 and not re.match(rb"\x1b(\[[0-9;?]*[@-~]|[78=>])", data[escape:]):
            cut = escape
        while cut > 0 and cut == len(data) and data[cut - 1] >= 0x80 and self.is_open(data):
            cut -= 1
        self.rest = data[cut:]
        for part in self.PART.finditer(data[:cut].decode("utf-8", "replace")):
            self.apply(part)

    @staticmethod
    def is_open(data):
        try:
            data.decode()
        except UnicodeDecodeError as error:
            return error.reason == "unexpected end of data"
        return False

    def apply(self, part):
        text, final = part[0], part[2]
        if text == "\r":
            self.column = 0
        elif text == "\n":
            self.row = min(self.rows - 1, self.row + 1)
        elif text == "\b":
            self.column = max(0, self.column - 1)
        elif final:
            numbers = [int(number or 0) for number in part[1].lstrip("?").split(";")]
            self.control(final, numbers)
        elif text[0] != "\x1b":
            for character in text:
                if self.column < self.columns:
                    self.lines[self.row][self.column] = character
                    self.column += 1

    def control(self, final, numbers):
        count = max(1, numbers[0])
        if final == "H":
            self.row, self.column = max(1, numbers[0]) - 1, (max(1, numbers[1]) if len(numbers) > 1 else 1) - 1
        elif final in "AB":
            self.row = min(self.rows - 1, max(0, self.row + (count if final == "B" else -count)))
        elif final in "CD":
            self.column = max(0, self.column + (count if final == "C" else -count))
        elif final == "G":
            self.column = count - 1
        elif final == "K":
            start = 0 if numbers[0] == 2 else self.column
            self.lines[self.row][start:] = [" "] * (self.columns - start)
        elif final == "J":
            if numbers[0] != 2:
                self.control("K", [0])
            for row in range(0 if numbers[0] == 2 else self.row + 1, self.rows):
                self.lines[row] = [" "] * self.columns

    def text(self):
        return "\n".join("".join(line) for line in self.lines)


class Session:
    """A picker in a terminal of its own."""

    def __init__(self, command, lines):
        self.screen = Screen(80, 24)
        self.start = time.monotonic()
        self.process, self.file = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", LUA_INIT="", FZF_DEFAULT_OPTS="", SHELL="/bin/sh")
            read, write = os.pipe()
            if os.fork() == 0:
                os.dup2(write, 1)
                os.close(read)
                os.execvp("cat", ["cat", lines])
            os.close(write)
            os.dup2(read, 0)
            os.execvp(command[0], command)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))

    def wait(self, pattern, limit=60):
        """Waits until a pattern is on the screen, and returns when."""
        end = time.monotonic() + limit
        while not re.search(pattern, self.screen.text()):
            if not select.select([self.file], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"{pattern!r} is not on the screen:\n{self.screen.text()}")
            self.screen.write(os.read(self.file, 1 << 16))
        return time.monotonic()

    def press(self, key):
        """Waits until nothing is written for a while, and types a key."""
        while select.select([self.file], [], [], 0.3)[0]:
            self.screen.write(os.read(self.file, 1 << 16))
        start = time.monotonic()
        os.write(self.file, key)
        return start

    def memory(self):
        """The greatest resident memory in MB."""
        with open(f"/proc/{self.process}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024

    def close(self):
        os.write(self.file, b"\x1b")
        time.sleep(0.1)
        os.close(self.file)
        os.waitpid(self.process, 0)


def measure(command, lines, first, counter, counts):
    session = Session(command, lines)
    figures = {"first line": session.wait(re.escape(first)) - session.start}
    figures["all lines"] = session.wait(counter(None)) - session.start
    for query in QUERIES:
        for end in range(1, len(query) + 1):
            # fzf drops the blank at the end of a query, and so the screen does not tell when it is done.
            if query[end - 1] == " ":
                session.press(b" ")
                continue
            start = session.press(query[end - 1].encode())
            figures[query[:end]] = session.wait(counter(counts[query[:end]])) - start
        session.press(b"\x15")
        session.wait(counter(None))
    figures["memory"] = session.memory()
    session.close()
    return figures


def main():
    if not shutil.which("fzf"):
        print("pick: fzf is not installed, so there is nothing to compare with")
        return 0
    ours = os.path.abspath("build/bin/diffable")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines")
        write_lines(path)
        with open(path) as file:
            first = file.readline().strip()
        counts = {}
        for query in QUERIES:
            for end in range(1, len(query) + 1):
                if query[end - 1] != " ":
                    counts[query[:end]] = int(os.popen(f"{ours} pick -f '{query[:end]}' <{path} | wc -l").read())
        pickers = {
            "diffable": (
                [ours, "pick"],
                lambda found: (
                    rf"\b1/{COUNT}\b(?!…)"
                    if found is None
                    else rf"/{found} of {COUNT}\b"
                    if found
                    else f"no matches of {COUNT}"
                ),
            ),
            "fzf": (["fzf"], lambda found: rf"\b{COUNT if found is None else found}/{COUNT}\b"),
        }
        # Only the beginning of a line is compared, because a long one is cut.
        runs = {
            name: [measure(command, path, first[:20], counter, counts) for _ in range(3)]
            for name, (command, counter) in pickers.items()
        }
    print(f"{COUNT:,} lines".ljust(24) + "diffable      fzf    ratio")
    failed = False
    for name in runs["fzf"][0]:
        mine, theirs = (statistics.median(run[name] for run in runs[picker]) for picker in ("diffable", "fzf"))
        unit = "MB" if name == "memory" else "ms"
        shown = [value if unit == "MB" else value * 1000 for value in (mine, theirs)]
        ratio = mine / theirs
        is_slow = ratio > LIMIT and (unit == "MB" or mine > FLOOR)
        failed = failed or is_slow
        print(
            f"{name:20}{shown[0]:9.0f} {unit}{shown[1]:7.0f} {unit}{ratio:7.2f}"
            + ("  above the limit" if is_slow else "")
        )
    return 1 if failed else 0


sys.exit(main())
