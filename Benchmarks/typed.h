/*
 * Lists of a Swift program's own types, in the package typed. What a function returns as a pointer goes to typed_free.
 */
#ifndef TYPED_H
#define TYPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** String, Int, and a struct with an identifier and a content. */
typedef enum typed_kind { TYPED_STRINGS, TYPED_INTEGERS, TYPED_STRUCTS, TYPED_KINDS } typed_kind;
static const char *const typed_names[TYPED_KINDS] = { "String", "Int", "struct" };

/** How many items an apply deleted, inserted, moved and reconfigured. */
enum { TYPED_COUNTS = 4 };

void typed_free(void *object);
/** A list, of identifiers of 36 bytes that lie one behind the other, and of their revisions. */
void *typed_make_items(int32_t kind, const char *bytes, const uint64_t *revisions, ptrdiff_t count);
/** The bytes of an item in an array, without what it points to. */
ptrdiff_t typed_stride(void *items);
/** The number of changes that Heckel's algorithm finds between two lists. */
ptrdiff_t typed_heckel(void *old_items, void *new_items);
/** The number of changes that `difference(from:)` of the standard library finds between two lists. */
ptrdiff_t typed_standard(void *old_items, void *new_items);
/** A data source without a view. */
void *typed_make_source(int32_t kind);
/** Describes a list, from newSnapshot() or from an empty snapshot, and applies it. */
void typed_apply(void *source, void *items, bool is_anew, ptrdiff_t counts[TYPED_COUNTS]);
/** The current list of a data source. */
void *typed_snapshot(void *source);

#endif
