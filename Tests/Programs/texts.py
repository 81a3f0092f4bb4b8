"""Prints what a view wrote. Which rows moved is a matter of choice, and where deleted ones are shown depends on it:
where anything moved, the signs of moves are left out, and behind the text come how many rows had one, and what was
deleted, sorted."""

import re


def print_text(text):
    lines = text.split("\n")[:-1]
    moves = any(line.startswith(">") for line in lines)
    deleted, moved = [], 0
    for line in lines:
        if moves and line.startswith("-"):
            deleted.append(line)
            continue
        moved += re.match(">.. ", line) is not None
        print("|" + re.sub("^>(.)", r"\1 ", line))
    if moves:
        print(f"|> {moved}")
        for line in sorted(deleted, key=str.encode):
            print("|" + line)
