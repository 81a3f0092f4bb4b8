/* Puts the fields of an encoded table in the order of their keys. */
#include <stdlib.h>
#include <string.h>

#include "../internal.h"

/* Up to this many fields are sorted by insertion. */
enum { FEW_FIELDS = 16 };

/* The buffer of values for `compare_fields`. It is a variable because qsort has no argument for it. */
static _Thread_local const char *sorted_values;

/* No encoded key is a prefix of another one, so the first difference is in the keys. */
static int compare_fields(const void *one, const void *other)
{
    const diffable_lua_field *left = one, *right = other;
    if (left->rank != right->rank) {
        return left->rank < right->rank ? -1 : 1;
    }
    return memcmp(
        sorted_values + left->at, sorted_values + right->at, left->size < right->size ? left->size : right->size);
}

bool diffable_lua_sort_fields(const diffable_lua_encoder *encoder, diffable_lua_field *fields, size_t count)
{
    bool were_in_order = true;
    sorted_values = encoder->store->values.start;
    for (size_t i = 1; i < count && (were_in_order || count <= FEW_FIELDS); i += 1) {
        diffable_lua_field moved = fields[i];
        size_t place = i;
        while (place > 0
            && (moved.rank < fields[place - 1].rank
                || (moved.rank == fields[place - 1].rank && compare_fields(&moved, &fields[place - 1]) < 0))) {
            were_in_order = false;
            if (count > FEW_FIELDS) {
                break;
            }
            fields[place] = fields[place - 1];
            place -= 1;
        }
        if (place != i) {
            fields[place] = moved;
        }
    }
    if (!were_in_order && count > FEW_FIELDS) {
        qsort(fields, count, sizeof *fields, compare_fields);
    }
    return were_in_order;
}

char *diffable_lua_copy_fields(char *to, const char *values, const diffable_lua_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i += 1) {
        memcpy(to, values + fields[i].at, fields[i].size);
        to += fields[i].size;
    }
    return to;
}
