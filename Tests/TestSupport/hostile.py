"""The texts of hostile.txt, as bytes: `texts`."""

import os
import re


def read():
    with open(os.path.join(os.path.dirname(__file__), "hostile.txt"), "rb") as file:
        for line in file:
            entry = re.match(rb"(\d+) (.*)\n", line)
            if entry:
                yield re.sub(rb"\\x(..)", lambda digits: bytes.fromhex(digits[1].decode()), entry[2]) * int(entry[1])


texts = list(read())
assert len(texts) > 80
