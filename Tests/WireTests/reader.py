"""Reads snapshots and patches with a CBOR library and docs/wire.md alone. Nothing here knows the engine."""

import cbor2

MASK = (1 << 64) - 1


# Versions


def siphash(data):
    """SipHash-2-4 with an output of 128 bits, and the bytes 0 to 15 as its key."""
    k0, k1 = 0x0706050403020100, 0x0F0E0D0C0B0A0908
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rotate(word, bits):
        return (word << bits | word >> 64 - bits) & MASK

    def rounds(count):
        for _ in range(count):
            v[0] = v[0] + v[1] & MASK
            v[1] = rotate(v[1], 13) ^ v[0]
            v[0] = rotate(v[0], 32)
            v[2] = v[2] + v[3] & MASK
            v[3] = rotate(v[3], 16) ^ v[2]
            v[0] = v[0] + v[3] & MASK
            v[3] = rotate(v[3], 21) ^ v[0]
            v[2] = v[2] + v[1] & MASK
            v[1] = rotate(v[1], 17) ^ v[2]
            v[2] = rotate(v[2], 32)

    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 255])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    low = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    high = v[0] ^ v[1] ^ v[2] ^ v[3]
    return low | high << 64


class Element:
    """A section or an item. Its content is the bytes that stand for it in a document, or None."""

    def __init__(self, identifier, level, expanded=False, expandable=False, content=None):
        self.identifier, self.level, self.expanded, self.expandable, self.content = (
            identifier,
            level,
            expanded,
            expandable,
            content,
        )

    def copy(self):
        return Element(self.identifier, self.level, self.expanded, self.expandable, self.content)

    def key(self):
        return (type(self.identifier), self.identifier, self.level, self.expanded, self.expandable, self.content)

    def name(self):
        return cbor2.dumps([self.identifier] if self.level == 0 else self.identifier)


def version(elements):
    """The version of a list, from its definition."""
    result, previous = 0, b"\xf6"
    for element in elements:
        result ^= siphash(b"\x84\x00" + previous + element.name() + cbor2.dumps(element.level))
        flags = element.expanded + 2 * element.expandable
        if flags or element.content is not None:
            result ^= siphash(b"\x84\x01" + element.name() + cbor2.dumps(flags) + (element.content or b"\xf6"))
        previous = element.name()
    return result.to_bytes(16, "little")


# Documents


def item_end(data, start):
    """Where a CBOR item ends. The library decodes contents, but a version needs their bytes."""
    major, low = data[start] >> 5, data[start] & 31
    size = 0 if low < 24 else 1 << low - 24
    number = low if size == 0 else int.from_bytes(data[start + 1 : start + 1 + size], "big")
    end = start + 1 + size
    if major in (2, 3):
        return end + number
    for _ in range({4: number, 5: 2 * number, 6: 1}.get(major, 0)):
        end = item_end(data, end)
    return end


def items(data):
    """The bytes of the items of a sequence."""
    start = 0
    while start < len(data):
        end = item_end(data, start)
        yield data[start:end]
        start = end


def elements_of_array(data):
    """The bytes of the elements of an array."""
    low = data[0] & 31
    return list(items(data[1 + (0 if low < 24 else 1 << low - 24) :]))


def beginning(data, kind, count):
    """The elements of a document as bytes, and those as values that are no contents, by index."""
    parts = elements_of_array(data)
    values = {index: cbor2.loads(part) for index, part in enumerate(parts) if index not in CONTENTS[kind]}
    assert [values[0], values[1], values[2]] == ["diffable", 1, kind] and len(parts) == count
    return parts, values


CONTENTS = {"snapshot": [8], "patch": [14, 15]}


def positions(runs):
    """The positions of a set, or of runs that move, each run as a list."""
    result, end = [], 0
    for run in runs:
        gap, count = run if isinstance(run, list) else (run, 1)
        result.append(list(range(end + gap, end + gap + count)))
        end += gap + count
    return result


def all_positions(runs):
    return [position for run in positions(runs) for position in run]


def levels(numbers):
    """The differences of levels that are not 0, by position."""
    result, end = {}, 0
    for index in range(0, len(numbers), 3):
        gap, count, difference = numbers[index : index + 3]
        for position in range(end + gap, end + gap + count):
            result[position] = difference
        end += gap + count
    return result


def contents(data):
    """The contents that an array has, by position."""
    result, position = {}, 0
    for content in elements_of_array(data):
        if content[0] >> 5 == 0:
            position += cbor2.loads(content)
        else:
            result[position] = None if content == b"\xf6" else content
            position += 1
    return result


def decode(data):
    """The name and the elements of a snapshot."""
    parts, document = beginning(data, "snapshot", 9)
    difference = levels(document[4])
    elements = [Element(identifier, 1 + difference.get(position, 0)) for position, identifier in enumerate(document[7])]
    for position in all_positions(document[5]):
        elements[position].expanded = True
    for position in all_positions(document[6]):
        elements[position].expandable = True
    for position, content in contents(parts[8]).items():
        elements[position].content = content
    return document[3], elements


def apply(base, data):
    """The elements of the list that a patch leads to."""
    parts, document = beginning(data, "patch", 16)
    if document[4] != version(base):
        raise ValueError("WRONG_VERSION")
    taken = positions(document[7])
    gone = set(all_positions(document[6])) | {position for run in taken for position in run}
    staying = iter([element for position, element in enumerate(base) if position not in gone])
    placed, end, last = {}, 0, -1
    for index in range(0, len(document[8]), 2):
        last += 1 + document[8][index + 1]
        end += document[8][index]
        for position in taken[last]:
            placed[end] = base[position]
            end += 1
    inserted = dict(zip(all_positions(document[9]), document[13]))
    elements = []
    for position in range(len(base) - len(all_positions(document[6])) + len(inserted)):
        if position in inserted:
            elements.append(Element(inserted[position], 1))
        else:
            elements.append((placed[position] if position in placed else next(staying)).copy())
    for position, difference in levels(document[10]).items():
        elements[position].level += difference
    for position in all_positions(document[11]):
        elements[position].expanded = not elements[position].expanded
    for position in all_positions(document[12]):
        elements[position].expandable = not elements[position].expandable
    for position, content in contents(parts[14]).items():
        elements[position].content = content
    if parts[15] != b"\xf6":
        for position, content in contents(parts[15]).items():
            assert base[position].content == content, "an old content that the base does not have"
    assert version(elements) == document[5], "the patch leads to another list"
    return elements


# Writing


def set_of(wanted):
    """A set of positions, as runs that are as long as possible."""
    runs, end = [], 0
    for position in wanted:
        if runs and position == end:
            gap, count = runs[-1]
            runs[-1] = (gap, count + 1)
        else:
            runs.append((position - end, 1))
        end = position + 1
    return [gap if count == 1 else [gap, count] for gap, count in runs]


def encode(elements, name=None):
    """The bytes of a snapshot."""
    numbers, end = [], 0
    for position, element in enumerate(elements):
        difference = element.level - 1
        if difference == 0:
            continue
        if numbers and position == end and numbers[-1] == difference:
            numbers[-2] += 1
        else:
            numbers += [position - end, 1, difference]
        end = position + 1
    written, skipped = [], 0
    for element in elements:
        if element.content is None:
            skipped += 1
        else:
            if skipped:
                written.append(cbor2.dumps(skipped))
            written.append(element.content)
            skipped = 0
    head = cbor2.dumps([None] * len(written))[: -len(written) or None]
    parts = [
        "diffable",
        1,
        "snapshot",
        name,
        numbers,
        set_of([position for position, element in enumerate(elements) if element.expanded]),
        set_of([position for position, element in enumerate(elements) if element.expandable]),
        [element.identifier for element in elements],
    ]
    return b"\x89" + b"".join(cbor2.dumps(part) for part in parts) + head + b"".join(written)
