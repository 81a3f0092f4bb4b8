/**
 * @file diffable.h
 * Diffable: an engine for lists that change.
 *
 * A program describes what a sectioned list should be (a snapshot), the engine works out the smallest
 * set of changes from what the list is now, and carries it to a view:
 *
 *     identifiers -> snapshot -> difference -> data source (a transaction) -> view
 *
 * Ownership, in three sentences:
 *   1. Every `*_new` and `*_copy`, and everything handed out through a `**` parameter, is yours and goes
 *      back with the `*_free` of its type; `*_free(NULL)` does nothing.
 *   2. A returned `const` pointer, string or identifier is borrowed until its owner is next changed or freed.
 *   3. Inputs are copied before the call returns.
 * Nothing that the library hands out may be given to free(3).
 *
 * Errors: a function that can fail returns a `diffable_status`. Zero is success; a negative status says
 * that what failed changed nothing at all. `diffable_error **error` may be NULL; where it is not, it is
 * set on failure (and left alone on success) to an error object that is yours to free; what it held before
 * is overwritten, not freed. Two may come from every function that can fail, beside those named with it:
 * INVALID_ARGUMENT for a NULL that is not allowed, an array without its elements, a number that means
 * nothing; and LIMIT_EXCEEDED where something is added. To a function that cannot fail, a NULL object is
 * one that holds nothing.
 *
 * Threads: a function that takes only pointers to const may run beside others on the same object; any
 * other needs the object to itself. Different objects never need a lock of yours.
 *
 * Effect marks, one at the end of each description:
 *   [pure]   reads only            [edit]  changes its first argument
 *   [make]   makes a new object    [free]  gives one back
 *   [calls]  changes its first argument and may call providers, views, observers and completions
 *   [process] changes what all of the process share
 * followed by the cost, where n counts the items in the list, s its sections and k what is handed over.
 */
#ifndef DIFFABLE_H
#define DIFFABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------
 * Version
 * ------------------------------------------------------------------------------------------------- */

/** The first number of this header's version, which grows when programs must be compiled anew; that of the SONAME. */
#define DIFFABLE_VERSION_MAJOR 0
/** The second number, which grows when something is added. */
#define DIFFABLE_VERSION_MINOR 1
/** The third number, which grows when only faults are mended. */
#define DIFFABLE_VERSION_PATCH 0
/** The version of this header as text. */
#define DIFFABLE_VERSION "0.1.0"
/** The version as one number that grows: major * 1,000,000 + minor * 1,000 + patch. */
#define DIFFABLE_VERSION_NUMBER 1000

/** Returns the version of the library that runs, as `DIFFABLE_VERSION` is that of the header. [pure] O(1) */
const char *diffable_version(void);

/** Returns the version of the library that runs, in the form of `DIFFABLE_VERSION_NUMBER`. [pure] O(1) */
int32_t diffable_version_number(void);

/* ---------------------------------------------------------------------------------------------------
 * Identifiers
 * ------------------------------------------------------------------------------------------------- */

/** A run of bytes: any bytes, any length, no terminator needed. `data` may be NULL where `size` is 0. */
typedef struct diffable_bytes {
    const char *data;
    size_t size;
} diffable_bytes;

/** What a `diffable_id` holds. */
typedef enum diffable_id_kind {
    DIFFABLE_ID_NONE = 0,    /**< nothing: "not found" as a result, "the default" as an argument */
    DIFFABLE_ID_INTEGER = 1, /**< a 64-bit integer */
    DIFFABLE_ID_BYTES = 2    /**< a byte string */
} diffable_id_kind;

/**
 * Names a section or an item. The integer 1 and the string "1" are different identifiers; sections and
 * items live in separate spaces, so that a section may be called like an item. All zero is "none".
 */
typedef struct diffable_id {
    diffable_id_kind kind;
    union {
        int64_t integer;
        diffable_bytes bytes;
    } value;
} diffable_id;

/** Returns the identifier that names nothing. [pure] O(1) */
static inline diffable_id diffable_id_none(void)
{
    diffable_id id;
    id.kind = DIFFABLE_ID_NONE;
    id.value.bytes.data = NULL;
    id.value.bytes.size = 0;
    return id;
}

/** Returns an integer identifier. [pure] O(1) */
static inline diffable_id diffable_id_integer(int64_t integer)
{
    diffable_id id = diffable_id_none();
    id.kind = DIFFABLE_ID_INTEGER;
    id.value.integer = integer;
    return id;
}

/** Returns an identifier of `size` bytes, which it points to and does not copy. [pure] O(1) */
static inline diffable_id diffable_id_bytes(const char *data, size_t size)
{
    diffable_id id = diffable_id_none();
    id.kind = DIFFABLE_ID_BYTES;
    id.value.bytes.data = data;
    id.value.bytes.size = size;
    return id;
}

/** Returns the identifier spelled by a C string, which it points to and does not copy; none for NULL. [pure] O(length) */
static inline diffable_id diffable_id_string(const char *string)
{
    size_t size = 0;
    if (string == NULL) {
        return diffable_id_none();
    }
    while (string[size] != '\0') {
        size += 1;
    }
    return diffable_id_bytes(string, size);
}

/** Returns the bytes of a C string, without its terminator; none for NULL. [pure] O(length) */
static inline diffable_bytes diffable_bytes_string(const char *string)
{
    diffable_bytes bytes;
    bytes.data = string;
    bytes.size = 0;
    while (string != NULL && string[bytes.size] != '\0') {
        bytes.size += 1;
    }
    return bytes;
}

/**
 * Escapes bytes, so that they can be shown in a message, on a terminal or in a log: control characters, line separators
 * and marks that change the direction of text are spelled out (`\n`, `\u{1b}`), and so is each byte that is not UTF-8
 * (`\xff`). With `quoted` the text stands in double quotes, and quotes and backslashes in it are escaped as well.
 * Writes at most `capacity` bytes to `buffer`, without a terminator, and returns how many the whole text has: call it
 * with a `capacity` of 0 (`buffer` may be NULL then) to learn the size. [pure] O(size)
 */
size_t diffable_escape(const char *bytes, size_t size, bool quoted, char *buffer, size_t capacity);

/** The place of an item: its section and its place in it, both from 0. -1 says "none". */
typedef struct diffable_index_path {
    ptrdiff_t section;
    ptrdiff_t item;
} diffable_index_path;

/** Returns the index path of `item` in `section`. [pure] O(1) */
static inline diffable_index_path diffable_index_path_make(ptrdiff_t section, ptrdiff_t item)
{
    diffable_index_path path;
    path.section = section;
    path.item = item;
    return path;
}

/* ---------------------------------------------------------------------------------------------------
 * Errors
 * ------------------------------------------------------------------------------------------------- */

/** How a call ended. Values are never renumbered; later versions may add some. */
typedef enum diffable_status {
    DIFFABLE_OK = 0,
    DIFFABLE_ERROR_INVALID_ARGUMENT = -1,     /**< NULL, an unknown enumerator, an index out of range */
    DIFFABLE_ERROR_DUPLICATE_IDENTIFIER = -2, /**< already in the list, or twice in the call */
    DIFFABLE_ERROR_UNKNOWN_IDENTIFIER = -3,   /**< an item, a section or an anchor that is not there */
    DIFFABLE_ERROR_NO_SECTIONS = -4,          /**< items appended before any section */
    DIFFABLE_ERROR_INVALID_DESTINATION = -5,  /**< an anchor that is itself inserted or moved */
    DIFFABLE_ERROR_NO_PROVIDER = -6,          /**< a view asked for cells and there is no cell provider */
    DIFFABLE_ERROR_PROVIDER_FAILED = -7,      /**< a provider returned a failure */
    DIFFABLE_ERROR_INVALID_CELL = -8,         /**< a provider returned a cell that cannot be shown */
    DIFFABLE_ERROR_CALLBACK_FAILED = -9,      /**< an observer or a completion returned a failure */
    DIFFABLE_ERROR_OUTPUT_FAILED = -10,       /**< what a view wrote could not be written */
    DIFFABLE_ERROR_LIMIT_EXCEEDED = -11       /**< more items, or more bytes of identifiers, than a list can hold */
} diffable_status;

/** Says what went wrong: status, message, identifier, position. */
typedef struct diffable_error diffable_error;

/** Returns the name of a status, as messages spell it ("DUPLICATE_IDENTIFIER"); "UNKNOWN" for other numbers. [pure] O(1) */
const char *diffable_status_name(diffable_status status);

/** Gives an error back. [free] */
void diffable_error_free(diffable_error *error);

/** Returns the status that came with the error; `DIFFABLE_OK` for NULL. [pure] O(1) */
diffable_status diffable_error_status(const diffable_error *error);

/** Returns one line, "CODE: what is wrong", with indexes that count from 0. Borrowed from the error. [pure] O(1) */
const char *diffable_error_message(const diffable_error *error);

/** The same line with indexes that count from 1, for languages that do. Borrowed from the error. [pure] O(1) */
const char *diffable_error_message_from_one(const diffable_error *error);

/** Returns the identifier that the error is about, or none. Borrowed from the error. [pure] O(1) */
diffable_id diffable_error_identifier(const diffable_error *error);

/** Returns the place, in the array handed over, of the identifier that the error is about; -1 where there is none. [pure] O(1) */
ptrdiff_t diffable_error_position(const diffable_error *error);

/* ---------------------------------------------------------------------------------------------------
 * Snapshots
 * ------------------------------------------------------------------------------------------------- */

/**
 * What a list should be: sections in order, and in each section items in order, all named by unique
 * identifiers. A snapshot is a value: a copy is cheap, and changing it never changes the original.
 *
 * Beside its identifier each item and each section may carry a *revision*: any number that the caller
 * changes when what is shown changes (a row version, a modification time, a hash), 0 where there is
 * none. The same identifier with another revision is an update in place.
 *
 * Arrays of identifiers come with an array of revisions of the same length, or NULL. In the functions
 * that add, NULL says that all are 0; in those that mark, NULL leaves the revisions as they are.
 */
typedef struct diffable_snapshot diffable_snapshot;

/** Returns an empty snapshot. [make] O(1) */
diffable_snapshot *diffable_snapshot_new(void);

/** Returns a snapshot equal to the given one, with its marks; NULL for NULL. [make] O(1), storage is shared until one of them changes */
diffable_snapshot *diffable_snapshot_copy(const diffable_snapshot *snapshot);

/** Gives a snapshot back. [free] */
void diffable_snapshot_free(diffable_snapshot *snapshot);

/** Tells whether both have the same sections and items in the same order with the same revisions; marks do not count. [pure] O(n), O(s) between snapshots that share storage */
bool diffable_snapshot_equal(const diffable_snapshot *snapshot, const diffable_snapshot *other);

/* Sections */

/** Appends sections. Errors: DUPLICATE_IDENTIFIER. [edit] O(k + s) */
diffable_status diffable_snapshot_append_sections(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/** Inserts sections in front of the section `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + s) */
diffable_status diffable_snapshot_insert_sections_before(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Inserts sections behind the section `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + s) */
diffable_status diffable_snapshot_insert_sections_after(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Deletes sections with their items; those that are not there are ignored. `deleted` (may be NULL) receives how many went. [edit] O(k + s + their items) */
diffable_status diffable_snapshot_delete_sections(diffable_snapshot *snapshot, const diffable_id *ids, size_t count, size_t *deleted, diffable_error **error);

/** Moves a section with its items in front of the section `anchor`. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(s) */
diffable_status diffable_snapshot_move_section_before(diffable_snapshot *snapshot, diffable_id section, diffable_id anchor, diffable_error **error);

/** Moves a section with its items behind the section `anchor`. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(s) */
diffable_status diffable_snapshot_move_section_after(diffable_snapshot *snapshot, diffable_id section, diffable_id anchor, diffable_error **error);

/** Marks sections, and so every item in them, for a fresh cell at the next apply. Errors: UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_snapshot_reload_sections(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/* Items */

/** Appends items to `section`; to the last one where `section` is none. Errors: NO_SECTIONS, DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_snapshot_append_items(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id section, diffable_error **error);

/** Inserts items in front of the item `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + log n) */
diffable_status diffable_snapshot_insert_items_before(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Inserts items behind the item `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + log n) */
diffable_status diffable_snapshot_insert_items_after(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Deletes items; those that are not there are ignored. `deleted` (may be NULL) receives how many went. [edit] O(k log n) */
diffable_status diffable_snapshot_delete_items(diffable_snapshot *snapshot, const diffable_id *ids, size_t count, size_t *deleted, diffable_error **error);

/** Deletes all items, and all sections with them. [edit] O(1) */
diffable_status diffable_snapshot_delete_all_items(diffable_snapshot *snapshot, diffable_error **error);

/** Moves an item in front of the item `anchor`, also into another section. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(log n) */
diffable_status diffable_snapshot_move_item_before(diffable_snapshot *snapshot, diffable_id item, diffable_id anchor, diffable_error **error);

/** Moves an item behind the item `anchor`, also into another section. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(log n) */
diffable_status diffable_snapshot_move_item_after(diffable_snapshot *snapshot, diffable_id item, diffable_id anchor, diffable_error **error);

/** Moves items to the end of `section`, in the order given. Errors: DUPLICATE_IDENTIFIER (an item twice in the call), UNKNOWN_IDENTIFIER. [edit] O(k log n) */
diffable_status diffable_snapshot_move_items_to_section(diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_id section, diffable_error **error);

/** Marks items for a fresh cell at the next apply, and gives them new revisions where there are any. Errors: UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_snapshot_reload_items(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/** Marks items to have the provider run again on their cells at the next apply, and gives them new revisions where there are any. Errors: UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_snapshot_reconfigure_items(diffable_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/* Look-ups. One that finds nothing returns -1 or none; one *inside* a section that is not there fails. */

/** Returns the number of sections; 0 for NULL. [pure] O(1) */
size_t diffable_snapshot_number_of_sections(const diffable_snapshot *snapshot);

/** Returns the number of items in all sections; 0 for NULL. [pure] O(1) */
size_t diffable_snapshot_number_of_items(const diffable_snapshot *snapshot);

/** Tells the number of items in one section. Errors: UNKNOWN_IDENTIFIER. [pure] O(1) */
diffable_status diffable_snapshot_number_of_items_in_section(const diffable_snapshot *snapshot, diffable_id section, size_t *number, diffable_error **error);

/** Returns the place of a section among the sections, or -1. [pure] O(1) */
ptrdiff_t diffable_snapshot_index_of_section(const diffable_snapshot *snapshot, diffable_id section);

/** Returns the place of an item counted over all sections, or -1. [pure] O(log n) */
ptrdiff_t diffable_snapshot_index_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the index path of an item, or { -1, -1 }. [pure] O(log n) */
diffable_index_path diffable_snapshot_index_path_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the section that an item is in, or none. Borrowed from the snapshot. [pure] O(1) */
diffable_id diffable_snapshot_section_containing_item(const diffable_snapshot *snapshot, diffable_id item);

/** Tells whether an item is in the list. [pure] O(1) */
bool diffable_snapshot_contains_item(const diffable_snapshot *snapshot, diffable_id item);

/** Tells whether a section is in the list. [pure] O(1) */
bool diffable_snapshot_contains_section(const diffable_snapshot *snapshot, diffable_id section);

/** Returns the section at an index, or none. Borrowed from the snapshot. [pure] O(1) */
diffable_id diffable_snapshot_section_at(const diffable_snapshot *snapshot, size_t index);

/** Returns the item at an index path, or none. Borrowed from the snapshot. [pure] O(log n) */
diffable_id diffable_snapshot_item_at(const diffable_snapshot *snapshot, diffable_index_path index_path);

/** Returns the revision of an item; 0 where there is no such item. [pure] O(1) */
uint64_t diffable_snapshot_revision_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the revision of a section; 0 where there is no such section. [pure] O(1) */
uint64_t diffable_snapshot_revision_of_section(const diffable_snapshot *snapshot, diffable_id section);

/*
 * Lists are read in pieces of any size: from the `first`-th on, at most `capacity` identifiers are
 * written to `ids` (borrowed from the snapshot), and the number written is returned. A piece that is
 * shorter than its capacity was the last. `ids` may be NULL where `capacity` is 0.
 */

/** Reads the sections in order. [pure] O(k) */
size_t diffable_snapshot_section_identifiers(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items of all sections in order. [pure] O(k + log n) */
size_t diffable_snapshot_item_identifiers(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items of one section in order; `count` receives the number written. Errors: UNKNOWN_IDENTIFIER. [pure] O(k + log n) */
diffable_status diffable_snapshot_item_identifiers_in_section(const diffable_snapshot *snapshot, diffable_id section, size_t first, diffable_id *ids, size_t capacity, size_t *count, diffable_error **error);

/** Reads the items marked by `reload_items`, in the order in which they were marked. [pure] O(all marks) */
size_t diffable_snapshot_reloaded_item_identifiers(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items marked by `reconfigure_items`, in the order in which they were marked. [pure] O(all marks) */
size_t diffable_snapshot_reconfigured_item_identifiers(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the sections marked by `reload_sections`, in the order in which they were marked. [pure] O(all marks) */
size_t diffable_snapshot_reloaded_section_identifiers(const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/* ---------------------------------------------------------------------------------------------------
 * Section snapshots
 * ------------------------------------------------------------------------------------------------- */

/**
 * What one section should be, as a tree: items below items, each parent expanded or collapsed. A list shows
 * the visible items, those whose every ancestor is expanded, in depth-first order. A value, as a snapshot is.
 *
 * Costs are in n (items in the tree), d (levels), b (children of one parent) and k (what is handed over).
 */
typedef struct diffable_section_snapshot diffable_section_snapshot;

/** Returns an empty tree. [make] O(1) */
diffable_section_snapshot *diffable_section_snapshot_new(void);

/** Returns a tree equal to the given one, with its marks; NULL for NULL. [make] O(1), storage is shared until one of them changes */
diffable_section_snapshot *diffable_section_snapshot_copy(const diffable_section_snapshot *snapshot);

/** Gives a tree back. [free] */
void diffable_section_snapshot_free(diffable_section_snapshot *snapshot);

/** Tells whether both have the same items in the same places with the same revisions, and the same ones expanded; marks do not count. [pure] O(n) */
bool diffable_section_snapshot_equal(const diffable_section_snapshot *snapshot, const diffable_section_snapshot *other);

/** Appends items below `parent`; at the root level where `parent` is none. Errors: DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_section_snapshot_append(diffable_section_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id parent, diffable_error **error);

/** Inserts items in front of the item `anchor`, below the same parent. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + b) */
diffable_status diffable_section_snapshot_insert_before(diffable_section_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Inserts items behind the item `anchor` and all that is below it. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + b) */
diffable_status diffable_section_snapshot_insert_after(diffable_section_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_id anchor, diffable_error **error);

/** Deletes items with all that is below them; those that are not there are ignored. `deleted` (may be NULL) receives how many items went. [edit] O(what goes + b) */
diffable_status diffable_section_snapshot_delete(diffable_section_snapshot *snapshot, const diffable_id *ids, size_t count, size_t *deleted, diffable_error **error);

/** Deletes everything. [edit] O(1) */
diffable_status diffable_section_snapshot_delete_all(diffable_section_snapshot *snapshot, diffable_error **error);

/** Puts a whole tree in the place of everything below `parent`; what is expanded in it stays so. Errors: UNKNOWN_IDENTIFIER, DUPLICATE_IDENTIFIER for an item that is elsewhere in the tree. [edit] O(what goes + what comes) */
diffable_status diffable_section_snapshot_replace_children(diffable_section_snapshot *snapshot, diffable_id parent, const diffable_section_snapshot *children, diffable_error **error);

/** Expands items, also such without children; those that are not there are ignored. [edit] O(k) */
diffable_status diffable_section_snapshot_expand(diffable_section_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/** Collapses items; those that are not there are ignored. [edit] O(k) */
diffable_status diffable_section_snapshot_collapse(diffable_section_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/** Marks items, hidden ones as well, for a fresh cell at the next apply, and gives them new revisions where there are any. Errors: UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_section_snapshot_reload_items(diffable_section_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/** Marks items, hidden ones as well, to have the provider run again on their cells, and gives them new revisions where there are any. Errors: UNKNOWN_IDENTIFIER. [edit] O(k) */
diffable_status diffable_section_snapshot_reconfigure_items(diffable_section_snapshot *snapshot, const diffable_id *ids, const uint64_t *revisions, size_t count, diffable_error **error);

/** Returns the number of items, hidden ones included; 0 for NULL. [pure] O(1) */
size_t diffable_section_snapshot_number_of_items(const diffable_section_snapshot *snapshot);

/** Tells whether an item is in the tree. [pure] O(1) */
bool diffable_section_snapshot_contains(const diffable_section_snapshot *snapshot, diffable_id item);

/** Returns the place of an item in depth-first order, hidden ones counted, or -1. [pure] O(n) */
ptrdiff_t diffable_section_snapshot_index(const diffable_section_snapshot *snapshot, diffable_id item);

/** Returns the revision of an item; 0 where there is no such item. [pure] O(1) */
uint64_t diffable_section_snapshot_revision_of_item(const diffable_section_snapshot *snapshot, diffable_id item);

/** Tells whether an item is expanded. Errors: UNKNOWN_IDENTIFIER. [pure] O(1) */
diffable_status diffable_section_snapshot_is_expanded(const diffable_section_snapshot *snapshot, diffable_id item, bool *is_expanded, diffable_error **error);

/** Tells whether every ancestor of an item is expanded. Errors: UNKNOWN_IDENTIFIER. [pure] O(d) */
diffable_status diffable_section_snapshot_is_visible(const diffable_section_snapshot *snapshot, diffable_id item, bool *is_visible, diffable_error **error);

/** Tells the level of an item, 0 at the root level. Errors: UNKNOWN_IDENTIFIER. [pure] O(d) */
diffable_status diffable_section_snapshot_level(const diffable_section_snapshot *snapshot, diffable_id item, size_t *level, diffable_error **error);

/** Tells the parent of an item, none at the root level. Borrowed from the tree. Errors: UNKNOWN_IDENTIFIER. [pure] O(1) */
diffable_status diffable_section_snapshot_parent(const diffable_section_snapshot *snapshot, diffable_id item, diffable_id *parent, diffable_error **error);

/** Makes what is below an item a tree of its own, with what is expanded in it; with the item itself as the root where `including_parent` is true. Errors: UNKNOWN_IDENTIFIER. [make] O(what is below) */
diffable_status diffable_section_snapshot_snapshot_of(const diffable_section_snapshot *snapshot, diffable_id parent, bool including_parent, diffable_section_snapshot **out, diffable_error **error);

/* Lists are read as those of a snapshot; each reading walks the whole tree, so read them in one piece. */

/** Reads all items in depth-first order. [pure] O(n) */
size_t diffable_section_snapshot_items(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items of the root level. [pure] O(roots) */
size_t diffable_section_snapshot_root_items(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the visible items. [pure] O(n) */
size_t diffable_section_snapshot_visible_items(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the expanded items in depth-first order. [pure] O(n) */
size_t diffable_section_snapshot_expanded_items(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items marked by `reload_items`, in the order in which they were marked. [pure] O(all marks) */
size_t diffable_section_snapshot_reloaded_item_identifiers(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** Reads the items marked by `reconfigure_items`, in the order in which they were marked. [pure] O(all marks) */
size_t diffable_section_snapshot_reconfigured_item_identifiers(const diffable_section_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/* ---------------------------------------------------------------------------------------------------
 * Differences
 * ------------------------------------------------------------------------------------------------- */

/** What a change does. */
typedef enum diffable_change_kind {
    DIFFABLE_DELETED_SECTIONS = 0,  /**< `from` in the old list */
    DIFFABLE_INSERTED_SECTIONS = 1, /**< `to` in the new list */
    DIFFABLE_MOVED_SECTIONS = 2,    /**< `from` and `to` */
    DIFFABLE_UPDATED_SECTIONS = 3,  /**< stays, with another revision or a reload mark; `from` and `to` */
    DIFFABLE_DELETED_ITEMS = 4,
    DIFFABLE_INSERTED_ITEMS = 5,
    DIFFABLE_MOVED_ITEMS = 6,       /**< within its section, or into another one */
    DIFFABLE_RELOADED_ITEMS = 7,    /**< stays or moves, and wants a fresh cell */
    DIFFABLE_RECONFIGURED_ITEMS = 8 /**< stays or moves, and shows something else */
} diffable_change_kind;

/**
 * One change. `from` is a place in the old list and `to` one in the new list, each -1 where there is none;
 * for sections only their `section` counts. An item may be in MOVED and in RELOADED or RECONFIGURED.
 */
typedef struct diffable_change {
    size_t struct_size;       /**< set it to sizeof(diffable_change), as DIFFABLE_CHANGE_INIT does */
    diffable_id id;           /**< borrowed from the difference */
    diffable_index_path from;
    diffable_index_path to;
    bool with_section;        /**< a deleted or inserted item that goes or comes with its section */
} diffable_change;

/** What a `diffable_change` starts as. */
#define DIFFABLE_CHANGE_INIT { sizeof(diffable_change), { DIFFABLE_ID_NONE, { 0 } }, { -1, -1 }, { -1, -1 }, false }

/**
 * What changed between two snapshots, with the fewest moves possible. To replay it over an array of
 * arrays: take away the deleted and moved items and then the deleted and moved sections, all by `from`;
 * put the inserted and moved sections, then the inserted and moved items in place, by `to` in ascending order.
 */
typedef struct diffable_difference diffable_difference;

/** Returns the difference from one snapshot to another; NULL where one of them is NULL. [make] O(what differs) between snapshots that share storage, else O(n log n) at most */
diffable_difference *diffable_difference_new(const diffable_snapshot *old_snapshot, const diffable_snapshot *new_snapshot);

/** Returns the same difference, to be kept longer than what it is borrowed from; NULL for NULL. [make] O(1) */
diffable_difference *diffable_difference_copy(const diffable_difference *difference);

/** Gives a difference back. [free] */
void diffable_difference_free(diffable_difference *difference);

/** Tells whether nothing changed. [pure] O(1) */
bool diffable_difference_is_empty(const diffable_difference *difference);

/** Returns the number of changes of a kind; 0 for a kind that does not exist. [pure] O(1) */
size_t diffable_difference_count(const diffable_difference *difference, diffable_change_kind kind);

/** Reads one change of a kind. Deleted ones are in the order of the old list, all others in that of the new one. Errors: INVALID_ARGUMENT for a kind or an index that does not exist. [pure] O(log n) */
diffable_status diffable_difference_at(const diffable_difference *difference, diffable_change_kind kind, size_t index, diffable_change *change, diffable_error **error);

/** Returns one line of counts, such as "1 section inserted; 2 items deleted, 3 moved". Borrowed. [pure] O(1) */
const char *diffable_difference_description(const diffable_difference *difference);

/* ---------------------------------------------------------------------------------------------------
 * Steps
 * ------------------------------------------------------------------------------------------------- */

/** What a step does. */
typedef enum diffable_step_kind {
    DIFFABLE_STEP_DELETE_SECTIONS = 0,
    DIFFABLE_STEP_INSERT_SECTIONS = 1, /**< without items: those come in steps of their own */
    DIFFABLE_STEP_MOVE_SECTIONS = 2,
    DIFFABLE_STEP_UPDATE_SECTIONS = 3,
    DIFFABLE_STEP_DELETE_ITEMS = 4,
    DIFFABLE_STEP_INSERT_ITEMS = 5,
    DIFFABLE_STEP_MOVE_ITEMS = 6,
    DIFFABLE_STEP_RELOAD_ITEMS = 7,
    DIFFABLE_STEP_RECONFIGURE_ITEMS = 8
} diffable_step_kind;

/**
 * A change of `count` neighbours. Every index is the one that holds when the step's turn comes. For
 * sections only `section` counts.
 */
typedef struct diffable_step {
    size_t struct_size;             /**< set it to sizeof(diffable_step), as DIFFABLE_STEP_INIT does */
    diffable_step_kind kind;
    size_t count;
    diffable_index_path from;       /**< the first of them; { -1, -1 } for insertions */
    diffable_index_path to;         /**< for insertions and moves: where the first is put, when those that move are out of the list */
    diffable_index_path final_path; /**< the first of them in the new list, to read them there; { -1, -1 } for deletions */
} diffable_step;

/** What a `diffable_step` starts as. */
#define DIFFABLE_STEP_INIT { sizeof(diffable_step), DIFFABLE_STEP_DELETE_SECTIONS, 0, { -1, -1 }, { -1, -1 }, { -1, -1 } }

/**
 * A difference as a sequence in which every step's indexes hold at its moment: for arrays, list models of
 * toolkits, and whatever else is changed one step at a time. First deletions, from the end; then sections
 * and items, from the front, into their places; then updates.
 */
typedef struct diffable_steps diffable_steps;

/** Returns the steps of a difference; NULL for NULL. [make] O(c log c + s) for c changes */
diffable_steps *diffable_steps_new(const diffable_difference *difference);

/** Gives steps back. [free] */
void diffable_steps_free(diffable_steps *steps);

/** Returns the number of steps; 0 for NULL. [pure] O(1) */
size_t diffable_steps_count(const diffable_steps *steps);

/** Reads one step. Errors: INVALID_ARGUMENT for an index that does not exist. [pure] O(1) */
diffable_status diffable_steps_at(const diffable_steps *steps, size_t index, diffable_step *step, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Transactions
 * ------------------------------------------------------------------------------------------------- */

/** How rows come and go where a view can show motion. */
typedef enum diffable_row_animation {
    DIFFABLE_ANIMATION_AUTOMATIC = 0,
    DIFFABLE_ANIMATION_FADE = 1,
    DIFFABLE_ANIMATION_RIGHT = 2,
    DIFFABLE_ANIMATION_LEFT = 3,
    DIFFABLE_ANIMATION_TOP = 4,
    DIFFABLE_ANIMATION_BOTTOM = 5,
    DIFFABLE_ANIMATION_MIDDLE = 6,
    DIFFABLE_ANIMATION_NONE = 7
} diffable_row_animation;

/** Returns the name of an animation ("left"); NULL for other numbers. [pure] O(1) */
const char *diffable_row_animation_name(diffable_row_animation animation);

/** One apply: the list before, the list after, and what changed. */
typedef struct diffable_transaction diffable_transaction;

/** Returns the same transaction, to be kept beyond a callback; NULL for NULL. [make] O(1) */
diffable_transaction *diffable_transaction_copy(const diffable_transaction *transaction);

/** Gives a transaction back. [free] */
void diffable_transaction_free(diffable_transaction *transaction);

/** Returns the list before. Borrowed from the transaction. [pure] O(1) */
const diffable_snapshot *diffable_transaction_initial_snapshot(const diffable_transaction *transaction);

/** Returns the list after, without marks. Borrowed from the transaction. [pure] O(1) */
const diffable_snapshot *diffable_transaction_final_snapshot(const diffable_transaction *transaction);

/** Returns what changed. Borrowed from the transaction. [pure] O(1) */
const diffable_difference *diffable_transaction_difference(const diffable_transaction *transaction);

/** Returns the animation that the apply was to be shown with; NONE where it was not to be animated. [pure] O(1) */
diffable_row_animation diffable_transaction_animation(const diffable_transaction *transaction);

/**
 * What one apply did to each section that was there before and after and whose items changed, the last
 * section first. An item that came from another section is inserted in its section's difference.
 */
typedef struct diffable_section_transactions diffable_section_transactions;

/** Returns the section transactions of a transaction; NULL for NULL. [make] O(items of the sections that changed) */
diffable_section_transactions *diffable_section_transactions_new(const diffable_transaction *transaction);

/** Gives section transactions back. [free] */
void diffable_section_transactions_free(diffable_section_transactions *transactions);

/** Returns how many there are; 0 for NULL. [pure] O(1) */
size_t diffable_section_transactions_count(const diffable_section_transactions *transactions);

/** Returns the section of one, or none past the end. Borrowed. [pure] O(1) */
diffable_id diffable_section_transactions_section_at(const diffable_section_transactions *transactions, size_t index);

/** Returns the section as it was, or NULL past the end. Borrowed. [pure] O(1) */
const diffable_section_snapshot *diffable_section_transactions_initial_snapshot_at(const diffable_section_transactions *transactions, size_t index);

/** Returns the section as it is, or NULL past the end. Borrowed. [pure] O(1) */
const diffable_section_snapshot *diffable_section_transactions_final_snapshot_at(const diffable_section_transactions *transactions, size_t index);

/** Returns what changed in the section, by index paths whose section is 0; NULL past the end. Borrowed. [pure] O(1) */
const diffable_difference *diffable_section_transactions_difference_at(const diffable_section_transactions *transactions, size_t index);

/* ---------------------------------------------------------------------------------------------------
 * Cells
 * ------------------------------------------------------------------------------------------------- */

/**
 * What a row or a supplementary view of a section shows. A provider fills it in; what it leaves alone is not shown.
 * The texts are copied as soon as the provider has returned: they may lie in static storage, in what
 * `user_data` points to, or be what the provider was given; not on the provider's own stack.
 */
typedef struct diffable_cell {
    size_t struct_size;            /**< set it to sizeof(diffable_cell), as DIFFABLE_CELL_INIT does */
    diffable_bytes text;           /**< at the left */
    diffable_bytes detail;         /**< at the right */
    diffable_bytes secondary_text; /**< on a second line */
    diffable_bytes image;          /**< a glyph in front of the text */
    diffable_bytes accessory;      /**< "checkmark", "disclosure", "star", "star.fill", "none" or a short text */
    int32_t height;                /**< in lines, 1 to 1,000; 0 is as many as the cell needs */
    int32_t indentation;           /**< in levels, 0 to 100 */
} diffable_cell;

/** What a `diffable_cell` starts as. */
#define DIFFABLE_CELL_INIT { sizeof(diffable_cell), { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, 0, 0 }

/* ---------------------------------------------------------------------------------------------------
 * Callbacks
 *
 * A callback must return normally: no longjmp and no C++ exception may leave it. `user_data` is what was
 * given with it. A `finalize` (may be NULL) is called exactly once with that `user_data`, when the
 * callback is no longer needed, also when registering it failed and when the callback itself is NULL. That
 * of an apply is called when the apply is over, before the next one in the queue begins. Identifiers and
 * objects that a callback is given are borrowed until it returns.
 * ------------------------------------------------------------------------------------------------- */

/** Lets go of what a callback needed. */
typedef void (*diffable_finalize)(void *user_data);

/** Fills in the cell of an item. A negative status undoes the apply. */
typedef diffable_status (*diffable_cell_provider)(diffable_id item, uint64_t revision, diffable_index_path index_path, diffable_cell *cell, void *user_data);

/** Returns the kind of an item, borrowed until the next call, by which its cell provider is found; NULL for none. */
typedef const char *(*diffable_kind_provider)(diffable_id item, uint64_t revision, void *user_data);

/** Fills in a supplementary view of a section. Text views ask for the kinds "header" and "footer"; `diffable_data_source_supplementary_cell` asks for any. A cell without text says that there is none. A negative status undoes the apply. */
typedef diffable_status (*diffable_supplementary_provider)(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *user_data);

/** Is told of an apply after it took place. A negative status fails the call to apply and undoes nothing. */
typedef diffable_status (*diffable_transaction_handler)(const diffable_transaction *transaction, void *user_data);

/** Takes what a view writes. A negative status fails the call to apply and undoes nothing. */
typedef diffable_status (*diffable_writer)(const char *bytes, size_t size, void *user_data);

/** Answers a question about an item by setting `answer`, which starts as false. A negative status undoes what was asked for. */
typedef diffable_status (*diffable_item_question)(diffable_id item, bool *answer, void *user_data);

/** Is told that something is about to happen to an item. A negative status undoes it. */
typedef diffable_status (*diffable_item_handler)(diffable_id item, void *user_data);

/** Makes the children of an item that is being expanded: `children` holds those there are, and is to be edited. A negative status undoes it. */
typedef diffable_status (*diffable_children_handler)(diffable_id parent, diffable_section_snapshot *children, void *user_data);

/* ---------------------------------------------------------------------------------------------------
 * Views
 * ------------------------------------------------------------------------------------------------- */

/** Shows the list of a data source after each apply. There are several kinds, each made by a function of its own. */
typedef struct diffable_view diffable_view;

/** Gives a view back; data sources that show it keep what they need. [free] */
void diffable_view_free(diffable_view *view);

/** When a text view colours its lines. The signs say the same without. */
typedef enum diffable_color {
    DIFFABLE_COLOR_AUTO = 0,   /**< on stdout, where NO_COLOR and CLICOLOR_FORCE say so, or else where that is a terminal and TERM is not "dumb" */
    DIFFABLE_COLOR_ALWAYS = 1,
    DIFFABLE_COLOR_NEVER = 2
} diffable_color;

/** How a text view shows a list. */
typedef struct diffable_text_view_options {
    size_t struct_size;   /**< set it to sizeof(diffable_text_view_options), as DIFFABLE_TEXT_VIEW_OPTIONS_INIT does */
    size_t width;         /**< columns that right-aligned details end at, 20 to 1,000; 0 is those of the terminal written to, else 60 */
    size_t context;       /**< unchanged rows shown on each side of a change; longer runs are folded into one line */
    diffable_color color;
} diffable_text_view_options;

/** What `diffable_text_view_options` start as. */
#define DIFFABLE_TEXT_VIEW_OPTIONS_INIT { sizeof(diffable_text_view_options), 0, 6, DIFFABLE_COLOR_AUTO }

/**
 * Makes a view that shows the list as lines of text, with its changes marked: `+` inserted, `-` deleted,
 * `>` moved, `~` updated, and one line that counts them. It gives them to `writer`, one call an apply; to stdout
 * where `writer` is NULL, which is flushed, and there, on a terminal, it cuts them at the last column. `options` may be NULL.
 * Errors: INVALID_ARGUMENT. [make] O(1)
 */
diffable_status diffable_text_view_new(const diffable_text_view_options *options, diffable_writer writer, void *user_data, diffable_finalize finalize, diffable_view **out, diffable_error **error);

/**
 * Makes a view that shows lists as a stream of events for other programs to read, one JSON object a line, as
 * docs/ndjson.md says. It gives them to `writer`, one call an apply; to stdout where `writer` is NULL, which is
 * flushed. Data sources that show the same view are lists of the same stream. It keeps no cells. Errors: INVALID_ARGUMENT. [make] O(1)
 */
diffable_status diffable_ndjson_view_new(diffable_writer writer, void *user_data, diffable_finalize finalize, diffable_view **out, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Data sources
 * ------------------------------------------------------------------------------------------------- */

/**
 * Owns the current list, applies snapshots to it, and asks providers for the cells that its view shows.
 * It may be freed inside one of its own callbacks: the running apply comes to its end first.
 */
typedef struct diffable_data_source diffable_data_source;

/** Returns a data source with an empty list, no view and no provider. [make] O(1) */
diffable_data_source *diffable_data_source_new(void);

/** Gives a data source back. [free] */
void diffable_data_source_free(diffable_data_source *source);

/** Sets the provider of cells, for items of whose kind no other is registered; NULL for none. The one that was there is finalized. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_cell_provider(diffable_data_source *source, diffable_cell_provider provider, void *user_data, diffable_finalize finalize, diffable_error **error);

/** Sets what tells the kinds of items; NULL for none. The one that was there is finalized. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_kind_provider(diffable_data_source *source, diffable_kind_provider provider, void *user_data, diffable_finalize finalize, diffable_error **error);

/** Registers the provider of cells for a kind of items; NULL for none. The one that was registered for it is finalized. Errors: INVALID_ARGUMENT. [edit] O(registered kinds) */
diffable_status diffable_data_source_register_cell_provider(diffable_data_source *source, const char *kind, diffable_cell_provider provider, void *user_data, diffable_finalize finalize, diffable_error **error);

/** Sets the provider of headers, footers and whatever else is asked for; NULL for none. The one that was there is finalized. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_supplementary_provider(diffable_data_source *source, diffable_supplementary_provider provider, void *user_data, diffable_finalize finalize, diffable_error **error);

/** Sets the view that shows the list from the next apply on; NULL for none. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_view(diffable_data_source *source, const diffable_view *view, diffable_error **error);

/** Adds an observer, told of every apply after those that were added before it. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_on_apply(diffable_data_source *source, diffable_transaction_handler observer, void *user_data, diffable_finalize finalize, diffable_error **error);

/** Returns the animation of applies that name none. [pure] O(1) */
diffable_row_animation diffable_data_source_default_row_animation(const diffable_data_source *source);

/** Sets the animation of applies that name none, from the next apply on. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_default_row_animation(diffable_data_source *source, diffable_row_animation animation, diffable_error **error);

/** How a snapshot is applied. */
typedef struct diffable_apply_options {
    size_t struct_size;                /**< set it to sizeof(diffable_apply_options), as DIFFABLE_APPLY_OPTIONS_INIT does */
    bool animating_differences;        /**< false: the view shows the new state at once */
    bool has_animation;                /**< false: the data source's default row animation */
    diffable_row_animation animation;
} diffable_apply_options;

/** What `diffable_apply_options` start as: animated, with the data source's default. */
#define DIFFABLE_APPLY_OPTIONS_INIT { sizeof(diffable_apply_options), true, false, DIFFABLE_ANIMATION_AUTOMATIC }

/**
 * Makes the list what the snapshot says. In this order: the difference is computed, the view asks the
 * providers for what it will show, the list and the view change together, observers are told, the
 * completion is called. A provider that fails leaves list and view as they were. [calls] O(what differs) where
 * the snapshot came from this data source, else O(n log n) at most
 *
 * `options` may be NULL. `completion` (may be NULL) is called exactly once, in the order of the applies,
 * also when nothing changed; not where the apply failed. `transaction` may be NULL; where it is not,
 * `*transaction` is NULL unless this very apply took place.
 *
 * Called from inside a provider, an observer, a completion or a writer of the same data source, it puts
 * the snapshot in a queue, sets `*transaction` to NULL and returns DIFFABLE_OK. The queue is worked off,
 * in order, before the outermost call returns; nothing is dropped. Where a queued apply or a
 * callback fails, the rest of the queue still runs, and the outermost call returns the first such failure;
 * its own `*transaction` is set, since its own apply took place.
 *
 * Errors: INVALID_ARGUMENT, NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL; after the apply took place:
 * OUTPUT_FAILED, CALLBACK_FAILED, and those of queued applies.
 */
diffable_status diffable_data_source_apply(diffable_data_source *source, const diffable_snapshot *snapshot, const diffable_apply_options *options, diffable_transaction_handler completion, void *user_data, diffable_finalize finalize, diffable_transaction **transaction, diffable_error **error);

/**
 * Makes the list what the snapshot says without animation, and has the view ask for every cell that it
 * shows anew; marks do not count. The transaction's difference is complete all the same. In all else it
 * is `diffable_data_source_apply`. [calls] O(n)
 */
diffable_status diffable_data_source_apply_using_reload_data(diffable_data_source *source, const diffable_snapshot *snapshot, diffable_transaction_handler completion, void *user_data, diffable_finalize finalize, diffable_transaction **transaction, diffable_error **error);

/* Section snapshots of a data source */

/**
 * Makes the visible items of a tree the items of `section`, which is appended where the list lacks it; items
 * that are in other sections move in. A later apply of a snapshot keeps the tree: items that are gone are
 * dropped from it, new ones are placed behind the item in front of them, at its level. In all else it is
 * `diffable_data_source_apply`. [calls] O(items of the section)
 */
diffable_status diffable_data_source_apply_section(diffable_data_source *source, const diffable_section_snapshot *section_snapshot, diffable_id section, const diffable_apply_options *options, diffable_transaction_handler completion, void *user_data, diffable_finalize finalize, diffable_transaction **transaction, diffable_error **error);

/** Returns the tree of a section: the one that was applied, else its items as roots; an empty one where there is no such section. [make] O(1) for a tree that was applied, else O(items of the section) */
diffable_section_snapshot *diffable_data_source_section_snapshot(const diffable_data_source *source, diffable_id section);

/** What is asked and told when a user expands or collapses an item, each of them with the old state still in place. NULL says yes, or that nobody wants to know. */
typedef struct diffable_section_snapshot_handlers {
    size_t struct_size; /**< set it to sizeof(diffable_section_snapshot_handlers), as DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT does */
    diffable_item_question should_expand_item;
    diffable_item_handler will_expand_item;
    diffable_item_question should_collapse_item;
    diffable_item_handler will_collapse_item;
    diffable_children_handler snapshot_for_expanding_parent;
} diffable_section_snapshot_handlers;

/** What `diffable_section_snapshot_handlers` start as. */
#define DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT { sizeof(diffable_section_snapshot_handlers), NULL, NULL, NULL, NULL, NULL }

/** Sets the handlers of expansion; NULL for none. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_section_snapshot_handlers(diffable_data_source *source, const diffable_section_snapshot_handlers *handlers, void *user_data, diffable_finalize finalize, diffable_error **error);

/**
 * A user's tap on an item: expands it, or collapses it. Asked and told in this order: `should_expand_item`,
 * `will_expand_item`, `snapshot_for_expanding_parent`; or `should_collapse_item`, `will_collapse_item`; then
 * it is an apply. `*transaction` is NULL where a handler refused, or the call was queued. Errors:
 * UNKNOWN_IDENTIFIER for an item that the list does not show, CALLBACK_FAILED, and those of apply. [calls] O(items of the section)
 */
diffable_status diffable_data_source_toggle_item(diffable_data_source *source, diffable_id item, diffable_transaction **transaction, diffable_error **error);

/* Reordering */

/** What is asked and told when a user drags an item. */
typedef struct diffable_reordering_handlers {
    size_t struct_size;                         /**< set it to sizeof(diffable_reordering_handlers), as DIFFABLE_REORDERING_HANDLERS_INIT does */
    diffable_item_question can_reorder_item;    /**< NULL says no */
    diffable_transaction_handler will_reorder;  /**< with the old state still in place; a negative status undoes the drag */
    diffable_transaction_handler did_reorder;   /**< with the new state, before a view shows it; a negative status undoes the drag */
} diffable_reordering_handlers;

/** What `diffable_reordering_handlers` start as. */
#define DIFFABLE_REORDERING_HANDLERS_INIT { sizeof(diffable_reordering_handlers), NULL, NULL, NULL }

/** Sets the handlers of reordering; NULL for none. Errors: INVALID_ARGUMENT. [edit] O(1) */
diffable_status diffable_data_source_set_reordering_handlers(diffable_data_source *source, const diffable_reordering_handlers *handlers, void *user_data, diffable_finalize finalize, diffable_error **error);

/**
 * A user's drag of an item: `to` is where it is to be when it is out of its old place. `*transaction` is NULL
 * where the item may not be dragged, or the call was queued. Errors: INVALID_ARGUMENT for places that are
 * not in the list, CALLBACK_FAILED, and those of apply. [calls] O(what differs)
 */
diffable_status diffable_data_source_reorder_item(diffable_data_source *source, diffable_index_path from, diffable_index_path to, diffable_transaction **transaction, diffable_error **error);

/** Tells whether an apply, a `render` or a `cell` is running, so that an apply would be queued. [pure] O(1) */
bool diffable_data_source_is_applying(const diffable_data_source *source);

/** Returns the current list, without marks; during an apply, what the last finished one left. [make] O(1) */
diffable_snapshot *diffable_data_source_snapshot(const diffable_data_source *source);

/** Returns an empty snapshot that shares the identifiers the data source knows, so that filling it and applying it costs less. [make] O(1) */
diffable_snapshot *diffable_data_source_new_snapshot(const diffable_data_source *source);

/** Returns the item at an index path, or none. Borrowed from the data source. [pure] O(log n) */
diffable_id diffable_data_source_item_identifier(const diffable_data_source *source, diffable_index_path index_path);

/** Returns the index path of an item, or { -1, -1 }. [pure] O(log n) */
diffable_index_path diffable_data_source_index_path(const diffable_data_source *source, diffable_id item);

/** Returns the revision of an item; 0 where there is no such item. [pure] O(1) */
uint64_t diffable_data_source_revision_of_item(const diffable_data_source *source, diffable_id item);

/** Returns the revision of a section; 0 where there is no such section. [pure] O(1) */
uint64_t diffable_data_source_revision_of_section(const diffable_data_source *source, diffable_id section);

/** Returns the section at an index, or none. Borrowed from the data source. [pure] O(1) */
diffable_id diffable_data_source_section_identifier(const diffable_data_source *source, size_t index);

/** Returns the index of a section, or -1. [pure] O(1) */
ptrdiff_t diffable_data_source_section_index(const diffable_data_source *source, diffable_id section);

/** Tells the cell at an index path: the one that the view shows, else a fresh one from the provider. Its texts have a zero behind them, and are borrowed until the next call on the data source. Errors: INVALID_ARGUMENT (no such row), NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL, and those of applies that the provider asked for. [calls] O(log n) */
diffable_status diffable_data_source_cell(diffable_data_source *source, diffable_index_path index_path, diffable_cell *cell, diffable_error **error);

/**
 * Tells a supplementary cell of a section, of any kind that the supplementary provider knows: the one that the view
 * shows, else a fresh one; one without text where there is none. Its texts have a zero behind them, and are borrowed until the next call on the
 * data source. Errors: INVALID_ARGUMENT (no such section), PROVIDER_FAILED, INVALID_CELL, and those of applies that
 * the provider asked for. [calls] O(1)
 */
diffable_status diffable_data_source_supplementary_cell(diffable_data_source *source, const char *kind, size_t section_index, diffable_cell *cell, diffable_error **error);

/** Writes the whole list as its view, if that is a text view, or else one with default options, would show it with nothing changed; coloured only where the option says always, and never cut. Errors: NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL, OUTPUT_FAILED, and those of applies that a callback asked for. [calls] O(n) */
diffable_status diffable_data_source_render(diffable_data_source *source, diffable_writer writer, void *user_data, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Terminals
 * ------------------------------------------------------------------------------------------------- */

/**
 * The terminal of the process as a full screen that shows the list of a data source, for a person to move about in.
 * It asks for the cells of visible rows alone. There is one at a time. While it is there the data source has no other
 * view, and nobody else may write to the terminal.
 *
 *     while (diffable_terminal_wait(terminal, &event, &error) == DIFFABLE_OK && event.kind != DIFFABLE_EVENT_LEAVE) {
 *         diffable_terminal_perform(terminal, &event, &error);    unless the program has its own use for the key
 *         if (event.kind == DIFFABLE_EVENT_SELECT) ...
 *     }
 *
 * The screen is given back by `diffable_terminal_free`, and also where the process exits, or is ended by SIGINT, SIGTERM,
 * SIGHUP or SIGQUIT. Of those that the program handles itself, its handler is called, and `wait` tells LEAVE. While
 * SIGTSTP stops the process it is given back as well, and when that goes on, `wait` draws it anew.
 */
typedef struct diffable_terminal diffable_terminal;

/** How a terminal shows a list. */
typedef struct diffable_terminal_options {
    size_t struct_size; /**< set it to sizeof(diffable_terminal_options), as DIFFABLE_TERMINAL_OPTIONS_INIT does */
    bool searches;      /**< whether `/` begins a search, whose text comes as events of the kind SEARCH */
} diffable_terminal_options;

/** What `diffable_terminal_options` start as. */
#define DIFFABLE_TERMINAL_OPTIONS_INIT { sizeof(diffable_terminal_options), false }

/** What happened at a terminal. Values are never renumbered; later versions may add some. */
typedef enum diffable_event_kind {
    DIFFABLE_EVENT_NONE = 0,   /**< nothing that a program needs to know */
    DIFFABLE_EVENT_KEY = 1,    /**< `text` names a key, or what the mouse did, `item` is the selected item */
    DIFFABLE_EVENT_SELECT = 2, /**< `item` was chosen, by Enter or a click */
    DIFFABLE_EVENT_SEARCH = 3, /**< `text` is what is searched for now, empty for nothing */
    DIFFABLE_EVENT_LEAVE = 4   /**< the person leaves, or no input will come */
} diffable_event_kind;

/** What happened, and with what. The identifier and the text are borrowed from the terminal until the next call on it. */
typedef struct diffable_event {
    size_t struct_size; /**< set it to sizeof(diffable_event), as DIFFABLE_EVENT_INIT does */
    diffable_event_kind kind;
    diffable_id item;
    diffable_bytes text;
} diffable_event;

/** What a `diffable_event` starts as. */
#define DIFFABLE_EVENT_INIT { sizeof(diffable_event), DIFFABLE_EVENT_NONE, { DIFFABLE_ID_NONE, { 0 } }, { NULL, 0 } }

/** Tells whether the terminal of the process can be a full screen: standard input and output are one, TERM is not dumb, and it is not in use. [pure] O(1) */
bool diffable_terminal_is_available(void);

/** Makes the terminal a full screen. `options` may be NULL. Errors: INVALID_ARGUMENT, also where there is no terminal available. [edit] O(1) */
diffable_status diffable_terminal_new(diffable_data_source *source, const diffable_terminal_options *options, diffable_terminal **out, diffable_error **error);

/** Gives the terminal back as it was, and the data source the view that it had. [free] */
void diffable_terminal_free(diffable_terminal *terminal);

/**
 * Shows the list as it is now and waits for what the person does: KEY, SEARCH or LEAVE. Keys are named by what they
 * write (`a`, `Q`, `/`) or as in `up down left right page_up page_down home end enter escape tab backspace insert delete
 * space f1`, with `ctrl+`, `alt+` and `shift+` in front, in this order; the mouse by `click wheel_up wheel_down`. Keys
 * that edit a search are not told. Errors: INVALID_ARGUMENT (called inside a callback of the data source), NO_PROVIDER,
 * PROVIDER_FAILED, INVALID_CELL, OUTPUT_FAILED, and those of applies that a provider asked for. [calls] O(visible rows)
 */
diffable_status diffable_terminal_wait(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/**
 * Does what the key that `wait` told last means to the list, once, and tells what came of it: SELECT, LEAVE or NONE.
 * Arrows, page keys, `home` and `end` select an item; `enter` and `click` choose it; the wheel scrolls; `right` expands,
 * `left` collapses, `space` and a click on the sign of an item toggle it; `shift+up`, `shift+down`, or with `alt+`, drag
 * it; `/` searches; `ctrl+l` draws all anew; `q` leaves. Errors: those of `wait`, of `diffable_data_source_toggle_item`
 * and of `diffable_data_source_reorder_item`. [calls] O(visible rows), and what an apply takes
 */
diffable_status diffable_terminal_perform(diffable_terminal *terminal, diffable_event *event, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Motion
 * ------------------------------------------------------------------------------------------------- */

/**
 * From now on text views that write to stdout show animated applies as motion, wherever that is a terminal and TERM is
 * not dumb. For 0.3 seconds rows travel from where they were, in the very lines where the text then stands; new ones
 * slide in and deleted ones out (`left`, `right`, `top`, `bottom`), or fade. What stands there in the end is what stands
 * there without motion. Call it before anything is applied, and from one thread. [process] O(1)
 *
 * Applies that follow one another move together. What shows them, and returns when they have come to rest, is the next
 * apply that has a completion, before it calls that; that is not animated, or has another view that writes to stdout;
 * that comes 0.3 seconds after the first of them, or finds no room left in the window; `diffable_motion_settle`; and the
 * exit of the process. Meanwhile SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP wait for the calling thread; one that comes,
 * or another size of the window, ends the motion at once.
 */
void diffable_motion_enable(void);

/** Shows what is to move, and returns when it has come to rest. Call it before the program itself writes to the terminal, or waits. Errors: OUTPUT_FAILED. [process] O(lines of the window) */
diffable_status diffable_motion_settle(diffable_error **error);

#ifdef __cplusplus
}
#endif

#endif /* DIFFABLE_H */
