/* Cells with bytes of every sort in every field, and texts of every sort. */
#ifndef RANDOM_CELLS_H
#define RANDOM_CELLS_H

#include "chance.h"

enum { TEXT_SIZE = 24 };

/** Text that is good, hostile, or of random bytes; the next call overwrites it. */
static diffable_bytes any_text(void)
{
    static const char *const texts[] = { "$1", "checkmark", "\x1b[1m\xf0\x9f\x98\x80\xff", "a\nb\r\tc",
        "\xe2\x80\xae\xc2\x9b\x7f", "e\xcc\x81\xcc\x81\xcc\x81" };
    static char bytes[TEXT_SIZE];
    if (below(2) == 0) {
        return diffable_bytes_string(texts[below(6)]);
    }
    diffable_bytes text = { bytes, (size_t)below(TEXT_SIZE / 4) };
    for (size_t index = 0; index < text.size; index += 1) {
        bytes[index] = (char)below(256);
    }
    return text;
}

/** Sets one field of a cell, with the wrong sizes and numbers too. */
static void set_anything(diffable_cell *cell)
{
    diffable_bytes text = any_text();
    switch (below(8)) {
    case 0: diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, text.data, text.size); break;
    case 1: diffable_cell_set_text(cell, DIFFABLE_CELL_SECONDARY_TEXT, text.data, text.size); break;
    case 2: diffable_cell_set_text(cell, DIFFABLE_CELL_IMAGE, text.data, text.size); break;
    case 3: diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, text.data, text.size); break;
    case 4: diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, below(8) == 0 ? below(3) - 1 : below(4)); break;
    case 5:
        diffable_cell_set_number(cell, DIFFABLE_CELL_INDENTATION, below(8) == 0 ? 101 - below(103) : below(3));
        break;
    case 6: diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text.data, text.size); break;
    case 7: diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, NULL, below(4) == 0 ? 2 : 0); break;
    }
}

static bool same_bytes(diffable_bytes one, diffable_bytes other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.data, other.data, one.size) == 0);
}

/** A copy of a cell has all that the cell has. */
static void look_at_cell(const diffable_cell *cell)
{
    diffable_cell *copy = diffable_cell_copy(cell);
    assert_int_equal(copy == NULL, cell == NULL);
    assert_true(same_bytes(diffable_cell_text(copy, DIFFABLE_CELL_TEXT), diffable_cell_text(cell, DIFFABLE_CELL_TEXT)));
    assert_true(
        same_bytes(diffable_cell_text(copy, DIFFABLE_CELL_DETAIL), diffable_cell_text(cell, DIFFABLE_CELL_DETAIL)));
    assert_true(same_bytes(diffable_cell_text(copy, DIFFABLE_CELL_SECONDARY_TEXT),
        diffable_cell_text(cell, DIFFABLE_CELL_SECONDARY_TEXT)));
    assert_true(
        same_bytes(diffable_cell_text(copy, DIFFABLE_CELL_IMAGE), diffable_cell_text(cell, DIFFABLE_CELL_IMAGE)));
    assert_true(same_bytes(
        diffable_cell_text(copy, DIFFABLE_CELL_ACCESSORY), diffable_cell_text(cell, DIFFABLE_CELL_ACCESSORY)));
    assert_int_equal(
        diffable_cell_number(copy, DIFFABLE_CELL_HEIGHT), diffable_cell_number(cell, DIFFABLE_CELL_HEIGHT));
    assert_int_equal(
        diffable_cell_number(copy, DIFFABLE_CELL_INDENTATION), diffable_cell_number(cell, DIFFABLE_CELL_INDENTATION));
    diffable_cell_free(copy);
}

#endif
