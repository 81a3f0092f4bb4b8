"""Follows random programs with the reader, and reads the vectors. Everything must be what the programs say.

follow.py COUNT PROGRAM...: so many seeds of each program, which gets a seed and a number of steps
"""

import glob
import json
import os
import subprocess
import sys

import cbor2

import reader

FOLDER = os.path.dirname(os.path.abspath(__file__))


def same(elements, others):
    return [element.key() for element in elements] == [element.key() for element in others]


def follow(stream, name):
    documents = list(reader.items(stream))
    base, steps = None, 0
    for index in range(0, len(documents), 3):
        snapshot, version = documents[index], cbor2.loads(documents[index + 1])
        title, elements = reader.decode(snapshot)
        where = f"{name}, step {steps}"
        if base is not None:
            assert same(reader.apply(base, documents[index - 1]), elements), f"{where}: the patch leads to another list"
            if reader.version(base) != version:
                try:
                    reader.apply(elements, documents[index - 1])
                    raise AssertionError(f"{where}: the patch applies to another list than its base")
                except ValueError:
                    pass
        assert reader.version(elements) == version, f"{where}: the version is another one"
        assert reader.encode(elements, title) == snapshot, f"{where}: the bytes are others"
        base, steps = elements, steps + 1
    return steps


def vectors():
    """Each vector is a document in hexadecimal digits, and what it means in JSON."""
    names = sorted(glob.glob(os.path.join(FOLDER, "vectors", "*.json")))
    for name in names:
        with open(name) as file:
            vector = json.load(file)
        data = bytes.fromhex(vector["hex"])
        if "base" in vector:
            elements = reader.apply(reader.decode(bytes.fromhex(vector["base"]))[1], data)
        else:
            elements = reader.decode(data)[1]
        rows = [
            [
                show(element.identifier),
                element.level,
                element.expanded,
                element.expandable,
                element.content and element.content.hex(),
            ]
            for element in elements
        ]
        assert rows == vector["elements"], f"{name}: {rows}"
        assert reader.version(elements).hex() == vector["version"], name
    return len(names)


def show(identifier):
    return {"bytes": identifier.hex()} if isinstance(identifier, bytes) else identifier


def main():
    count, steps = int(sys.argv[1]), 0
    for program in sys.argv[2:]:
        for seed in range(count):
            stream = subprocess.run([*program.split(), str(seed), "12"], check=True, stdout=subprocess.PIPE).stdout
            steps += follow(stream, f"{program} {seed} 12")
    print(f"{count * len(sys.argv[2:])} programs, {steps} lists, {vectors()} vectors")


main()
