/* Random edits of a list with trees and contents of every sort. */
#ifndef RANDOM_EDITS_H
#define RANDOM_EDITS_H

#include "chance.h"

/** An identifier of a small pool: integers, texts and bytes that are no text. */
static inline diffable_id any_id(void)
{
    static const int64_t integers[] = { 0, 1, -1, 23, 24, 255, 256, 65536, -4294967297, INT64_MAX, INT64_MIN };
    static char texts[24][8];
    int kind = below(4), index = below(24);
    switch (kind) {
    case 0: return diffable_id_integer(integers[below(11)]);
    case 1: return diffable_id_integer(1000 + below(40));
    case 2: snprintf(texts[index], sizeof texts[index], "id %d", index); return diffable_id_string(texts[index]);
    default: {
        static const char *const bytes[] = { "\xff", "", "\xc3\xa9", "\xc3", "\xed\xa0\x80", "\xf0\x9f\x8d\x8e" };
        return diffable_id_string(bytes[below(6)]);
    }
    }
}

/**
 * A content: none, bytes of a C program, or a map as the Lua module writes it. It is valid until as many calls again.
 */
static inline diffable_content any_content(void)
{
    static uint64_t numbers[16];
    static unsigned char maps[16][8];
    static int next;
    next = (next + 1) % 16;
    numbers[next] = (uint64_t)below(5);
    unsigned char map[8] = { 0xA1, 0x61, 'k', (unsigned char)below(24), 0, 0, 0, 0 };
    memcpy(maps[next], map, sizeof map);
    switch (below(4)) {
    case 0: return (diffable_content){ NULL, 0, NULL, NULL };
    case 1: return diffable_content_from_revision(&numbers[next]);
    case 2: return diffable_content_bytes(maps[next], (size_t)below(5)); /* with 4 bytes a map, else no whole one */
    default: return diffable_content_bytes(maps[next], 4);
    }
}

/** Edits a list once. Some edits fail, and change nothing. */
static inline void edit_at_random(diffable_snapshot *snapshot)
{
    diffable_id ids[4], other = any_id();
    diffable_content contents[4];
    size_t count = (size_t)below(4) + 1;
    for (size_t i = 0; i < count; i += 1) {
        ids[i] = any_id();
        contents[i] = any_content();
    }
    switch (below(16)) {
    case 0: ignore(diffable_snapshot_append_sections(snapshot, ids, contents, 1, NULL)); break;
    case 1: ignore(diffable_snapshot_insert_sections_before(snapshot, ids, contents, 1, other, NULL)); break;
    case 2: ignore(diffable_snapshot_move_section_after(snapshot, ids[0], other, NULL)); break;
    case 3: ignore(diffable_snapshot_update_sections(snapshot, ids, contents, 1, NULL, NULL)); break;
    case 4:
        if (below(3) == 0) {
            ignore(diffable_snapshot_delete_sections(snapshot, ids, 1, NULL, NULL));
        }
        break;
    case 5: ignore(diffable_snapshot_delete_items(snapshot, ids, count, NULL, NULL)); break;
    case 6: ignore(diffable_snapshot_move_item_after(snapshot, ids[0], other, NULL)); break;
    case 7: ignore(diffable_snapshot_move_items(snapshot, ids, 1, (diffable_placement)below(6), &other, NULL)); break;
    case 8: ignore(diffable_snapshot_update_items(snapshot, ids, contents, 1, NULL, NULL)); break;
    case 9: ignore(diffable_snapshot_expand(snapshot, ids, 1, NULL)); break;
    case 10: ignore(diffable_snapshot_collapse(snapshot, ids, 1, NULL)); break;
    case 11: ignore(diffable_snapshot_set_expandable(snapshot, ids, 1, below(2) == 0, NULL)); break;
    case 12: ignore(diffable_snapshot_rename_item(snapshot, ids[0], other, NULL)); break;
    case 13: ignore(diffable_snapshot_append_items(snapshot, ids, contents, count, NULL, NULL)); break;
    default:
        ignore(
            diffable_snapshot_insert_items(snapshot, ids, contents, count, (diffable_placement)below(6), &other, NULL));
        break;
    }
}

#endif
