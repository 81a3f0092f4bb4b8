"""check.py <stream> [<states> [old]]

Every line of a stream is as docs/ndjson.schema.json says, with its keys in the order of the schema. The lists
that reader.py makes of the events are, after each apply, the states that lists.lua printed. With `old`, updates have
old cells.
"""

import json
import sys

import jsonschema

from reader import Reader

with open("docs/ndjson.schema.json") as file:
    schema = json.load(file)
validator = jsonschema.Draft202012Validator(schema)
kinds = {kind["properties"]["event"]["const"]: list(kind["properties"]) for kind in schema["oneOf"]}
fields = list(schema["$defs"]["cell"]["properties"])


def check_order(keys, expected):
    assert [key for key in expected if key in keys] == list(keys), f"{list(keys)} are not in the order of the schema"


def text(value):
    """A value as lists.lua spells it: bytes in hexadecimal digits, which tell all of them apart."""
    if value is None:
        return "-"
    if isinstance(value, int):
        return str(value)
    return "'" + (value["hex"] if isinstance(value, dict) else value.encode().hex()) + "'"


def shown(cell):
    if cell is None:
        return "-"
    return " ".join(text(cell.get(field, 0 if field in ("height", "indentation") else "")) for field in fields)


def describe(number, sections):
    yield f"list {number}"
    for section in sections:
        yield f"section {text(section['id'])} / {shown(section['header'])} / {shown(section['footer'])}"
        for row in section["rows"]:
            assert row["cell"] is not None, f"{row['id']} has no cell"
            yield f"row {text(row['id'])} {row['level']} {row['disclosure'] or '-'} / {shown(row['cell'])}"


reader = Reader()
states = []
applies = 0
updates = False
old = 0
seen = set()
with open(sys.argv[1], "rb") as file:
    stream = file.read().decode()
assert stream.endswith("\n")
lines = stream[:-1].split("\n")
# Nothing in a string splits a line for readers that know other ends of lines, or disturbs a terminal.
assert lines == stream.splitlines() and stream.replace("\n", "").isprintable()
for number, line in enumerate(lines):
    event = json.loads(line)
    validator.validate(event)
    assert (number == 0) == (event["event"] == "stream"), "the first line, and no other, carries the schema"
    check_order(event, kinds[event["event"]])
    for cell in event.get("cell"), event.get("old"):
        if isinstance(cell, dict):
            check_order(cell, fields)
    updates |= event["event"].startswith(("update", "reload", "reconfigure"))
    old += "old" in event
    seen.add(event["event"])
    done = reader.read(event)
    if done is not None:
        applies += 1
        states += describe(done, reader.lists[done].sections)

if len(sys.argv) > 2:
    with open(sys.argv[2]) as file:
        expected = file.read().splitlines()
    for index, (got, wanted) in enumerate(zip(states, expected)):
        assert got == wanted, f"line {index + 1} of the states:\n{wanted}\nand of the stream:\n{got}"
    assert len(states) == len(expected), f"{len(expected)} lines of states, {len(states)} of the stream"

if len(sys.argv) > 3:
    assert (old > 0) == updates, f"{old} events have an old cell"
else:
    assert old == 0, "an event has an old cell"

print(len(lines), applies, *sorted(seen))
