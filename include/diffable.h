/**
 * @file diffable.h
 * Diffable: an engine for lists that change.
 *
 * A program describes what a list with sections should be: a snapshot. The engine computes the smallest set of changes
 * from the current list to the snapshot, and passes them to a view:
 *
 *     identifiers -> snapshot -> difference -> data source (a transaction) -> view
 *
 * Ownership, in three sentences:
 *   1. The caller owns each object whose pointer is returned without `const`, or comes out through a `**` parameter,
 *      and frees it with the `*_free` of its type; `*_free(NULL)` does nothing.
 *   2. A returned `const` pointer, string or identifier is borrowed until its owner is next changed or freed.
 *   3. Inputs are copied before the call returns.
 * Never pass a pointer of the library to free(3). A result is NULL only where its description says so. A function that
 * takes an object and returns a pointer to an object returns NULL for NULL.
 *
 * Errors: a function that can fail returns a `diffable_status`.
 *   negative  the call failed, and has changed nothing
 *   zero      done
 *   positive  done, queued or refused, and there is something to know:
 *             QUEUED              the call came from inside a callback of the same data source, or of one that is
 *                                 related to it by derivation, and runs after it
 *             REFUSED             a handler said no to a tap or a drag, or there was nothing to do
 *             APPLIED_WITH_ERROR  done, and then something else failed, such as an observer; or refused, and then a
 *                                 queued apply failed: `*transaction` is NULL then
 * `diffable_error **error` may be NULL. Otherwise every call sets it: to an error object, which the caller frees, if
 * the status is negative or APPLIED_WITH_ERROR, and to NULL if not. The old value is not freed. In the same way, a `**`
 * parameter for an object receives NULL if the call fails. The status of an error object is always negative: after
 * APPLIED_WITH_ERROR it says what failed. A callback may queue an apply during a call. Each of the two succeeds or
 * fails on its own: if the queued apply fails, the changes of the call stay, and if the call fails, the queued apply
 * still runs.
 * Every function that can fail may return two statuses besides those that its description names: INVALID_ARGUMENT for a
 * NULL that is not allowed, an identifier of kind NONE, a missing array or a number out of range, and LIMIT_EXCEEDED if
 * it adds something. The message of INVALID_ARGUMENT names the function and the parameter: "INVALID_ARGUMENT:
 * append_items: ids is NULL". A function that returns no status treats a NULL object as an empty one, unless its
 * description says otherwise. It finds nothing for an identifier of kind NONE or an index that does not exist, and
 * reads no bytes for NULL and for a size that is larger than PTRDIFF_MAX.
 *
 * Defaults: an identifier that may be left out is passed by address, and NULL stands for the default that the
 * description names. An identifier of kind NONE never stands for a default. All bits zero is the default of every field
 * of a struct of options, so a language without macros clears the struct and sets its `struct_size`.
 *
 * Text of the program, and text that may contain anything, is an address with a size (`diffable_bytes`). Names of kinds
 * and messages of the library are C strings. Sizes and indexes that are passed are `size_t`. Results that are -1 if
 * there is none, and the fields of an index path, are `ptrdiff_t`.
 *
 * Threads: functions that take an object by pointer to const may run at the same time on one object. Any other function
 * needs exclusive access to the object, except that a view may be set for data sources of several threads at once.
 * Different objects need no lock, not even copies of one snapshot. So a thread may always read its own copy of a
 * snapshot, even while another thread applies to the data source that the snapshot came from. But a derived list, a
 * history, a publisher and a follower belong to the same thread as their data source.
 *
 * Undefined behaviour: anything may happen in these cases, because the library cannot detect them. All other wrong
 * arguments have an error, or a result that the description names.
 *   - An argument does not point to a living object of the type of the parameter, for example because it was freed.
 *   - An object comes from another copy of the library.
 *   - An array, a text or a struct has fewer elements or bytes than its size says. A `struct_size` is such a size.
 *   - A C string, which is a `char *` without a size, has no zero byte at its end.
 *   - A `bool` is neither 0 nor 1, or a function pointer has another type than its parameter.
 *   - Something borrowed is used after its owner changed or was freed.
 *   - Two calls run at the same time although the paragraph about threads forbids it.
 *   - A callback is left by longjmp or a C++ exception.
 *   - A `finalize` of a content, or the fatal handler, calls this library.
 *   - An object is freed that a running call uses, unless the description of its `*_free` allows it.
 *
 * Each description ends with an effect mark:
 *   [pure]    changes no object
 *   [make]    makes a new object
 *   [edit]    changes its first argument
 *   [free]    frees its argument: at most O(n), and O(1) if other objects share all of its storage
 *   [calls]   changes its first argument, and may call providers, views, observers and completions
 *   [process] changes the state of the whole process
 * and the cost, where n is the number of items in the list, hidden ones included, s of its sections, d of the levels of
 * its trees, and k of the elements passed, with everything below those that are deleted or moved. Functions without the
 * mark [calls] call the program in two cases only: they call the `finalize` of what they replace, release or could not
 * register, and `diffable_steps_replay` calls its handlers.
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
 * Compilers
 * ------------------------------------------------------------------------------------------------- */

/**
 * Marks a function that the library exports. A program that is compiled with hidden visibility still finds it. On
 * Windows, a program imports the functions from the DLL. There, a program that links the static library must define
 * DIFFABLE_STATIC, and the build of the library defines DIFFABLE_BUILD. The library was tried on Linux, not on Windows
 * and macOS.
 */
#if defined(__GNUC__) && !defined(_WIN32)
#define DIFFABLE_API __attribute__((visibility("default")))
#elif defined(_WIN32) && defined(DIFFABLE_BUILD)
#define DIFFABLE_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(DIFFABLE_STATIC)
#define DIFFABLE_API __declspec(dllimport)
#else
#define DIFFABLE_API
#endif

/**
 * Marks a function whose result must not be dropped: a status, or an object to free. A program that wants no warning
 * defines this macro as nothing before it includes this header.
 */
#if !defined(DIFFABLE_WARN_UNUSED) && defined(__GNUC__)
#define DIFFABLE_WARN_UNUSED __attribute__((warn_unused_result))
#elif !defined(DIFFABLE_WARN_UNUSED)
#define DIFFABLE_WARN_UNUSED
#endif

/* ---------------------------------------------------------------------------------------------------
 * Version
 * ------------------------------------------------------------------------------------------------- */

/** The major version of this header, which is also that of the SONAME. If it changes, programs must be recompiled. */
#define DIFFABLE_VERSION_MAJOR 0
/** The minor version, which grows when something is added. */
#define DIFFABLE_VERSION_MINOR 2
/** The patch version, which grows when only bugs are fixed. */
#define DIFFABLE_VERSION_PATCH 0
/** The version of this header as text. */
#define DIFFABLE_VERSION "0.2.0"
/** The version as one ascending number: major * 1,000,000 + minor * 1,000 + patch. */
#define DIFFABLE_VERSION_NUMBER 2000

/** Whether this header has that version or a later one; for `#if`. */
#define DIFFABLE_CHECK_VERSION(major, minor, patch) \
    (DIFFABLE_VERSION_NUMBER >= (major) * 1000000 + (minor) * 1000 + (patch))

/** Returns the version of the library at run time; `DIFFABLE_VERSION` is that of the header. [pure] O(1) */
DIFFABLE_API const char *diffable_version(void);

/** Returns the version of the library at run time, in the form of `DIFFABLE_VERSION_NUMBER`. [pure] O(1) */
DIFFABLE_API int32_t diffable_version_number(void);

/* ---------------------------------------------------------------------------------------------------
 * Process
 * ------------------------------------------------------------------------------------------------- */

/**
 * The fatal handler. It is called once, on the thread whose allocation failed, before the library ends the process.
 * `message` is one line without a line end. The handler may write a report, or end the process in its own way with
 * `_exit` or `abort`; it must not allocate memory, call this library or leave by longjmp or a C++ exception. When it
 * returns, the library writes the message to standard error and calls `abort`.
 */
typedef void (*diffable_fatal_fn)(const char *message, void *user_data);

/**
 * Sets the handler that is called before the library ends the process. The library does that only if an allocation
 * fails. It cannot return an error then, because the engine is written in Swift, which does not unwind the stack when
 * an allocation fails. Memory comes from `malloc` and mmap(2) of the process; no other allocator can be set. There is
 * one handler for the whole process; NULL means none. Set it before other threads use the library. The Lua module
 * contains a library of its own, so a host that links to the library and loads the module has two handlers.
 * [process] O(1)
 */
DIFFABLE_API void diffable_set_fatal_handler(diffable_fatal_fn fn, void *user_data);

/* ---------------------------------------------------------------------------------------------------
 * Identifiers
 * ------------------------------------------------------------------------------------------------- */

/** A byte string: any bytes, any length, no terminator needed. `data` may be NULL if `size` is 0. */
typedef struct diffable_bytes {
    const char *data;
    size_t size;
} diffable_bytes;

/** What a `diffable_id` holds. */
typedef int32_t diffable_id_kind;
enum {
    DIFFABLE_ID_NONE = 0,    /**< no identifier: look-ups return it if they find nothing */
    DIFFABLE_ID_INTEGER = 1, /**< a 64-bit integer */
    DIFFABLE_ID_BYTES = 2    /**< a byte string */
};

/**
 * Names a section or an item. The integer 1 and the string "1" are different identifiers. Sections and items have
 * separate namespaces, so a section and an item may have equal identifiers. All bits zero is "none". A field that the
 * kind does not use is ignored.
 */
typedef struct diffable_id {
    diffable_id_kind kind;
    int64_t integer;      /**< of the kind DIFFABLE_ID_INTEGER */
    diffable_bytes bytes; /**< of the kind DIFFABLE_ID_BYTES */
} diffable_id;

/** Returns an integer identifier. [pure] O(1) */
DIFFABLE_API diffable_id diffable_id_integer(int64_t integer);

/** Returns an identifier of `size` bytes. It points to them and does not copy them. [pure] O(1) */
DIFFABLE_API diffable_id diffable_id_bytes(const char *data, size_t size);

/**
 * Returns an identifier of the bytes of a C string; none for NULL. It points to the string and does not copy it.
 * [pure] O(length)
 */
DIFFABLE_API diffable_id diffable_id_string(const char *string);

/**
 * Returns whether two identifiers are equal. Identifiers that are not valid compare equal to `DIFFABLE_ID_NONE`.
 * [pure] O(size)
 */
DIFFABLE_API bool diffable_id_equal(diffable_id id, diffable_id other);

/** Returns the bytes of a C string, without its terminator; no bytes for NULL. [pure] O(length) */
DIFFABLE_API diffable_bytes diffable_bytes_string(const char *string);

/**
 * Escapes bytes, so that they can be shown in a message, on a terminal or in a log: control characters, line separators
 * and marks that change the direction of text are spelled out (`\n`, `\u{1b}`), and so is each byte that is not UTF-8
 * (`\xff`). If `quoted` is true, the text is quoted as messages quote identifiers: it is put in double quotes, and
 * quotes and backslashes in it are escaped as well. A quoted text of more than 80 characters is cut: its first 80
 * characters are written, followed by the number of its bytes: `"aaaa"... (10,485,760 bytes)`.
 * Writes at most `capacity` bytes to `buffer`, without a terminator, and returns the size of the whole escaped text. To
 * learn the size, call it with a `capacity` of 0; `buffer` may be NULL then. [pure] O(size); O(1) if `quoted`
 */
DIFFABLE_API size_t diffable_escape(const char *bytes, size_t size, bool quoted, char *buffer, size_t capacity);

/** The index of a section, and the index of an item in it, both from 0. -1 stands for "none". */
typedef struct diffable_index_path {
    ptrdiff_t section;
    ptrdiff_t item;
} diffable_index_path;

/* ---------------------------------------------------------------------------------------------------
 * Contents
 * ------------------------------------------------------------------------------------------------- */

/** Releases what a callback needed, or the object of a content. */
typedef void (*diffable_finalize_fn)(void *user_data);

/**
 * What an item or a section shows: any bytes. The engine copies and compares them, and never interprets them. Two
 * contents are equal if their bytes are equal. All bits zero is "no content". The `data` of a content of 0 bytes is not
 * NULL. If the bytes are a struct, clear it with memset first, because its padding is compared as well.
 *
 * A program that keeps objects for its rows can store the object of a row in the content. An object in a content whose
 * `data` is NULL is an error. The object is passed with the content, and `finalize` is called with it exactly once:
 * when no snapshot, data source, difference or transaction has that content any more. `finalize` is called before the
 * edit returns if the edit fails, or if the element has an equal content already: the element then keeps that content,
 * with its object. This may also happen to an item that was deleted and is inserted again, because the list may still
 * have its old content. Contents that nothing uses any more are released together, when they are most of the contents
 * of a list, or with the last snapshot of that list. `finalize` may be called on any thread that edits or frees one of
 * these objects, and must not call this library.
 *
 * A content that the library returns has its object, but not the `finalize`. If a program passes such a content on, to
 * an element of the same list or of another one, it must keep the object alive as long as that element may have it.
 *
 * An object that is passed without `finalize` belongs to the program. If the element has an equal content already,
 * whose object was passed without `finalize` as well, the new object replaces the old one. Usually it does so in copies
 * of the snapshot too, but some of them may still have the old object.
 */
typedef struct diffable_content {
    const void *data;              /**< the bytes; NULL for no content */
    size_t size;                   /**< how many bytes there are, at most INT32_MAX */
    void *object;                  /**< an object of the program that comes with the bytes, or NULL */
    diffable_finalize_fn finalize; /**< called with `object`, or NULL. NULL in a content that the library returns */
} diffable_content;

/** Returns a content of `size` bytes. It points to them and does not copy them. [pure] O(1) */
DIFFABLE_API diffable_content diffable_content_bytes(const void *data, size_t size);

/**
 * Returns a content of eight bytes, which are a number such as a row version, a modification time or a hash. It points
 * to the number and does not copy it. [pure] O(1)
 */
DIFFABLE_API diffable_content diffable_content_from_revision(const uint64_t *revision);

/** Returns the number in a content of eight bytes; 0 for any other content. [pure] O(1) */
DIFFABLE_API uint64_t diffable_content_revision(diffable_content content);

/* ---------------------------------------------------------------------------------------------------
 * Errors
 * ------------------------------------------------------------------------------------------------- */

/**
 * How a call ended: negative if it failed and has changed nothing, positive if it is done, queued or refused and there
 * is something to know. The numbers never change; later versions may add positive and negative ones. A callback returns
 * zero for success; anything else is a failure.
 */
typedef int32_t diffable_status;
enum {
    DIFFABLE_APPLIED_WITH_ERROR = 3,          /**< done or refused, and something failed afterwards: see `*error` */
    DIFFABLE_REFUSED = 2,                     /**< a handler said no, or there was nothing to do: nothing changed */
    DIFFABLE_QUEUED = 1,                      /**< called from inside a callback: runs after it */
    DIFFABLE_OK = 0,                          /**< done */
    DIFFABLE_ERROR_INVALID_ARGUMENT = -1,     /**< NULL, an unknown enumerator, an index out of range */
    DIFFABLE_ERROR_DUPLICATE_IDENTIFIER = -2, /**< already in the list, or named twice in the call */
    DIFFABLE_ERROR_UNKNOWN_IDENTIFIER = -3,   /**< an item, a section or an anchor that does not exist */
    DIFFABLE_ERROR_NO_SECTIONS = -4,          /**< items appended before any section */
    DIFFABLE_ERROR_INVALID_DESTINATION = -5,  /**< the call inserts or moves the anchor, or moves an ancestor of it */
    DIFFABLE_ERROR_NO_PROVIDER = -6,          /**< a view asked for a cell and there is no cell provider */
    DIFFABLE_ERROR_PROVIDER_FAILED = -7,      /**< a provider failed */
    DIFFABLE_ERROR_INVALID_CELL = -8,         /**< a provider returned a cell that cannot be shown */
    DIFFABLE_ERROR_CALLBACK_FAILED = -9,      /**< an observer, a completion, a handler or `prepare` failed */
    DIFFABLE_ERROR_OUTPUT_FAILED = -10,       /**< a writer, standard output or `commit` failed */
    DIFFABLE_ERROR_LIMIT_EXCEEDED = -11,      /**< more items, identifiers or contents than a list can hold */
    DIFFABLE_ERROR_APPLY_LOOP = -12,          /**< callbacks queued too many applies */
    DIFFABLE_ERROR_STALE_SNAPSHOT = -13,      /**< of a strict data source: the snapshot would undo another apply */
    DIFFABLE_ERROR_MALFORMED = -14,           /**< bytes that are not a document */
    DIFFABLE_ERROR_WRONG_VERSION = -15        /**< a patch that starts from another list */
};

/** What went wrong: status, message, identifier, position. */
typedef struct diffable_error diffable_error;

/** Returns the name of a status as in messages ("DUPLICATE_IDENTIFIER"); "UNKNOWN" for other numbers. [pure] O(1) */
DIFFABLE_API const char *diffable_status_name(diffable_status status);

/** Frees an error. [free] */
DIFFABLE_API void diffable_error_free(diffable_error *error);

/**
 * Writes the message of an error to `buffer`, with a terminator, and frees the error, in one call. Returns the size of
 * the whole message, without the terminator. If that is `capacity` or more, the end of the message is missing.
 * `buffer` may be NULL if `capacity` is 0. The message of NULL is empty. [free] O(length)
 */
DIFFABLE_API size_t diffable_error_format(diffable_error *error, char *buffer, size_t capacity);

/** Returns what failed, as a negative status; `DIFFABLE_OK` for NULL. [pure] O(1) */
DIFFABLE_API diffable_status diffable_error_status(const diffable_error *error);

/**
 * Returns one line, "CODE: what is wrong", with indexes that count from 0. Line ends in the text of a callback are
 * escaped. Borrowed from the error. [pure] O(1)
 */
DIFFABLE_API const char *diffable_error_message(const diffable_error *error);

/**
 * Returns the message with indexes that count from 1, for languages that count from 1. Borrowed from the error.
 * [pure] O(1)
 */
DIFFABLE_API const char *diffable_error_message_from_one(const diffable_error *error);

/** Returns the identifier that the error is about, or none. Borrowed from the error. [pure] O(1) */
DIFFABLE_API diffable_id diffable_error_identifier(const diffable_error *error);

/**
 * Returns the object that a callback passed to `diffable_callback_failed`, or NULL. Borrowed from the error.
 * [pure] O(1)
 */
DIFFABLE_API void *diffable_error_object(const diffable_error *error);

/**
 * Returns the index of the identifier that the error is about, in the array that was passed, or among all items of the
 * tree that was passed. If the handler of a step failed, returns the index of the step; for a document that is wrong,
 * that of the wrong byte. Returns -1 if the error has no position. [pure] O(1)
 */
DIFFABLE_API ptrdiff_t diffable_error_position(const diffable_error *error);

/* ---------------------------------------------------------------------------------------------------
 * Snapshots
 * ------------------------------------------------------------------------------------------------- */

/**
 * What a list should be: sections in order, and the items of each section as a forest, all with unique identifiers. A
 * flat list is a forest in which no item has children. A snapshot is a value: a copy is cheap, and editing the copy
 * never changes the original.
 *
 * Each item is expanded or collapsed; at first it is collapsed. An item is *visible* if all its ancestors are expanded.
 * The list shows the visible items, each parent above its children. Indexes and index paths count visible items.
 * Functions that take an identifier find hidden items as well, unless their description says otherwise. Every edit
 * keeps the forests consistent, or fails and changes nothing.
 *
 * An item or a section may have a content besides its identifier. If the content changes and the identifier stays, the
 * element is updated in place: an item is reconfigured, as if `reconfigure_items` had marked it. For a section, the
 * headers, footers and other supplementary views are updated, but not its items.
 *
 * Functions that add, replace, update or mark elements take an array of identifiers, and an array of contents of the
 * same length, or NULL for no contents. If an element is passed without content, functions that add it give it none,
 * and functions that mark or replace it leave it the content that it has.
 */
typedef struct diffable_snapshot diffable_snapshot;

/** Returns an empty snapshot. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_snapshot_new(void);

/**
 * Returns an empty section snapshot: a snapshot of the forest of one section. It can be taken out of a snapshot and put
 * into another one. It has exactly one section, whose identifier is the integer 0. The functions that add, delete, move
 * or mark sections refuse it with INVALID_ARGUMENT, and so do `diffable_snapshot_merge` and the functions that apply a
 * whole list. It is never equal to a snapshot of a list. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_section_snapshot_new(void);

/**
 * Returns an equal snapshot, with the same marks; NULL for NULL. [make] O(1); storage is shared until one of them is
 * edited
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_snapshot_copy(const diffable_snapshot *snapshot);

/**
 * Makes a snapshot equal to another one, marks included, for example in a `diffable_children_handler_fn`. [edit] O(1),
 * and what it costs to free what the snapshot had
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_assign(
    diffable_snapshot *snapshot, const diffable_snapshot *other, diffable_error **error);

/** Frees a snapshot. [free] */
DIFFABLE_API void diffable_snapshot_free(diffable_snapshot *snapshot);

/**
 * Returns whether two snapshots have the same sections, items and contents in the same order, the same parents, and the
 * same expanded and expandable items. Marks are ignored. A section snapshot is never equal to a snapshot of a list, and
 * NULL is equal to NULL only. [pure] O(n); O(s) between a snapshot and a copy if neither was edited since
 */
DIFFABLE_API bool diffable_snapshot_equal(const diffable_snapshot *snapshot, const diffable_snapshot *other);

/** Returns whether a snapshot is a section snapshot; false for NULL. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_is_section_snapshot(const diffable_snapshot *snapshot);

/* Sections */

/** Appends sections. Errors: DUPLICATE_IDENTIFIER. [edit] O(k + s) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_append_sections(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_error **error);

/**
 * Inserts sections before the section `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER.
 * [edit] O(k + s)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_sections_before(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error);

/**
 * Inserts sections after the section `anchor`. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION, UNKNOWN_IDENTIFIER.
 * [edit] O(k + s)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_sections_after(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error);

/**
 * Deletes sections with their items. Unknown sections are ignored, unless the list has a look-alike: the integer 3 for
 * the string "3", or the other way round. `deleted` (may be NULL) receives the number of deleted sections. Errors:
 * UNKNOWN_IDENTIFIER for a look-alike. [edit] O(k + s + their items); O(r) more for each item if the snapshot has r
 * renames
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_delete_sections(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, size_t *deleted, diffable_error **error);

/**
 * Moves a section with its items before the section `anchor`. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER.
 * [edit] O(s)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_move_section_before(
    diffable_snapshot *snapshot, diffable_id section, diffable_id anchor, diffable_error **error);

/**
 * Moves a section with its items after the section `anchor`. Errors: INVALID_DESTINATION, UNKNOWN_IDENTIFIER.
 * [edit] O(s)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_move_section_after(
    diffable_snapshot *snapshot, diffable_id section, diffable_id anchor, diffable_error **error);

/**
 * Marks sections, so that the next apply makes new cells for all their items. Passed contents replace their contents.
 * Errors: DUPLICATE_IDENTIFIER (a section is named twice), UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_reload_sections(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_error **error);

/**
 * Marks sections, so that the next apply makes new headers, footers and other supplementary views for them. Their items
 * are not updated. Passed contents replace their contents. Errors: DUPLICATE_IDENTIFIER (a section is named twice),
 * UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_reconfigure_sections(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_error **error);

/**
 * Gives sections new contents, and marks those sections to be reconfigured whose content changed. Their items are not
 * updated. A section that is passed without content keeps its own. `updated` (may be NULL) receives the number of
 * sections whose content changed. Errors: DUPLICATE_IDENTIFIER for a section that is named twice, UNKNOWN_IDENTIFIER.
 * [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_update_sections(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, size_t *updated, diffable_error **error);

/* Items */

/** A place for items: what the identifier `id` of a call means, and where the items are inserted or moved to. */
typedef int32_t diffable_placement;
enum {
    DIFFABLE_AT_END_OF_SECTION = 0,   /**< at the end of the section `id`, as roots; NULL stands for the last section */
    DIFFABLE_AT_END_OF_PARENT = 1,    /**< at the end of the children of the item `id` */
    DIFFABLE_BEFORE_ITEM = 2,         /**< before the item `id`, as its siblings */
    DIFFABLE_AFTER_ITEM = 3,          /**< after the item `id` and everything below it, as its siblings */
    DIFFABLE_AT_START_OF_SECTION = 4, /**< at the start of the section `id`, as roots; NULL as above */
    DIFFABLE_AT_START_OF_PARENT = 5   /**< at the start of the children of the item `id` */
};

/**
 * Appends items to `section`, as roots. NULL stands for the last section. Errors: NO_SECTIONS, DUPLICATE_IDENTIFIER,
 * UNKNOWN_IDENTIFIER. [edit] O(k)
 *
 * Pass arrays, because each call has a fixed cost. Appending 1,000 items takes 0.2 million instructions in one call,
 * and 2.9 million in 1,000 calls of one item each, which is 14 times as many.
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_append_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, const diffable_id *section,
    diffable_error **error);

/**
 * Appends items whose identifiers are integers. It works like `diffable_snapshot_append_items`, with an array of them.
 * Errors: NO_SECTIONS, DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_append_integers(diffable_snapshot *snapshot,
    const int64_t *ids, const diffable_content *contents, size_t count, const diffable_id *section,
    diffable_error **error);

/**
 * Appends items whose identifiers are strings. It works like `diffable_snapshot_append_items`, with strings in one
 * block of memory. They follow one another in `bytes`: the first string begins at 0, and the string with index i ends
 * at `ends[i]`, where the next one begins. `bytes` may be NULL if all strings are empty. Errors: NO_SECTIONS,
 * DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER, and INVALID_ARGUMENT for an end that is less than the one before it.
 * [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_append_strings(diffable_snapshot *snapshot,
    const char *bytes, const size_t *ends, const diffable_content *contents, size_t count, const diffable_id *section,
    diffable_error **error);

/**
 * Replaces the roots of `section` by these items, in this order. NULL stands for the last section. A root that is among
 * these items stays, with everything below it. It keeps its marks, and its content unless another content is passed.
 * All other roots are deleted with everything below them. No item moves here from elsewhere. Errors: NO_SECTIONS,
 * DUPLICATE_IDENTIFIER (an item is named twice, is in another section or has a parent), UNKNOWN_IDENTIFIER.
 * [edit] O(k + items of the section)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_replace_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, const diffable_id *section,
    diffable_error **error);

/**
 * Inserts items before the item `anchor`, as its siblings. Errors: DUPLICATE_IDENTIFIER, INVALID_DESTINATION,
 * UNKNOWN_IDENTIFIER. [edit] O(k + log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_items_before(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error);

/**
 * Inserts items after the item `anchor` and everything below it, as its siblings. Errors: DUPLICATE_IDENTIFIER,
 * INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + log n + d)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_items_after(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_id anchor, diffable_error **error);

/**
 * Inserts items at any place. A parent that is collapsed stays collapsed. Errors: NO_SECTIONS, DUPLICATE_IDENTIFIER,
 * INVALID_DESTINATION, UNKNOWN_IDENTIFIER. [edit] O(k + log n + d)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_placement placement,
    const diffable_id *id, diffable_error **error);

/**
 * Inserts items before the visible item at `index` of `section`, as its siblings. NULL stands for the last section. If
 * `index` is the number of the visible items of the section, the items are inserted at its end, as roots. Errors:
 * NO_SECTIONS, DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER; INVALID_ARGUMENT for a larger index. [edit] O(k + log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_items_at(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, size_t index, const diffable_id *section,
    diffable_error **error);

/**
 * Deletes items with everything below them. Unknown items are ignored, unless the list has a look-alike: the integer 3
 * for the string "3", or the other way round. `deleted` (may be NULL) receives the number of deleted items, those below
 * included. Errors: UNKNOWN_IDENTIFIER for a look-alike. [edit] O(k (log n + d)); O(r) more for each item if the
 * snapshot has r renames
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_delete_items(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, size_t *deleted, diffable_error **error);

/**
 * Deletes all sections with all their items. A section snapshot keeps its section. [edit] O(1), and what it costs to
 * free them
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_clear(
    diffable_snapshot *snapshot, diffable_error **error);

/**
 * Moves an item with everything below it before the item `anchor`, as its sibling, possibly into another section.
 * Errors: INVALID_DESTINATION (also if the anchor is below the item), UNKNOWN_IDENTIFIER. [edit] O(k log n + d)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_move_item_before(
    diffable_snapshot *snapshot, diffable_id item, diffable_id anchor, diffable_error **error);

/**
 * Moves an item with everything below it after the item `anchor` and everything below that, as its sibling, possibly
 * into another section. Errors: INVALID_DESTINATION (also if the anchor is below the item), UNKNOWN_IDENTIFIER.
 * [edit] O(k log n + d)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_move_item_after(
    diffable_snapshot *snapshot, diffable_id item, diffable_id anchor, diffable_error **error);

/**
 * Moves items with everything below them to any place, possibly in another section, in the order of the array. Errors:
 * NO_SECTIONS, DUPLICATE_IDENTIFIER (an item is named twice, or is below another one that is named),
 * INVALID_DESTINATION (the item `id` is one of the items or is below one), UNKNOWN_IDENTIFIER. [edit] O(k (log n + d));
 * to the start of a section or of a parent, also O(items that are in it already)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_move_items(diffable_snapshot *snapshot,
    const diffable_id *ids, size_t count, diffable_placement placement, const diffable_id *id, diffable_error **error);

/**
 * Marks items, so that the next apply makes new cells for them. Passed contents replace their contents. Errors:
 * DUPLICATE_IDENTIFIER (an item is named twice), UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_reload_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_error **error);

/**
 * Marks items, so that the next apply runs the provider again for their existing cells. Passed contents replace their
 * contents. Errors: DUPLICATE_IDENTIFIER (an item is named twice), UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_reconfigure_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, diffable_error **error);

/**
 * Gives items new contents, and marks those items to be reconfigured whose content changed. `updated` (may be NULL)
 * receives the number of these. An item that is passed without content keeps its own. Errors: DUPLICATE_IDENTIFIER (an
 * item is named twice), UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_update_items(diffable_snapshot *snapshot,
    const diffable_id *ids, const diffable_content *contents, size_t count, size_t *updated, diffable_error **error);

/**
 * Gives an item another identifier. It keeps its place, its content, its expansion and what is below it. The next apply
 * reconfigures its row instead of deleting and inserting one. `old_id` of this change is the earlier identifier. Does
 * nothing if both are equal. Errors: UNKNOWN_IDENTIFIER; DUPLICATE_IDENTIFIER for an identifier that the list has.
 * [edit] O(items below it + log n + r) for r earlier renames. The next apply compares all items.
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_rename_item(
    diffable_snapshot *snapshot, diffable_id item, diffable_id new_id, diffable_error **error);

/* Trees */

/**
 * Expands items, with or without children. Errors: UNKNOWN_IDENTIFIER. [edit] O(k log n + items that appear, or would
 * appear if all ancestors were expanded)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_expand(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/**
 * Collapses items. Errors: UNKNOWN_IDENTIFIER. [edit] O(k log n + items that disappear, or would if all ancestors were
 * expanded)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_collapse(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/**
 * Makes items keep their expansion: an apply gives each of them the state that it has in the current list of the data
 * source, if it has children or is expandable there. Otherwise the item gets the state that it has in this snapshot.
 * Expanding or collapsing an item revokes this. Errors: UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_keep_expansion(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/**
 * Makes items keep their children: an apply gives each of them that has no children in this snapshot everything that is
 * below it in the current list of the data source, except for items that are elsewhere in this snapshot. Such an item
 * stays where it is in this snapshot, and what was below it stays below it, unless it has children in this snapshot.
 * Errors: UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_keep_children(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, diffable_error **error);

/**
 * Makes items expandable, or no longer expandable. Views show the sign of expansion of an expandable item even if it
 * has no children; `snapshot_for_expanding_parent` can supply them. Errors: UNKNOWN_IDENTIFIER. [edit] O(k)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_set_expandable(
    diffable_snapshot *snapshot, const diffable_id *ids, size_t count, bool expandable, diffable_error **error);

/**
 * Inserts all items of the section snapshot `tree` at any place, with their expansion, contents and marks. Errors:
 * NO_SECTIONS, DUPLICATE_IDENTIFIER, UNKNOWN_IDENTIFIER; INVALID_ARGUMENT if `tree` is not a section snapshot.
 * [edit] O(items of the tree + log n + d)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_insert_tree(diffable_snapshot *snapshot,
    const diffable_snapshot *tree, diffable_placement placement, const diffable_id *id, diffable_error **error);

/**
 * Replaces everything below the item `parent` by the items of the section snapshot `children`, with their expansion,
 * contents and marks. Errors: DUPLICATE_IDENTIFIER (an item is elsewhere in the list), UNKNOWN_IDENTIFIER;
 * INVALID_ARGUMENT if `children` is not a section snapshot. [edit] O(deleted and added items + log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_replace_children(
    diffable_snapshot *snapshot, diffable_id parent, const diffable_snapshot *children, diffable_error **error);

/**
 * Replaces the forest of `section` by that of the section snapshot `tree`. A section that does not exist is appended.
 * An item of `tree` that is in another section of the list leaves that section, if it has no children there and is
 * visible both in the list and in `tree`. Any other item of `tree` that is in another section is an error. Errors:
 * DUPLICATE_IDENTIFIER; INVALID_ARGUMENT if `tree` is not a section snapshot.
 * [edit] O(items of the section and of the tree)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_set_section_snapshot(
    diffable_snapshot *snapshot, const diffable_snapshot *tree, diffable_id section, diffable_error **error);

/**
 * Returns the forest of a section as a section snapshot; NULL for an unknown section, and for NULL.
 * [make] O(items of the section)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_snapshot_section_snapshot(
    const diffable_snapshot *snapshot, diffable_id section);

/**
 * Stores in `*out` a section snapshot of everything below an item, with its expansion. The item itself is the root if
 * `including_parent` is true. Errors: UNKNOWN_IDENTIFIER. [make] O(items below it + log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_snapshot_of(const diffable_snapshot *snapshot,
    diffable_id parent, bool including_parent, diffable_snapshot **out, diffable_error **error);

/* Look-ups. One that finds nothing returns -1, none or false. */

/** Returns the number of sections; 0 for NULL. [pure] O(1) */
DIFFABLE_API size_t diffable_snapshot_number_of_sections(const diffable_snapshot *snapshot);

/**
 * Returns the number of visible items of `section`; -1 for an unknown section. NULL stands for all sections.
 * [pure] O(1)
 */
DIFFABLE_API ptrdiff_t diffable_snapshot_number_of_items(const diffable_snapshot *snapshot, const diffable_id *section);

/** Returns the number of items in all sections, hidden ones included; 0 for NULL. [pure] O(1) */
DIFFABLE_API size_t diffable_snapshot_number_of_all_items(const diffable_snapshot *snapshot);

/** Returns the index of a section; -1 for an unknown one. [pure] O(1) */
DIFFABLE_API ptrdiff_t diffable_snapshot_index_of_section(const diffable_snapshot *snapshot, diffable_id section);

/**
 * Returns the position of a visible item in the whole list, counted over all sections, or -1. For its index in its
 * section, see `diffable_snapshot_index_path_of_item`. [pure] O(log n)
 */
DIFFABLE_API ptrdiff_t diffable_snapshot_index_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the index path of a visible item, or { -1, -1 }. [pure] O(log n) */
DIFFABLE_API diffable_index_path diffable_snapshot_index_path_of_item(
    const diffable_snapshot *snapshot, diffable_id item);

/** Returns the section of an item, or none. Borrowed from the snapshot. [pure] O(1); O(d) for a hidden item */
DIFFABLE_API diffable_id diffable_snapshot_section_containing_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns whether the list has an item. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_contains_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the section at an index, or none. Borrowed from the snapshot. [pure] O(1) */
DIFFABLE_API diffable_id diffable_snapshot_section_at(const diffable_snapshot *snapshot, size_t index);

/** Returns the item at an index path, or none. Borrowed from the snapshot. [pure] O(log n) */
DIFFABLE_API diffable_id diffable_snapshot_item_at(const diffable_snapshot *snapshot, diffable_index_path index_path);

/** Returns the content of an item; no content for an unknown item. Borrowed from the snapshot. [pure] O(1) */
DIFFABLE_API diffable_content diffable_snapshot_item_content(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the content of a section; no content for an unknown section. Borrowed from the snapshot. [pure] O(1) */
DIFFABLE_API diffable_content diffable_snapshot_section_content(const diffable_snapshot *snapshot, diffable_id section);

/** Returns whether an item is expanded; false for an unknown item. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_is_expanded(const diffable_snapshot *snapshot, diffable_id item);

/** Returns whether an item was made expandable; false for an unknown item. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_is_expandable(const diffable_snapshot *snapshot, diffable_id item);

/** Returns whether an item keeps its expansion, because of `keep_expansion`; false for an unknown item. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_keeps_expansion(const diffable_snapshot *snapshot, diffable_id item);

/** Returns whether all ancestors of an item are expanded; false for an unknown item. [pure] O(1) */
DIFFABLE_API bool diffable_snapshot_is_visible(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the number of ancestors of an item, 0 for a root; -1 for an unknown item. [pure] O(d) */
DIFFABLE_API ptrdiff_t diffable_snapshot_level_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the parent of an item; none for a root or an unknown item. Borrowed from the snapshot. [pure] O(1) */
DIFFABLE_API diffable_id diffable_snapshot_parent_of_item(const diffable_snapshot *snapshot, diffable_id item);

/** Returns the number of children of an item; -1 for an unknown item. [pure] O(1) */
DIFFABLE_API ptrdiff_t diffable_snapshot_number_of_children(const diffable_snapshot *snapshot, diffable_id item);

/*
 * Lists are read in parts of any size. Starting with element number `first`, at most `capacity` identifiers are written
 * to `ids`, borrowed from the snapshot, and their number is returned. Fewer than `capacity` means that the end was
 * reached. `ids` may be NULL if `capacity` is 0.
 */

/** Reads the sections in order. [pure] O(k) */
DIFFABLE_API size_t diffable_snapshot_section_identifiers(
    const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/**
 * Reads the visible items of `section` in order; -1 for an unknown section. NULL stands for all sections. If `contents`
 * is not NULL, their contents are written to it, borrowed from the snapshot as well. `ids` may be NULL if only the
 * contents are needed. [pure] O(k + log n); O(k log n) with contents
 */
DIFFABLE_API ptrdiff_t diffable_snapshot_item_identifiers(const diffable_snapshot *snapshot, const diffable_id *section,
    size_t first, diffable_id *ids, diffable_content *contents, size_t capacity);

/**
 * Reads all items of all sections, hidden ones included, each parent before its children. Each call walks the whole
 * list, so read it with one call. [pure] O(n)
 */
DIFFABLE_API size_t diffable_snapshot_all_item_identifiers(
    const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/**
 * Reads the roots of `section` in order; -1 for an unknown section. NULL stands for all sections. [pure] O(n)
 */
DIFFABLE_API ptrdiff_t diffable_snapshot_root_item_identifiers(
    const diffable_snapshot *snapshot, const diffable_id *section, size_t first, diffable_id *ids, size_t capacity);

/** Reads the children of an item in order; -1 for an unknown item. [pure] O(items below it + log n) */
DIFFABLE_API ptrdiff_t diffable_snapshot_children_of_item(
    const diffable_snapshot *snapshot, diffable_id item, size_t first, diffable_id *ids, size_t capacity);

/** Reads the expanded items, hidden ones included, each parent before its children. [pure] O(n) */
DIFFABLE_API size_t diffable_snapshot_expanded_item_identifiers(
    const diffable_snapshot *snapshot, size_t first, diffable_id *ids, size_t capacity);

/** A kind of mark: what the next apply does with the sections or items that have it. */
typedef int32_t diffable_mark;
enum {
    DIFFABLE_ITEMS_TO_RELOAD = 0,        /**< of `reload_items` */
    DIFFABLE_ITEMS_TO_RECONFIGURE = 1,   /**< of `reconfigure_items`, `update_items` and `rename_item` */
    DIFFABLE_SECTIONS_TO_RELOAD = 2,     /**< of `reload_sections` */
    DIFFABLE_SECTIONS_TO_RECONFIGURE = 3 /**< of `reconfigure_sections` and `update_sections` */
};

/**
 * Reads the items or sections that have a mark, in the order of marking; none for a mark that does not exist.
 * [pure] O(all marks)
 */
DIFFABLE_API size_t diffable_snapshot_marked_identifiers(
    const diffable_snapshot *snapshot, diffable_mark mark, size_t first, diffable_id *ids, size_t capacity);

/* ---------------------------------------------------------------------------------------------------
 * Differences
 * ------------------------------------------------------------------------------------------------- */

/** What a change does. */
typedef int32_t diffable_change_kind;
enum {
    DIFFABLE_DELETED_SECTIONS = 0,  /**< `from` in the old list */
    DIFFABLE_INSERTED_SECTIONS = 1, /**< `to` in the new list */
    DIFFABLE_MOVED_SECTIONS = 2,    /**< `from` and `to` */
    /** stay or move; marked, with another content, or with other items if headers are refreshed; `from` and `to` */
    DIFFABLE_UPDATED_SECTIONS = 3,
    DIFFABLE_DELETED_ITEMS = 4,
    DIFFABLE_INSERTED_ITEMS = 5,
    DIFFABLE_MOVED_ITEMS = 6,    /**< within their section, or into another one */
    DIFFABLE_RELOADED_ITEMS = 7, /**< stay or move, and get a new cell: marked, or in a marked section */
    /** stay or move, and are not reloaded; marked to be reconfigured, or with another content */
    DIFFABLE_RECONFIGURED_ITEMS = 8
};

/**
 * One change. `from` is in the old list and `to` is in the new list; each is { -1, -1 } if it does not apply. For
 * sections, only their `section` is used. An item that moved may also be reloaded or reconfigured. Then it has two
 * changes. An item that is reloaded is not reconfigured as well, even if its content changed.
 */
typedef struct diffable_change {
    size_t struct_size; /**< set it to sizeof(diffable_change), as DIFFABLE_CHANGE_INIT does */
    diffable_id id;     /**< borrowed from the difference */
    diffable_id old_id; /**< the identifier of a renamed item in the old list, else `id`; borrowed as well */
    diffable_index_path from;
    diffable_index_path to;
    bool with_section; /**< whether the item is deleted or inserted together with its section */
    /** The content in the old list, borrowed from the difference; none if the element is not visible in that list. */
    diffable_content old_content;
    /** The content in the new list, borrowed from the difference; none if the element is not visible in that list. */
    diffable_content new_content;
} diffable_change;

/** Initializes a `diffable_change`. */
/* clang-format off */
#define DIFFABLE_CHANGE_INIT \
    { sizeof(diffable_change), { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, \
        { -1, -1 }, { -1, -1 }, false, { NULL, 0, NULL, NULL }, { NULL, 0, NULL, NULL } }
/* clang-format on */

/**
 * What changed between the visible items of two snapshots, with the fewest possible moves. An item that a collapsed
 * ancestor hides counts as deleted, and one that becomes visible as inserted. To replay the difference on an array of
 * arrays, remove the deleted and moved items, then the deleted and moved sections, each at its `from`, from the last to
 * the first. Then insert the inserted and moved sections, then the inserted and moved items, each at its `to`, from the
 * first to the last.
 */
typedef struct diffable_difference diffable_difference;

/**
 * Returns the difference between two snapshots; NULL if one of them is NULL. [make] O(s + differences) if one of them
 * was copied from the other and no item was renamed, otherwise at most O(n log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_difference *diffable_difference_new(
    const diffable_snapshot *old_snapshot, const diffable_snapshot *new_snapshot);

/** Returns the same difference, to keep it longer than a borrowed one is valid; NULL for NULL. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_difference *diffable_difference_copy(const diffable_difference *difference);

/** Frees a difference. [free] */
DIFFABLE_API void diffable_difference_free(diffable_difference *difference);

/**
 * Returns whether no row and no section changed. Trees may have changed all the same: the parent of a row, a sign of
 * expansion, or items below collapsed ones. `diffable_snapshot_equal` compares these as well. [pure] O(1)
 */
DIFFABLE_API bool diffable_difference_is_empty(const diffable_difference *difference);

/** Returns the number of changes of a kind; 0 for a kind that does not exist. [pure] O(1) */
DIFFABLE_API size_t diffable_difference_count(const diffable_difference *difference, diffable_change_kind kind);

/**
 * Reads changes of a kind, from the index `first` on, into an array with room for `capacity` of them. Deletions are in
 * the order of the old list, all others in that of the new one. `count` (may be NULL) receives how many were written:
 * fewer than `capacity` only at the end of the changes. A `first` that is beyond the end reads none.
 *
 * Set `changes[0].struct_size` to sizeof(diffable_change): it is the distance between two elements of the array, and
 * the call sets it in the others. `changes` may be NULL if `capacity` is 0. Errors: INVALID_ARGUMENT, also for a kind
 * that does not exist, and for a `struct_size` that is smaller than the struct of the first release or not aligned.
 * [pure] O(log n) for each few hundred neighbouring items, and O(1) for each change; O(log n) for each change if the
 * lists have contents
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_difference_changes(const diffable_difference *difference,
    diffable_change_kind kind, size_t first, diffable_change *changes, size_t capacity, size_t *count,
    diffable_error **error);

/**
 * Returns one line of counts, such as "1 section inserted; 2 items deleted, 3 moved". Borrowed from the difference.
 * [pure] O(1)
 */
DIFFABLE_API const char *diffable_difference_description(const diffable_difference *difference);

/* ---------------------------------------------------------------------------------------------------
 * Steps
 * ------------------------------------------------------------------------------------------------- */

/** What a step does. */
typedef int32_t diffable_step_kind;
enum {
    DIFFABLE_STEP_DELETE_SECTIONS = 0,
    DIFFABLE_STEP_INSERT_SECTIONS = 1, /**< without items, which have steps of their own */
    DIFFABLE_STEP_MOVE_SECTIONS = 2,
    DIFFABLE_STEP_UPDATE_SECTIONS = 3,
    DIFFABLE_STEP_DELETE_ITEMS = 4,
    DIFFABLE_STEP_INSERT_ITEMS = 5,
    DIFFABLE_STEP_MOVE_ITEMS = 6,
    DIFFABLE_STEP_RELOAD_ITEMS = 7,
    DIFFABLE_STEP_RECONFIGURE_ITEMS = 8
};

/**
 * A change of `count` consecutive elements. All index paths but `final_path` refer to the list after all earlier steps.
 * For sections, only `section` is used. `diffable_step_identifier` returns the identifiers.
 */
typedef struct diffable_step {
    size_t struct_size; /**< set it to sizeof(diffable_step), as DIFFABLE_STEP_INIT does */
    diffable_step_kind kind;
    size_t count;
    diffable_index_path from; /**< the first element; { -1, -1 } for insertions */
    /** For insertions and moves: the index path of the first element, in the list without the elements of this step. */
    diffable_index_path to;
    diffable_index_path final_path; /**< the first element in the new list, for its cell; { -1, -1 } for deletions */
} diffable_step;

/** Initializes a `diffable_step`. */
#define DIFFABLE_STEP_INIT \
    { sizeof(diffable_step), DIFFABLE_STEP_DELETE_SECTIONS, 0, { -1, -1 }, { -1, -1 }, { -1, -1 } }

/**
 * A difference as a sequence of changes. The indexes of a step refer to the list after all earlier steps. Steps are for
 * arrays, list models of toolkits, and everything else that is changed one step at a time. The order is:
 *   1. Items are deleted, from the end.
 *   2. Sections are deleted, from the end. The items of a deleted section have no steps of their own.
 *   3. Sections are inserted, without items, and moved, with the items that they have then; from the front.
 *   4. Items are inserted and moved, from the front.
 *   5. Sections that items moved out of in 4 are deleted, with the items that are left in them. So no item moves out of
 *      a section that is gone.
 *   6. Sections and items are updated. The list has its new order, so `from` and `final_path` are the same.
 * An item that both moves and is updated has a step for each.
 */
typedef struct diffable_steps diffable_steps;

/**
 * Returns the steps of a difference; NULL for NULL. They do not need the difference any more, which may be freed.
 * [make] O(c log c + s) for c changes
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_steps *diffable_steps_new(const diffable_difference *difference);

/** Frees steps. [free] */
DIFFABLE_API void diffable_steps_free(diffable_steps *steps);

/** Returns the number of steps; 0 for NULL. [pure] O(1) */
DIFFABLE_API size_t diffable_steps_count(const diffable_steps *steps);

/**
 * Reads steps, from the index `first` on, into an array with room for `capacity` of them, as
 * `diffable_difference_changes` reads changes: `out[0].struct_size` is the distance between two elements, and `count`
 * (may be NULL) receives how many were written. Errors: INVALID_ARGUMENT, also for a `struct_size` that is smaller than
 * the struct of the first release or not aligned. [pure] O(1) for each step
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_steps_read(const diffable_steps *steps, size_t first,
    diffable_step *out, size_t capacity, size_t *count, diffable_error **error);

/**
 * Returns the identifier of an element of a step. A step has `count` elements, in the order of the new list, or of the
 * old list for deletions. None for an index or an element that does not exist. Borrowed from the steps. [pure] O(log n)
 */
DIFFABLE_API diffable_id diffable_step_identifier(const diffable_steps *steps, size_t index, size_t element);

/**
 * Carries out the step at `index`; `diffable_step_identifier(steps, index, element)` returns its identifiers. Zero is
 * success; anything else stops the replay. The steps must not be freed meanwhile. `step` is borrowed until the handler
 * returns.
 */
typedef diffable_status (*diffable_step_handler_fn)(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data);

/**
 * Handlers that carry out steps. Each receives steps of sections and of items; see `step->kind`. NULL skips its steps.
 */
typedef struct diffable_step_handlers {
    size_t struct_size; /**< set it to sizeof(diffable_step_handlers), as DIFFABLE_STEP_HANDLERS_INIT does */
    diffable_step_handler_fn on_insert; /**< INSERT_SECTIONS and INSERT_ITEMS */
    diffable_step_handler_fn on_delete; /**< DELETE_SECTIONS and DELETE_ITEMS */
    diffable_step_handler_fn on_move;   /**< MOVE_SECTIONS and MOVE_ITEMS */
    diffable_step_handler_fn on_update; /**< UPDATE_SECTIONS, RELOAD_ITEMS and RECONFIGURE_ITEMS */
} diffable_step_handlers;

/** Initializes `diffable_step_handlers` with no handler. */
#define DIFFABLE_STEP_HANDLERS_INIT { sizeof(diffable_step_handlers), NULL, NULL, NULL, NULL }

/**
 * Calls the handler of each step, in order. Errors: CALLBACK_FAILED if a handler returns anything but zero. The steps
 * after that one are not carried out, and those before it are not undone; `diffable_error_position` is its index.
 * [pure] O(steps), and what the handlers cost
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_steps_replay(
    const diffable_steps *steps, const diffable_step_handlers *handlers, void *user_data, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Merging
 * ------------------------------------------------------------------------------------------------- */

/** How the changes of the two sides of a merge to a section or an item conflict. */
typedef int32_t diffable_conflict_kind;
enum {
    DIFFABLE_CONFLICT_CHANGED = 1,  /**< both changed its content, to different ones; the content is that of mine */
    DIFFABLE_CONFLICT_INSERTED = 2, /**< both inserted it, with different contents; the content is that of mine */
    /** one side deleted it, and the other changed its content, or moved it to another section or parent; it stays */
    DIFFABLE_CONFLICT_DELETED = 3,
    /** one side deleted it, and the other has something below it that stays; it stays as well */
    DIFFABLE_CONFLICT_DELETED_PARENT = 4,
    /** both moved it to different places, or inserted it at different places; it is where mine has it */
    DIFFABLE_CONFLICT_MOVED = 5,
    /** together, the moves of both sides would put it below itself; it is where mine has it */
    DIFFABLE_CONFLICT_CYCLE = 6,
    /** both renamed it differently, or each renamed another item to one identifier; it has the identifier of mine */
    DIFFABLE_CONFLICT_RENAMED = 7
};

/** Returns the name of a kind of conflict ("deleted_parent"); NULL for other numbers. [pure] O(1) */
DIFFABLE_API const char *diffable_conflict_kind_name(diffable_conflict_kind kind);

/** One conflict. Its section or item is in the merged list. Everything in it is borrowed from the conflicts. */
typedef struct diffable_conflict {
    size_t struct_size; /**< set it to sizeof(diffable_conflict), as DIFFABLE_CONFLICT_INIT does */
    diffable_conflict_kind kind;
    bool is_section; /**< whether it is about a section, and not about an item */
    bool in_base;    /**< whether the base has it */
    bool in_mine;    /**< whether mine has it: if the base has it, and mine has not, mine deleted it */
    bool in_theirs;  /**< the same for theirs */
    diffable_id id;
    diffable_content base;   /**< its content in the base; none if the base does not have it */
    diffable_content mine;   /**< its content in mine */
    diffable_content theirs; /**< its content in theirs */
} diffable_conflict;

/** Initializes a `diffable_conflict`. */
/* clang-format off */
#define DIFFABLE_CONFLICT_INIT \
    { sizeof(diffable_conflict), 0, false, false, false, false, { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, \
        { NULL, 0, NULL, NULL }, { NULL, 0, NULL, NULL }, { NULL, 0, NULL, NULL } }
/* clang-format on */

/** The conflicts of a merge: those of sections, and then those of items, each in the order of the merged list. */
typedef struct diffable_conflicts diffable_conflicts;

/**
 * Merges two lists that were edited separately, starting from a common list, `base`. A change that one side made, or
 * that both sides made, is in the result, unless it is a part of a conflict. Without a conflict, the result does not
 * depend on which side is called mine. Every item of either side is in the result once, unless the other side deleted
 * it. If both sides changed something in different ways, the change of mine wins. If one side deleted an element, and
 * the other changed its content or moved it to another section or parent, it stays. A rename, a move among its siblings
 * and a changed expansion do not keep it. docs/merge.md has the rules of the order.
 *
 * `*merged` receives the merged list, with the marks of both sides. `conflicts` may be NULL. `*conflicts` receives the
 * conflicts, or NULL if there are none. Errors: INVALID_ARGUMENT for a section snapshot.
 * [make] O(n log n); O(1) if one of the lists is a copy of another one and neither of the two was edited since
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_merge(const diffable_snapshot *base,
    const diffable_snapshot *mine, const diffable_snapshot *theirs, diffable_snapshot **merged,
    diffable_conflicts **conflicts, diffable_error **error);

/** Frees conflicts. [free] */
DIFFABLE_API void diffable_conflicts_free(diffable_conflicts *conflicts);

/** Returns the number of conflicts; 0 for NULL. [pure] O(1) */
DIFFABLE_API size_t diffable_conflicts_count(const diffable_conflicts *conflicts);

/**
 * Reads conflicts, from the index `first` on, into an array with room for `capacity` of them, as
 * `diffable_difference_changes` reads changes: `out[0].struct_size` is the distance between two elements, and `count`
 * (may be NULL) receives how many were written. Errors: INVALID_ARGUMENT, also for a `struct_size` that is smaller than
 * the struct of the first release or not aligned. [pure] O(1) for each conflict
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_conflicts_read(const diffable_conflicts *conflicts,
    size_t first, diffable_conflict *out, size_t capacity, size_t *count, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Transactions
 * ------------------------------------------------------------------------------------------------- */

/** How rows appear and disappear in a view that can show motion. */
typedef int32_t diffable_row_animation;
enum {
    DIFFABLE_ANIMATION_DEFAULT = 0, /**< in options: the default of the data source */
    DIFFABLE_ANIMATION_AUTOMATIC = 1,
    DIFFABLE_ANIMATION_FADE = 2,
    DIFFABLE_ANIMATION_RIGHT = 3,
    DIFFABLE_ANIMATION_LEFT = 4,
    DIFFABLE_ANIMATION_TOP = 5,
    DIFFABLE_ANIMATION_BOTTOM = 6,
    DIFFABLE_ANIMATION_MIDDLE = 7,
    DIFFABLE_ANIMATION_NONE = 8 /**< without animation: the view shows the new state at once */
};

/** Returns the name of an animation ("left"); NULL for DIFFABLE_ANIMATION_DEFAULT and for other numbers. [pure] O(1) */
DIFFABLE_API const char *diffable_row_animation_name(diffable_row_animation animation);

/**
 * One apply: the list before and after it, and the difference. The initial snapshot has the order, the trees, the
 * expansion and the contents of the list before it. To undo an apply, use a history, which also renames items back.
 */
typedef struct diffable_transaction diffable_transaction;

/** Holds the current list, applies snapshots to it, and asks providers for the cells that its view shows. */
typedef struct diffable_data_source diffable_data_source;

/** Returns the same transaction, to keep it after a callback; NULL for NULL. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_transaction *diffable_transaction_copy(
    const diffable_transaction *transaction);

/** Frees a transaction. [free] */
DIFFABLE_API void diffable_transaction_free(diffable_transaction *transaction);

/**
 * Returns the data source that is calling a callback: inside a callback that has the transaction as an argument, and
 * inside the `prepare` of a view. Returns NULL at any other time, and for a transaction that a call returned. With it,
 * one callback can serve several data sources. Borrowed from the program. [pure] O(1)
 */
DIFFABLE_API const diffable_data_source *diffable_transaction_data_source(const diffable_transaction *transaction);

/** Returns the list before the apply; NULL for NULL. Borrowed from the transaction. [pure] O(1) */
DIFFABLE_API const diffable_snapshot *diffable_transaction_initial_snapshot(const diffable_transaction *transaction);

/** Returns the list after the apply, without marks; NULL for NULL. Borrowed from the transaction. [pure] O(1) */
DIFFABLE_API const diffable_snapshot *diffable_transaction_final_snapshot(const diffable_transaction *transaction);

/** Returns the difference; NULL for NULL. Borrowed from the transaction. [pure] O(1) */
DIFFABLE_API const diffable_difference *diffable_transaction_difference(const diffable_transaction *transaction);

/** Returns the animation of the apply; NONE if it was not animated. [pure] O(1) */
DIFFABLE_API diffable_row_animation diffable_transaction_animation(const diffable_transaction *transaction);

/** Returns whether a view must ask for all its cells again, whatever the difference says. [pure] O(1) */
DIFFABLE_API bool diffable_transaction_uses_reload_data(const diffable_transaction *transaction);

/** Returns the caption of the apply; no bytes for none. Borrowed from the transaction. [pure] O(1) */
DIFFABLE_API diffable_bytes diffable_transaction_caption(const diffable_transaction *transaction);

/**
 * Returns the conflicts of an apply that was rebased; NULL if there are none, and for any other apply. Borrowed from
 * the transaction. [pure] O(1)
 */
DIFFABLE_API const diffable_conflicts *diffable_transaction_conflicts(const diffable_transaction *transaction);

/**
 * What one apply did to each section that existed before and after it and whose visible items changed, last section
 * first. An item that came from another section counts as inserted, and an item that moved to another section as
 * deleted.
 */
typedef struct diffable_section_transactions diffable_section_transactions;

/**
 * Returns the section transactions of a transaction; NULL for NULL. [make] O(s + items of the changed sections); O(n)
 * if the two lists do not share their identifier tables
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_section_transactions *diffable_section_transactions_new(
    const diffable_transaction *transaction);

/** Frees section transactions. [free] */
DIFFABLE_API void diffable_section_transactions_free(diffable_section_transactions *transactions);

/** Returns the number of section transactions; 0 for NULL. [pure] O(1) */
DIFFABLE_API size_t diffable_section_transactions_count(const diffable_section_transactions *transactions);

/** What an apply did to one section. Everything in it is borrowed from the section transactions. */
typedef struct diffable_section_transaction {
    size_t struct_size; /**< set it to sizeof(diffable_section_transaction); see DIFFABLE_SECTION_TRANSACTION_INIT */
    diffable_id section;
    const diffable_snapshot *initial_snapshot; /**< the section before the apply, as a section snapshot */
    const diffable_snapshot *final_snapshot;   /**< the section after the apply, as a section snapshot */
    const diffable_difference *difference;     /**< between these snapshots; its only section has index 0 */
} diffable_section_transaction;

/** Initializes a `diffable_section_transaction`. */
#define DIFFABLE_SECTION_TRANSACTION_INIT \
    { sizeof(diffable_section_transaction), { DIFFABLE_ID_NONE, 0, { NULL, 0 } }, NULL, NULL, NULL }

/** Reads the section transaction at an index. Errors: INVALID_ARGUMENT for an index that does not exist. [pure] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_section_transactions_at(
    const diffable_section_transactions *transactions, size_t index, diffable_section_transaction *out,
    diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Cells
 * ------------------------------------------------------------------------------------------------- */

/**
 * What a row or a supplementary view of a section shows: texts, a height and an indentation. A provider gets a cell in
 * which all texts are empty and both numbers are 0, and sets what is shown. Texts are copied by the call that sets
 * them, so they may be anywhere, also on the provider's stack.
 */
typedef struct diffable_cell diffable_cell;

/** A text or a number of a cell. */
typedef int32_t diffable_cell_field;
enum {
    DIFFABLE_CELL_TEXT = 0,           /**< the text at the left */
    DIFFABLE_CELL_DETAIL = 1,         /**< the text at the right */
    DIFFABLE_CELL_SECONDARY_TEXT = 2, /**< the text on a second line */
    DIFFABLE_CELL_IMAGE = 3,          /**< the glyph before the text */
    /** a text: "checkmark", "disclosure", "star", "star.fill", "none" or a short one */
    DIFFABLE_CELL_ACCESSORY = 4,
    DIFFABLE_CELL_HEIGHT = 5,     /**< the least number of lines, 1 to 1,000; 0 for as many as needed */
    DIFFABLE_CELL_INDENTATION = 6 /**< a number of levels, 0 to 100 */
};

/**
 * Sets a text of a cell to a copy of `size` bytes; empty if `bytes` is NULL. If `field` is that of a number, the cell
 * cannot be shown, and the call that asked for it fails with INVALID_CELL. Does nothing for a field that does not
 * exist. [edit] O(size)
 */
DIFFABLE_API void diffable_cell_set_text(
    diffable_cell *cell, diffable_cell_field field, const char *bytes, size_t size);

/**
 * Sets a number of a cell. If `field` does not allow the number, or is that of a text, the cell cannot be shown, and
 * the call that asked for it fails with INVALID_CELL. Does nothing for a field that does not exist. [edit] O(1)
 */
DIFFABLE_API void diffable_cell_set_number(diffable_cell *cell, diffable_cell_field field, int32_t number);

/** Returns a text of a cell; no bytes for a field that does not exist. Borrowed from the cell. [pure] O(1) */
DIFFABLE_API diffable_bytes diffable_cell_text(const diffable_cell *cell, diffable_cell_field field);

/** Returns a number of a cell; 0 for a field that does not exist. [pure] O(1) */
DIFFABLE_API int32_t diffable_cell_number(const diffable_cell *cell, diffable_cell_field field);

/** Returns an equal cell, to keep it longer than a borrowed one is valid; NULL for NULL. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_cell *diffable_cell_copy(const diffable_cell *cell);

/** Frees a cell. [free] */
DIFFABLE_API void diffable_cell_free(diffable_cell *cell);

/* ---------------------------------------------------------------------------------------------------
 * Callbacks
 *
 * Callbacks run on the thread that called the library, before that call returns. They may call functions of this
 * header, but must not free an object that a running call uses, unless the description of its `*_free` allows it. The
 * `finalize` of a content and the fatal handler must not call the library at all. An apply to the data source that
 * called is queued. A callback must return normally: no longjmp and no C++ exception may leave it.
 *
 * A callback gets the `user_data` that was passed with it. `finalize` (may be NULL) is called exactly once with that
 * `user_data`, when the callback is no longer needed, and also if the callback could not be registered or is NULL. The
 * completion of an apply is finalized when the apply is over, before the next one in the queue begins. Everything that
 * the other arguments of a callback point to is borrowed until it returns. Pointers to identifiers, contents, index
 * paths and objects among these arguments are never NULL.
 *
 * If the result of a callback is a status, zero means success. Any other number is a failure, also a positive one and
 * one without a name. So a callback that queues an apply must not return the status of that call, which is QUEUED. A
 * provider, a handler or `prepare` that fails undoes the call. An observer, a completion, the writer of a view or
 * `commit` is called when the list has changed: its failure undoes nothing, and the call returns APPLIED_WITH_ERROR.
 * ------------------------------------------------------------------------------------------------- */

/**
 * Stores why the running callback fails, and returns the status for it to return, DIFFABLE_ERROR_CALLBACK_FAILED:
 *
 *     return diffable_callback_failed("no row 7", 8, NULL, NULL);
 *
 * The text follows the name of the callback in the message of the failure. Control characters and line ends in it are
 * escaped, as `diffable_escape` does. It is copied. `bytes` may be NULL for no text.
 *
 * `object` (may be NULL) is anything that the program wants back from the error of the failure, such as an exception of
 * another language: `diffable_error_object` returns it. `finalize` (may be NULL) is called with it exactly once: when
 * that error is freed, or before a call returns if its caller takes no error.
 *
 * Another call in the same callback replaces text and object. They are dropped if the callback succeeds, and also if no
 * callback runs on this thread. [pure] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_callback_failed(
    const char *bytes, size_t size, void *object, diffable_finalize_fn finalize);

/**
 * Fills in the cell of an item. If the item has no content, the `data` of `content` is NULL. A failure undoes the
 * apply, and so does a cell in which neither text, detail, secondary text nor image was set: an empty row sets its text
 * to no bytes.
 */
typedef diffable_status (*diffable_cell_provider_fn)(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data);

/**
 * Returns the kind of an item, which chooses its cell provider; NULL for none. The result must stay valid until this
 * callback is called again. `content` is as for a cell provider.
 */
typedef const char *(*diffable_kind_provider_fn)(
    const diffable_id *item, const diffable_content *content, void *user_data);

/**
 * Fills in a supplementary view of a section. Text views ask for the kinds "header" and "footer";
 * `diffable_data_source_supplementary_cell` asks for any. A cell without text, detail, secondary text and image means
 * that the section has no such view. `content` is that of the section, as for a cell provider. A failure undoes the
 * apply.
 */
typedef diffable_status (*diffable_supplementary_provider_fn)(const char *kind, const diffable_id *section,
    const diffable_content *content, size_t index, diffable_cell *cell, void *user_data);

/** Receives the transaction of an apply. A failure of an observer or a completion undoes nothing. */
typedef diffable_status (*diffable_transaction_handler_fn)(const diffable_transaction *transaction, void *user_data);

/** Receives the output of a view, or of `diffable_data_source_render`. A failure undoes nothing. */
typedef diffable_status (*diffable_writer_fn)(const char *bytes, size_t size, void *user_data);

/** Answers a question about an item in `answer`, which is false at first. A failure cancels the tap or drag. */
typedef diffable_status (*diffable_item_question_fn)(const diffable_id *item, bool *answer, void *user_data);

/** Is called before an item is expanded or collapsed. A failure cancels that. */
typedef diffable_status (*diffable_item_handler_fn)(const diffable_id *item, void *user_data);

/**
 * Supplies the children of an item that is being expanded. `children` is a section snapshot of the existing children:
 * edit it, or replace it with `diffable_snapshot_assign`. A failure cancels the expansion.
 */
typedef diffable_status (*diffable_children_handler_fn)(
    const diffable_id *parent, diffable_snapshot *children, void *user_data);

/* ---------------------------------------------------------------------------------------------------
 * Views
 * ------------------------------------------------------------------------------------------------- */

/** Shows the list of a data source after each apply. Each kind of view is made by a function of its own. */
typedef struct diffable_view diffable_view;

/**
 * Frees a view. Data sources that show it keep what they need of it, so it may be freed as soon as it is set, and
 * inside its own callbacks. It is finalized when it is freed and no data source shows it. [free]
 */
DIFFABLE_API void diffable_view_free(diffable_view *view);

/** An apply that a view prepares for. Borrowed: it is valid until `prepare` returns. */
typedef struct diffable_preparation diffable_preparation;

/** Returns the transaction that will take place; NULL for NULL. Borrowed from the preparation. [pure] O(1) */
DIFFABLE_API const diffable_transaction *diffable_preparation_transaction(const diffable_preparation *preparation);

/**
 * Stores in `*cell` a new cell from the cell provider, for an item of the new list: the transaction's final snapshot.
 * Errors: INVALID_ARGUMENT (no item has this index path), NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL.
 * [calls] O(log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_preparation_cell(
    diffable_preparation *preparation, diffable_index_path index_path, diffable_cell **cell, diffable_error **error);

/**
 * Stores in `*cell` a new supplementary cell from its provider, for a section of the new list; NULL if it has none.
 * Errors: INVALID_ARGUMENT (no section has this index), PROVIDER_FAILED, INVALID_CELL. [calls] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_preparation_supplementary_cell(
    diffable_preparation *preparation, const char *kind, size_t section_index, diffable_cell **cell,
    diffable_error **error);

/**
 * Prepares for an apply: makes everything that can fail, such as the cells of inserted and updated items. The view
 * still shows the old list, and the current list of the data source is the new one. A failure undoes the apply: if a
 * function of the preparation failed, the apply fails with the first such error, otherwise with CALLBACK_FAILED and the
 * words of `diffable_callback_failed`. `commit` and `cancel` are not called then.
 */
typedef diffable_status (*diffable_prepare_fn)(diffable_preparation *preparation, void *user_data);

/**
 * Shows the list that a data source has when the view is set. After a failure the data source keeps its old view. An
 * apply that is called here is queued, and runs when the view is set.
 */
typedef diffable_status (*diffable_attach_fn)(const diffable_data_source *source, void *user_data);

/** Drops what was prepared, because the apply was undone. The data source has the old list again. */
typedef void (*diffable_cancel_fn)(const diffable_transaction *transaction, void *user_data);

/**
 * The callbacks of a view. For each apply `prepare` is called. If it succeeds, either `commit` or `cancel` follows,
 * once, before the view prepares for another apply, and even if another view has been set since. All may be NULL. An
 * apply that one of them calls is queued.
 *
 * A view that is set on a list with rows learns of them in one of two ways. With `attach` it reads the list there, and
 * its first transaction starts from that list. Without `attach` its first transaction starts from the empty list.
 */
typedef struct diffable_view_callbacks {
    size_t struct_size; /**< set it to sizeof(diffable_view_callbacks), as DIFFABLE_VIEW_CALLBACKS_INIT does */
    diffable_prepare_fn prepare;
    /** Shows the change. The list has changed, and observers are called afterwards. A failure undoes nothing:
     * the call returns APPLIED_WITH_ERROR, and the error is OUTPUT_FAILED. */
    diffable_transaction_handler_fn commit;
    /**
     * Called if something fails between `prepare` and `commit`: a `did_reorder` handler, or a list that is derived from
     * this one.
     */
    diffable_cancel_fn cancel;
    diffable_attach_fn attach;
} diffable_view_callbacks;

/** Initializes `diffable_view_callbacks`. */
#define DIFFABLE_VIEW_CALLBACKS_INIT { sizeof(diffable_view_callbacks), NULL, NULL, NULL, NULL }

/**
 * Makes a view of the program's own, such as the list of a toolkit. It shows one data source at a time.
 * `diffable_data_source_cell_at` asks the provider, because only the program knows what the view shows. Errors:
 * INVALID_ARGUMENT. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_view_new(const diffable_view_callbacks *callbacks,
    void *user_data, diffable_finalize_fn finalize, diffable_view **out, diffable_error **error);

/** When a text view colours its lines. The signs say the same without colour. */
typedef int32_t diffable_color;
enum {
    /** If a view of `diffable_stdout_text_view_new` writes to a terminal that shows colours; never for a writer. */
    DIFFABLE_COLOR_AUTO = 0,
    DIFFABLE_COLOR_ALWAYS = 1,
    DIFFABLE_COLOR_NEVER = 2
};

/** How a text view shows a list. */
typedef struct diffable_text_view_options {
    size_t struct_size; /**< set it to sizeof(diffable_text_view_options), as DIFFABLE_TEXT_VIEW_OPTIONS_INIT does */
    /**
     * The column at which details end, 20 to 1,000; 0 stands for the width of the terminal, but at most 100, and for 60
     * if there is no terminal.
     */
    size_t width;
    /**
     * How many rows are shown at each end of a run of unchanged rows, or of a run of more than 100 inserted or deleted
     * ones. The rows between these are folded into one line. 0 stands for 6, and -1 for none.
     */
    ptrdiff_t context;
    diffable_color color;
    bool shows_old; /**< an updated row also shows its old text, if the view has shown it: `$3.00 -> $4.50` */
} diffable_text_view_options;

/** Initializes `diffable_text_view_options`. */
#define DIFFABLE_TEXT_VIEW_OPTIONS_INIT { sizeof(diffable_text_view_options), 0, 0, DIFFABLE_COLOR_AUTO, false }

/**
 * Makes a view that shows the list as lines of text, with signs for the changes: `+` inserted, `-` deleted, `>` moved,
 * `~` updated. One more line counts them. It calls `writer` once for each apply. `options` may be NULL. For standard
 * output, with the width and the colours of a terminal, see diffable_terminal.h. Errors: INVALID_ARGUMENT. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_text_view_new(const diffable_text_view_options *options,
    diffable_writer_fn writer, void *user_data, diffable_finalize_fn finalize, diffable_view **out,
    diffable_error **error);

/** What a stream of events contains. */
typedef struct diffable_ndjson_view_options {
    size_t struct_size; /**< set it to sizeof(diffable_ndjson_view_options); see DIFFABLE_NDJSON_VIEW_OPTIONS_INIT */
    bool shows_old;     /**< updates also contain the old cell, as `old`; the view then keeps all cells */
} diffable_ndjson_view_options;

/** Initializes `diffable_ndjson_view_options`. */
#define DIFFABLE_NDJSON_VIEW_OPTIONS_INIT { sizeof(diffable_ndjson_view_options), false }

/**
 * Makes a view that writes lists as a stream of events for other programs, one JSON object for each line: see
 * docs/ndjson.md. It calls `writer` once for each apply. Data sources with the same view are lists of the same stream.
 * `options` may be NULL. Without `shows_old`, the view keeps no cells. Errors: INVALID_ARGUMENT. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_ndjson_view_new(const diffable_ndjson_view_options *options,
    diffable_writer_fn writer, void *user_data, diffable_finalize_fn finalize, diffable_view **out,
    diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Data sources
 * ------------------------------------------------------------------------------------------------- */

/** Returns a data source with an empty list, no view and no provider. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_data_source *diffable_data_source_new(void);

/**
 * Frees a data source, and finalizes its callbacks. If this is called inside one of its own callbacks, the data source
 * is freed when the outermost running call is complete. Until then, callbacks may go on using it, but must not free it
 * again. [free]
 */
DIFFABLE_API void diffable_data_source_free(diffable_data_source *source);

/**
 * Sets the cell provider of items whose kind has no provider of its own; NULL for none. The old one is finalized.
 * [edit] O(1)
 */
DIFFABLE_API void diffable_data_source_set_cell_provider(
    diffable_data_source *source, diffable_cell_provider_fn provider, void *user_data, diffable_finalize_fn finalize);

/** Sets the callback that returns the kinds of items; NULL for none. The old one is finalized. [edit] O(1) */
DIFFABLE_API void diffable_data_source_set_kind_provider(
    diffable_data_source *source, diffable_kind_provider_fn provider, void *user_data, diffable_finalize_fn finalize);

/**
 * Sets the cell provider of one kind of items; NULL for none. The old one is finalized. If `kind` is NULL, nothing is
 * set, and `user_data` is finalized. [edit] O(registered kinds)
 */
DIFFABLE_API void diffable_data_source_register_cell_provider(diffable_data_source *source, const char *kind,
    diffable_cell_provider_fn provider, void *user_data, diffable_finalize_fn finalize);

/**
 * Sets the provider of headers, footers and other supplementary views; NULL for none. The old one is finalized.
 * [edit] O(1)
 */
DIFFABLE_API void diffable_data_source_set_supplementary_provider(diffable_data_source *source,
    diffable_supplementary_provider_fn provider, void *user_data, diffable_finalize_fn finalize);

/**
 * Sets the view that shows the list, from the next apply on; NULL for none. Setting the view that it already has
 * changes nothing.
 *
 * Data sources of several threads may set and show the same text view or NDJSON view at the same time. Each has its own
 * list in the view. The view's writer is called by one thread at a time, and must not wait for another one. A view of
 * `diffable_view_new` shows one data source at a time: setting it for another one is INVALID_ARGUMENT while a data
 * source has it, or has not finished its last apply with it. The views of `diffable_terminal.h` belong to one thread.
 * No view can be set while a `diffable_terminal` shows the data source. Returns APPLIED_WITH_ERROR if the view was set,
 * but an apply that `attach` called fails. Errors: INVALID_ARGUMENT, also inside a callback of the data source if the
 * view has `attach`; CALLBACK_FAILED if `attach` fails. [calls] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_view(
    diffable_data_source *source, diffable_view *view, diffable_error **error);

/**
 * Adds an observer of all applies, and returns the token that removes it, which is never 0. Returns 0 if an argument is
 * NULL. Observers are called in the order in which they were added. An observer that is added during an apply, for
 * example by another observer, is called from the next apply on, even if that is queued already. There is one
 * exception: an observer that is added to a derived list before this list has followed the apply of its origin is
 * called in the same apply. [edit] O(1)
 */
DIFFABLE_API uint64_t diffable_data_source_add_observer(diffable_data_source *source,
    diffable_transaction_handler_fn observer, void *user_data, diffable_finalize_fn finalize);

/**
 * Removes an observer, and returns whether there was one with this token. The observer is not called any more, not even
 * in the apply that is running. It is finalized at once, or, if it is running, when it has returned.
 * [edit] O(observers)
 */
DIFFABLE_API bool diffable_data_source_remove_observer(diffable_data_source *source, uint64_t token);

/** Returns the name of the list, or no bytes if it has none. Borrowed until another name is set. [pure] O(1) */
DIFFABLE_API diffable_bytes diffable_data_source_name(const diffable_data_source *source);

/**
 * Sets the name of the list in streams of events and recorded pages, from the next apply on. It may be any text. A size
 * of 0 removes the name. The bytes are copied. Errors: INVALID_ARGUMENT (NULL with a size). [edit] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_name(
    diffable_data_source *source, const char *name, size_t size, diffable_error **error);

/** Returns the animation of applies whose options leave it at DIFFABLE_ANIMATION_DEFAULT. [pure] O(1) */
DIFFABLE_API diffable_row_animation diffable_data_source_default_row_animation(const diffable_data_source *source);

/**
 * Sets the animation of applies whose options leave it at DIFFABLE_ANIMATION_DEFAULT, from the next apply on. Errors:
 * INVALID_ARGUMENT. [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_default_row_animation(
    diffable_data_source *source, diffable_row_animation animation, diffable_error **error);

/**
 * Returns whether the headers and footers of a section are shown again if items are inserted into it, deleted from it,
 * or moved between it and another section, even if the section itself was neither changed nor marked. [pure] O(1)
 */
DIFFABLE_API bool diffable_data_source_refreshes_headers(const diffable_data_source *source);

/**
 * Sets whether a section is updated, so that its headers and footers are shown again, if items are inserted into it,
 * deleted from it, or moved between it and another section. Rows of items are not affected. The default is false. Does
 * nothing for NULL. [edit] O(1)
 */
DIFFABLE_API void diffable_data_source_set_refreshes_headers(diffable_data_source *source, bool refreshes_headers);

/**
 * Sets whether a data source is strict. An apply then fails with STALE_SNAPSHOT if its snapshot was taken from this
 * data source before another apply, because it would undo the changes of that apply. It fails even if that apply
 * changed nothing, unless it applied an unedited copy of the current list. This is meant for debugging. Snapshots that
 * were taken before the data source became strict, and snapshots that were described anew, are not refused. The default
 * is false. Does nothing for NULL. [edit] O(1)
 */
DIFFABLE_API void diffable_data_source_set_strict(diffable_data_source *source, bool strict);

/** How a snapshot is applied, and what is called afterwards. */
typedef struct diffable_apply_options {
    size_t struct_size;               /**< set it to sizeof(diffable_apply_options); see DIFFABLE_APPLY_OPTIONS_INIT */
    diffable_row_animation animation; /**< how rows appear and disappear; DIFFABLE_ANIMATION_NONE for not animated */
    /** Called exactly once, after the observers, when the list has changed or did not have to change; or NULL. */
    diffable_transaction_handler_fn completion;
    void *user_data; /**< of `completion` */
    /** Called exactly once with `user_data` when the apply is over, also if it failed; or NULL. */
    diffable_finalize_fn finalize;
    diffable_bytes caption; /**< what recordings and streams of events call this apply: any text, or none */
    /** Only for `diffable_data_source_apply_section`: the new content of the section. No content leaves it as it is. */
    diffable_content section_content;
} diffable_apply_options;

/** Initializes `diffable_apply_options`: animated, with the default row animation of the data source. */
/* clang-format off */
#define DIFFABLE_APPLY_OPTIONS_INIT \
    { sizeof(diffable_apply_options), DIFFABLE_ANIMATION_DEFAULT, NULL, NULL, NULL, { NULL, 0 }, \
        { NULL, 0, NULL, NULL } }
/* clang-format on */

/**
 * Makes a snapshot the current list, with its trees. In this order: the difference is computed; the view asks the
 * providers for the cells that it will show; the view changes; observers are called; the completion is called. From the
 * first provider on, the current list is the new one. If a provider fails, list and view are as they were before. The
 * snapshot is copied first, so callbacks may edit and free it. [calls] O(s + differences) if the snapshot came from
 * this data source and no item was renamed, otherwise at most O(n log n)
 *
 * A snapshot is the whole list: if it has no children, the list becomes flat, except below items that keep their
 * children (`diffable_snapshot_keep_children`). To keep the trees of the list, edit the snapshot that
 * `diffable_data_source_snapshot` returns. A section snapshot is an INVALID_ARGUMENT here: pass it to
 * `diffable_data_source_apply_section`.
 *
 * `options` may be NULL for the defaults, and is copied. `completion` is called in the order of the applies, but not if
 * the apply failed. `finalize` is called whatever the status is, with one exception: if `struct_size` is smaller than
 * the struct of the first release, the other fields are not read. `transaction` may be NULL. `*transaction` is set to
 * the transaction if the status is OK or APPLIED_WITH_ERROR, and otherwise to NULL.
 *
 * A call from inside a callback of the same data source, or of one that is related to it by derivation, returns QUEUED.
 * Queued applies run in order before the outermost call returns; none is dropped. If the output, an observer, the
 * completion or a queued apply fails, the rest still runs, and the outermost call returns APPLIED_WITH_ERROR with the
 * first such failure.
 *
 * A callback that applies each time it is called would never end. Therefore the callbacks of one outermost call may
 * queue at most 10,000 applies, and at most 100 in a chain, in which a callback of each apply queues the next one. The
 * next call from a callback fails with APPLY_LOOP. The outermost call then returns APPLIED_WITH_ERROR with the error
 * APPLY_LOOP, whatever else failed after the list changed. If the outermost call itself fails, it returns its own
 * error.
 *
 * Errors: INVALID_ARGUMENT, NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL, APPLY_LOOP; STALE_SNAPSHOT of a strict data
 * source; CALLBACK_FAILED if `prepare` or a function of a derived list fails; DUPLICATE_IDENTIFIER if a concatenation
 * would have an identifier twice. With APPLIED_WITH_ERROR the error is OUTPUT_FAILED, CALLBACK_FAILED, APPLY_LOOP, or
 * that of a queued apply.
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_apply(diffable_data_source *source,
    const diffable_snapshot *snapshot, const diffable_apply_options *options, diffable_transaction **transaction,
    diffable_error **error);

/**
 * Makes a snapshot the current list without animation; the view asks for all cells that it shows again. Marks and the
 * animation of `options` are ignored. The transaction still has the complete difference. Otherwise it works like
 * `diffable_data_source_apply`, with the same statuses. [calls] O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_apply_using_reload_data(
    diffable_data_source *source, const diffable_snapshot *snapshot, const diffable_apply_options *options,
    diffable_transaction **transaction, diffable_error **error);

/**
 * Applies the changes from `base` to a snapshot, and keeps the changes that were applied since then: merges the
 * snapshot, which is mine, with the current list, which is theirs. So two snapshots that were taken before either of
 * them was applied do not undo each other. If the current list is still the base, the snapshot is applied as it is.
 *
 * `base` may be NULL if the snapshot knows its base: the list that this data source had when
 * `diffable_data_source_snapshot` or `diffable_data_source_new_snapshot` returned the snapshot, or the one that it was
 * copied from. `diffable_snapshot_set_base` sets another base. `diffable_transaction_conflicts` returns the conflicts.
 * A queued apply merges with the list that is current when its turn comes. A strict data source does not refuse the
 * snapshot. Otherwise it works like `diffable_data_source_apply`, with the same statuses. Errors: those of
 * `diffable_snapshot_merge`; INVALID_ARGUMENT if `base` is NULL and not known.
 * [calls] O(n log n); like `diffable_data_source_apply` if the current list is the base
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_apply_rebased(diffable_data_source *source,
    const diffable_snapshot *base, const diffable_snapshot *snapshot, const diffable_apply_options *options,
    diffable_transaction **transaction, diffable_error **error);

/**
 * Sets the base that a snapshot knows to the list that an apply was called with. That is the final list of its
 * transaction or, if the apply merged two lists, the snapshot as it was passed. A program calls this when it has
 * applied the snapshot, and will edit it further and apply it again. Does nothing if one of the arguments is NULL.
 * [edit] O(1)
 */
DIFFABLE_API void diffable_snapshot_set_base(
    diffable_snapshot *snapshot, const diffable_data_source *source, const diffable_transaction *transaction);

/* Trees of a data source */

/**
 * Replaces the forest of `section` by that of a section snapshot, as `diffable_snapshot_set_section_snapshot` does, in
 * the list that is current when the turn of this apply comes. `section_content` of the options becomes the content of
 * the section. Otherwise it works like `diffable_data_source_apply`, with the same statuses, and those of
 * `diffable_snapshot_set_section_snapshot`. Any other snapshot is an INVALID_ARGUMENT. [calls] O(items of the section)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_apply_section(diffable_data_source *source,
    const diffable_snapshot *tree, diffable_id section, const diffable_apply_options *options,
    diffable_transaction **transaction, diffable_error **error);

/**
 * Handlers that are called when a user expands or collapses an item, while the data source still has the old state. All
 * may be NULL. Without a `should_` handler, the answer is yes.
 */
typedef struct diffable_section_snapshot_handlers {
    /** Set it to sizeof(diffable_section_snapshot_handlers), as DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT does. */
    size_t struct_size;
    diffable_item_question_fn should_expand_item;
    diffable_item_handler_fn will_expand_item;
    diffable_item_question_fn should_collapse_item;
    diffable_item_handler_fn will_collapse_item;
    diffable_children_handler_fn snapshot_for_expanding_parent;
} diffable_section_snapshot_handlers;

/** Initializes `diffable_section_snapshot_handlers`. */
#define DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT \
    { sizeof(diffable_section_snapshot_handlers), NULL, NULL, NULL, NULL, NULL }

/**
 * Sets the handlers of expanding and collapsing; NULL for none. Errors: INVALID_ARGUMENT, also for a `struct_size` that
 * is too small. [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_section_snapshot_handlers(
    diffable_data_source *source, const diffable_section_snapshot_handlers *handlers, void *user_data,
    diffable_finalize_fn finalize, diffable_error **error);

/**
 * Expands or collapses an item, as for a user's tap. The handlers are called in this order: `should_expand_item`,
 * `will_expand_item`, `snapshot_for_expanding_parent`; or `should_collapse_item`, `will_collapse_item`. Then the new
 * list is applied. Returns REFUSED if a `should_` handler said no, and otherwise what apply returns. If a queued apply
 * fails after a refusal, the status is APPLIED_WITH_ERROR, and `*transaction` is NULL. `transaction` may be NULL.
 * Errors: UNKNOWN_IDENTIFIER for an item that is not visible; CALLBACK_FAILED of a handler; DUPLICATE_IDENTIFIER if the
 * new children are elsewhere in the list; and those of apply.
 *
 * An item that has no children and is not expandable has nothing to show. A tap on it is REFUSED, unless
 * `snapshot_for_expanding_parent` gives the item children.
 * [calls] O(items that appear or disappear)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_toggle_item(
    diffable_data_source *source, diffable_id item, diffable_transaction **transaction, diffable_error **error);

/* Reordering */

/** Handlers that are called when a user drags an item. */
typedef struct diffable_reordering_handlers {
    /** Set it to sizeof(diffable_reordering_handlers), as DIFFABLE_REORDERING_HANDLERS_INIT does. */
    size_t struct_size;
    diffable_item_question_fn can_reorder_item; /**< NULL: no item can be reordered */
    /** Called before the view prepares, while the data source has the old list; a failure undoes the drag. */
    diffable_transaction_handler_fn will_reorder;
    /** Called when the view has prepared and the data source has the new list; a failure undoes the drag. */
    diffable_transaction_handler_fn did_reorder;
} diffable_reordering_handlers;

/** Initializes `diffable_reordering_handlers`. */
#define DIFFABLE_REORDERING_HANDLERS_INIT { sizeof(diffable_reordering_handlers), NULL, NULL, NULL }

/**
 * Sets the handlers of reordering; NULL for none. Errors: INVALID_ARGUMENT, also for a `struct_size` that is too small.
 * [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_reordering_handlers(
    diffable_data_source *source, const diffable_reordering_handlers *handlers, void *user_data,
    diffable_finalize_fn finalize, diffable_error **error);

/**
 * Moves an item with everything below it, as for a user's drag. `to` is its index path in the list without these rows.
 * If it is dropped between a row and the first child of that row, it becomes a child of that row. Otherwise it keeps
 * its parent, if the order of the rows allows that; if not, it becomes a sibling of the row above its new place, or a
 * root if there is no such row. The handlers are called in this order: `can_reorder_item`, `will_reorder`,
 * `did_reorder`. Returns REFUSED if the item may not be dragged, and otherwise what apply returns, as
 * `diffable_data_source_toggle_item` does. Errors: INVALID_ARGUMENT for index paths that are not in the list,
 * CALLBACK_FAILED of a handler, and those of apply. [calls] O(differences)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_reorder_item(diffable_data_source *source,
    diffable_index_path from, diffable_index_path to, diffable_transaction **transaction, diffable_error **error);

/*
 * What a data source shows. While a view prepares for an apply, from the first provider on, all of these functions
 * answer for the list that is being applied, except `render`, which writes what the view shows. If the apply fails,
 * they answer for the old list again.
 */

/**
 * Returns whether an apply would be queued now, because a call that runs callbacks is running: an apply, or a call such
 * as `cell_at`, `render` or `derive`. [pure] O(1)
 */
DIFFABLE_API bool diffable_data_source_is_applying(const diffable_data_source *source);

/**
 * Returns the current list with its trees, without marks; NULL for NULL. Ask it for items, index paths and contents,
 * and free it afterwards. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_data_source_snapshot(const diffable_data_source *source);

/**
 * Returns an empty snapshot that shares the identifier tables of the data source; NULL for NULL. Describing a list of
 * 1,000 strings anew and applying it takes 0.14 million instructions with such a snapshot, and 0.33 million with one of
 * `diffable_snapshot_new`. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_snapshot *diffable_data_source_new_snapshot(
    const diffable_data_source *source);

/**
 * Stores in `*cell` a copy of the cell at an index path. It is the cell that the view shows, or else a new one from the
 * provider. Returns APPLIED_WITH_ERROR if the cell was read, but an apply that the provider called fails. Errors:
 * INVALID_ARGUMENT (no item has this index path), NO_PROVIDER, PROVIDER_FAILED, INVALID_CELL. [calls] O(log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_cell_at(
    diffable_data_source *source, diffable_index_path index_path, diffable_cell **cell, diffable_error **error);

/**
 * Stores in `*cell` a copy of a supplementary cell of a section, of any kind that the provider knows, or NULL if the
 * section has none. It is the cell that the view shows, or else a new one. Returns APPLIED_WITH_ERROR if the cell was
 * read, but an apply that the provider called fails. Errors: INVALID_ARGUMENT (no section has this index),
 * PROVIDER_FAILED, INVALID_CELL. [calls] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_supplementary_cell(
    diffable_data_source *source, const char *kind, size_t section_index, diffable_cell **cell, diffable_error **error);

/**
 * Writes the whole list as its view would show it without changes, if that is a text view, or else as a text view with
 * default options would. The text has colours only with DIFFABLE_COLOR_ALWAYS, and lines are never cut. Returns
 * APPLIED_WITH_ERROR if the list was written, but an apply that a callback called fails. Errors: NO_PROVIDER,
 * PROVIDER_FAILED, INVALID_CELL, OUTPUT_FAILED. [calls] O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_render(
    diffable_data_source *source, diffable_writer_fn writer, void *user_data, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Histories
 * ------------------------------------------------------------------------------------------------- */

/**
 * Undoes and redoes the changes of a data source: applies, taps and drags, with trees, contents and renamed items. Each
 * apply that changes the list becomes an entry. A new change discards the entries that could be redone. Entries share
 * the storage of their lists, so an entry takes memory only for its changes.
 */
typedef struct diffable_history diffable_history;

/**
 * Returns a history of the changes of `source` from now on; NULL for NULL. It observes `source`, and keeps it alive. If
 * there are more than `limit` entries, the oldest ones are forgotten. A limit of 0 stands for 100. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_history *diffable_history_new(diffable_data_source *source, size_t limit);

/** Frees a history. The list stays as it is. Does nothing for NULL. [free] O(entries) */
DIFFABLE_API void diffable_history_free(diffable_history *history);

/**
 * Applies the list before the last entry that is not undone. `transaction` (may be NULL) receives the transaction,
 * which you own. Returns REFUSED, and changes nothing, if there is nothing to undo. Otherwise it works like
 * `diffable_data_source_apply`. Errors: those of an apply; INVALID_ARGUMENT while a group is open.
 * [calls] O(differences)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_history_undo(
    diffable_history *history, diffable_transaction **transaction, diffable_error **error);

/**
 * Applies the list after the entry that was undone last. Otherwise it works like `undo`. Errors: those of `undo`.
 * [calls] O(differences)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_history_redo(
    diffable_history *history, diffable_transaction **transaction, diffable_error **error);

/**
 * Returns whether there is an entry to undo; false for NULL. `caption` (may be NULL) receives the caption of its apply
 * or its group, or no bytes if that has none. A tap or a drag has the caption "Expand", "Collapse" or "Move", unless it
 * is in a group. The caption is borrowed from the history until the history changes. [pure] O(1)
 */
DIFFABLE_API bool diffable_history_can_undo(const diffable_history *history, diffable_bytes *caption);

/** Returns whether there is an entry to redo, and its caption, as `diffable_history_can_undo` does. [pure] O(1) */
DIFFABLE_API bool diffable_history_can_redo(const diffable_history *history, diffable_bytes *caption);

/**
 * Begins a group: all changes until its end are one entry. `caption` is any text, or NULL. A group inside another group
 * is a part of the outer one. Errors: INVALID_ARGUMENT. [edit] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_history_begin_group(
    diffable_history *history, const char *caption, size_t size, diffable_error **error);

/**
 * Ends a group. It becomes an entry if the list has changed since its beginning. Errors: INVALID_ARGUMENT if no group
 * is open. [edit] O(s), and at most O(n), to compare the lists
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_history_end_group(
    diffable_history *history, diffable_error **error);

/** Forgets all entries. Does nothing for NULL. [edit] O(entries) */
DIFFABLE_API void diffable_history_clear(diffable_history *history);

/* ---------------------------------------------------------------------------------------------------
 * Derived lists
 * ------------------------------------------------------------------------------------------------- */

/**
 * The key by which an item or a section is sorted. A callback adds parts to it, and keys are compared part by part.
 * Numbers come first, by value; then strings, by their bytes; then booleans; then parts without a value. If a part is
 * reversed, its order is the other way round.
 */
typedef struct diffable_sort_key diffable_sort_key;

/** Adds a number. Does nothing for NULL. [edit] O(1) */
DIFFABLE_API void diffable_sort_key_add_integer(diffable_sort_key *key, int64_t number, bool reversed);

/**
 * Adds a number. NaN comes after all other numbers, or before them if the part is reversed. Does nothing for NULL.
 * [edit] O(1)
 */
DIFFABLE_API void diffable_sort_key_add_double(diffable_sort_key *key, double number, bool reversed);

/** Adds a string. If `bytes` is NULL, the string is empty. Does nothing for NULL. [edit] O(size) */
DIFFABLE_API void diffable_sort_key_add_string(diffable_sort_key *key, const char *bytes, size_t size, bool reversed);

/** Adds a boolean: false comes before true. Does nothing for NULL. [edit] O(1) */
DIFFABLE_API void diffable_sort_key_add_boolean(diffable_sort_key *key, bool value, bool reversed);

/** Adds a part that stands for no value. Does nothing for NULL. [edit] O(1) */
DIFFABLE_API void diffable_sort_key_add_none(diffable_sort_key *key, bool reversed);

/** Sets `passes`, which is false at first, to whether an item belongs to the list. A failure undoes the apply. */
typedef diffable_status (*diffable_filter_fn)(
    const diffable_id *item, const diffable_content *content, bool *passes, void *user_data);

/**
 * Chooses the section of an item: sets `section`, which is none at first, and optionally `section_content`. Both must
 * stay valid until this callback is called again. The object of a content must have no `finalize`. A failure undoes the
 * apply.
 */
typedef diffable_status (*diffable_section_fn)(const diffable_id *item, const diffable_content *content,
    diffable_id *section, diffable_content *section_content, void *user_data);

/** Adds the parts of the key of an item or of a section. A failure undoes the apply. */
typedef diffable_status (*diffable_sort_fn)(
    const diffable_id *id, const diffable_content *content, diffable_sort_key *key, void *user_data);

/**
 * How a list is derived from another one. `filter` is called once for each item that is new or renamed, or whose
 * content changed. `section` and `sort` are called for those of these items that are in the list, and `section_sort`
 * for the sections that `section` sets. Each function must depend on its item or section alone. Items with equal keys
 * stay in the order of the origin.
 *
 * In a tree, an item is in the list if it passes the filter or something below it does. An ancestor that comes into the
 * list because of an item below it counts as new for `section` and `sort`. `sort` orders the children of each parent,
 * and `section` is called for items without a parent. The limits count items without a parent. An item that comes into
 * the list is expanded if it is expanded in the origin. After that, each list has an expansion of its own.
 */
typedef struct diffable_derivation {
    size_t struct_size;        /**< set it to sizeof(diffable_derivation), as DIFFABLE_DERIVATION_INIT does */
    diffable_filter_fn filter; /**< NULL for all items */
    /** NULL for the sections of the origin. A section has the content that the last call for it set, or none if that
     * call set none. */
    diffable_section_fn section;
    diffable_sort_fn sort;         /**< NULL for the order of the origin */
    diffable_sort_fn section_sort; /**< orders the sections of `section`; NULL for the order of their first items */
    size_t limit;                  /**< the most items of the list; 0 for no limit */
    size_t section_limit;          /**< the most items of each section; 0 for no limit */
    bool keep_empty_sections;      /**< whether sections of the origin remain that have no item in the list */
    void *user_data;               /**< of all functions */
    diffable_finalize_fn finalize; /**< called once, when none of the functions is needed any more */
} diffable_derivation;

/** A derivation that changes nothing, except that it leaves out sections without items. */
#define DIFFABLE_DERIVATION_INIT { sizeof(diffable_derivation), NULL, NULL, NULL, NULL, 0, 0, false, NULL, NULL }

/** Parts of a derivation, to be combined with `|`. */
typedef int32_t diffable_derivation_parts;
enum {
    DIFFABLE_DERIVATION_FILTER = 1,
    DIFFABLE_DERIVATION_SECTION = 2,
    DIFFABLE_DERIVATION_SORT = 4,
    DIFFABLE_DERIVATION_SECTION_SORT = 8,
    DIFFABLE_DERIVATION_LIMIT = 16,
    DIFFABLE_DERIVATION_SECTION_LIMIT = 32,
    DIFFABLE_DERIVATION_EMPTY_SECTIONS = 64 /**< `keep_empty_sections` */
};

/**
 * Makes a data source whose list is derived from that of `origin`, and follows it. The applies of both are one: if one
 * of them fails, neither list has changed. `origin` keeps its own list. The new data source is read-only: an apply to
 * it is INVALID_ARGUMENT. Taps, views and providers work as in any data source, but expanding an item fails with
 * INVALID_ARGUMENT if the derived list has a `snapshot_for_expanding_parent`. A drag is refused, but `will_reorder` is
 * called for it, and may apply to `origin`. Lists may be derived from it in turn.
 *
 * All applies of lists that are derived from one another are queued as those of one data source, and all belong to one
 * thread. If `origin` is freed, the derived list stays as it is. Its items can still be expanded and collapsed; every
 * other call that would change it fails with INVALID_ARGUMENT.
 *
 * `derivation` may be NULL for the whole list without its empty sections. Its user data is finalized also if the call
 * fails, unless `struct_size` is too small: then the other fields are not read. Returns APPLIED_WITH_ERROR if the list
 * was made, but an apply that one of the functions called fails. Errors: CALLBACK_FAILED; INVALID_ARGUMENT, also inside
 * a callback of `origin`. [calls] O(n), with the sort O(n log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_derive(diffable_data_source *origin,
    const diffable_derivation *derivation, diffable_data_source **out, diffable_error **error);

/**
 * Replaces some parts of the derivation of a data source. It is one apply, with the fewest changes. A new `filter` is
 * called for all items, and the other new functions for what is in the list. The user data belongs to the functions
 * that this call passes. Other functions keep theirs. `transaction` (may be NULL) receives the transaction, which you
 * own. Inside a callback it is queued. Errors: those of an apply; CALLBACK_FAILED; INVALID_ARGUMENT, also for a list
 * that is not derived, for a concatenation, and if the origin was freed. [calls] O(n), with a new sort O(n log n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_set_derivation(diffable_data_source *source,
    diffable_derivation_parts parts, const diffable_derivation *derivation, diffable_transaction **transaction,
    diffable_error **error);

/**
 * Holds a derived list. Until it is released, contents are updated in place and items that the origin deletes leave,
 * but no row moves or arrives, and none leaves because it no longer passes the filter. Inside a callback it is queued,
 * and returns QUEUED. Errors: INVALID_ARGUMENT for a list that is not derived, for a concatenation, and if the origin
 * was freed. [edit] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_hold(
    diffable_data_source *source, diffable_error **error);

/**
 * Releases a held list: shows the changes that waited. It is one apply, with the fewest changes. `transaction` (may be
 * NULL) receives the transaction, which you own. Inside a callback it is queued. Errors: those of an apply;
 * INVALID_ARGUMENT as for `hold`. [calls] O(differences); O(n) for trees, and O(items that are shown) with a limit
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_release(
    diffable_data_source *source, diffable_transaction **transaction, diffable_error **error);

/** Returns whether a list is held; false for NULL. [pure] O(1) */
DIFFABLE_API bool diffable_data_source_is_held(const diffable_data_source *source);

/** How many items the release of a held list will insert, delete and move. */
typedef struct diffable_pending_changes {
    size_t struct_size; /**< set it to sizeof(diffable_pending_changes), as DIFFABLE_PENDING_CHANGES_INIT does */
    size_t inserted;
    size_t deleted;
    size_t moved;
} diffable_pending_changes;

/** Pending changes to be filled in. */
#define DIFFABLE_PENDING_CHANGES_INIT { sizeof(diffable_pending_changes), 0, 0, 0 }

/**
 * Counts the items with changes that wait. All counts are 0 if the list is not held. Errors: INVALID_ARGUMENT as for
 * `hold`. [pure] O(differences); O(n) for trees, and O(items that are shown) with a limit
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_pending(
    const diffable_data_source *source, diffable_pending_changes *pending, diffable_error **error);

/**
 * Makes a data source whose list has the sections of several lists, one list after the other, and follows all of them
 * as a derived list does. It is read-only. An apply that would give it an identifier twice fails with
 * DUPLICATE_IDENTIFIER. Errors: DUPLICATE_IDENTIFIER, LIMIT_EXCEEDED; INVALID_ARGUMENT, also for no list, for one that
 * is passed twice, and inside a callback of one of them. [make] O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_data_source_concat(
    diffable_data_source *const *origins, size_t count, diffable_data_source **out, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Documents
 * ------------------------------------------------------------------------------------------------- */

/**
 * A list, or the changes from one list to another, as bytes that a program can keep in a file or send to another
 * program. A snapshot document is a whole list. A patch document has the changes of a difference, and applies to the
 * list that it starts from. docs/wire.md specifies both, so that any language can read them. Snapshots of equal lists
 * with the same name have equal bytes.
 *
 * Documents have identifiers, contents, trees, and which items are expanded or expandable. They do not have marks,
 * earlier identifiers of renamed items, or objects of contents.
 */
typedef struct diffable_document diffable_document;

/** Frees a document. [free] */
DIFFABLE_API void diffable_document_free(diffable_document *document);

/** Returns the bytes of a document; no bytes for NULL. Borrowed from the document. [pure] O(1) */
DIFFABLE_API diffable_bytes diffable_document_bytes(const diffable_document *document);

/**
 * Writes a whole list. `name` is what the list is called, as UTF-8, or NULL if it has no name. A content that is a map
 * in deterministic CBOR is written as that map. Errors: INVALID_ARGUMENT, also for a content of the Lua or JavaScript
 * module that has a function, or another value that is not data. [make] O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_encode(const diffable_snapshot *snapshot,
    const char *name, size_t size, diffable_document **document, diffable_error **error);

/**
 * Reads a snapshot document, which may come from anywhere. `name` (may be NULL) receives the name of the list, which
 * points into `bytes`, or NULL and a size of 0 if the list has none. Errors: MALFORMED if the bytes are not a snapshot
 * document, LIMIT_EXCEEDED. [make] O(size)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_decode(
    const char *bytes, size_t size, diffable_bytes *name, diffable_snapshot **snapshot, diffable_error **error);

/** The version of a list: a digest of 128 bits. */
typedef struct diffable_list_version {
    uint8_t bytes[16];
} diffable_list_version;

/**
 * Returns the version of a list: a digest of everything in its document except the name. Equal lists have equal
 * versions, in every process. The snapshot keeps its version until it is edited. All bytes are 0 for a list without
 * sections, and for NULL. [pure] O(n); O(1) if it is known
 */
DIFFABLE_API diffable_list_version diffable_snapshot_version(const diffable_snapshot *snapshot);

/**
 * Writes the changes of a difference. `name` is as in `diffable_snapshot_encode`. `with_old_contents` adds the contents
 * that the new list does not have any more. A reader does not need them to apply the patch. Errors: INVALID_ARGUMENT,
 * also for a content as in `diffable_snapshot_encode`, and for a difference between a section snapshot and another one.
 * [make] O(differences) if the version of the old list is known and both have no trees, otherwise O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_difference_encode(const diffable_difference *difference,
    const char *name, size_t size, bool with_old_contents, diffable_document **document, diffable_error **error);

/**
 * Applies a patch to a snapshot. The result has no marks. Errors: WRONG_VERSION, which names both versions, if the
 * patch starts from another list; MALFORMED, LIMIT_EXCEEDED. [edit] O(changes log n) for changes of items of a list
 * without trees whose version is known, otherwise O(n)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_snapshot_apply_patch(
    diffable_snapshot *snapshot, const char *bytes, size_t size, diffable_error **error);

/* ---------------------------------------------------------------------------------------------------
 * Publishers and followers
 * ------------------------------------------------------------------------------------------------- */

/**
 * Makes the documents from which receivers get the list of a data source, whichever version they have now. A publisher
 * keeps the last lists for which it was called, and these share their storage. It knows nothing of connections: the
 * program sends the bytes, for example from an observer of the data source.
 *
 * The source may be derived, and may be changed in any way. A publisher does not observe it, and looks at its list when
 * it is called. So applies between two calls cost nothing, and become one patch. As long as an apply may still fail,
 * the list is the one before that apply: while the view prepares, in `did_reorder`, and while derived lists follow. A
 * publisher and its data source must be used by one thread at a time.
 */
typedef struct diffable_publisher diffable_publisher;

/**
 * Returns a publisher of the list of `source`; NULL for NULL. It keeps `source` alive, and at most `keep` lists
 * besides the current one, or 100 if `keep` is 0. The oldest ones are forgotten first. [make] O(1)
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_publisher *diffable_publisher_new(diffable_data_source *source, size_t keep);

/** Frees a publisher. Does nothing for NULL. [free] O(kept lists) */
DIFFABLE_API void diffable_publisher_free(diffable_publisher *publisher);

/**
 * Makes the document for a receiver whose list has a version. `version` may be NULL for a receiver without a list.
 * `*document` receives
 *   NULL        if that is the version of the current list, so that nothing has to be sent
 *   a patch     if the publisher has the list of that version, with the fewest changes from it to the current one
 *   a snapshot  if it does not
 * The publisher has the list with which it was made, each list whose version a call returned, and each list to which a
 * document leads, until it forgets them. Documents have the name of the data source, if that is UTF-8. Calls with the
 * same version get the same document, which is made once. It stays valid when the publisher is freed. Errors:
 * INVALID_ARGUMENT, also for a content as in `diffable_snapshot_encode`. [edit] O(differences) for a patch as in
 * `diffable_difference_encode`; O(n) for a snapshot, and for the first call
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_publisher_message(diffable_publisher *publisher,
    const diffable_list_version *version, diffable_document **document, diffable_error **error);

/**
 * Returns the version of the current list, to which the next message leads. All bytes are 0 for NULL.
 * [edit] O(differences); O(n) for trees, and for the first call
 */
DIFFABLE_API diffable_list_version diffable_publisher_version(diffable_publisher *publisher);

/**
 * Applies the documents of a publisher to a data source. A follower starts with the list that the data source has. So a
 * program that has read its last list from a file resumes from that list.
 *
 * With each document of a new version, the list of the data source becomes the one that the document leads to, whatever
 * else has changed it. So if a user may filter, sort or expand the list, the program shows a list that is derived from
 * this one.
 */
typedef struct diffable_follower diffable_follower;

/** Returns a follower that applies to `source`, which it keeps alive; NULL for NULL. [make] O(1) */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_follower *diffable_follower_new(diffable_data_source *source);

/** Frees a follower. The list stays as it is. Does nothing for NULL. [free] */
DIFFABLE_API void diffable_follower_free(diffable_follower *follower);

/**
 * Applies one document, a snapshot or a patch, in one apply. The bytes may come from anywhere. `transaction` (may be
 * NULL) receives the transaction, which you own. Returns REFUSED, and changes nothing, if the document leads to the
 * version that the follower has, for example because it arrived twice. Otherwise it works like
 * `diffable_data_source_apply`. Inside a callback it is queued, and the document is checked when its turn comes.
 *
 * After WRONG_VERSION, ask the publisher for the document for `diffable_follower_version`. Errors: WRONG_VERSION if a
 * patch starts from another version; MALFORMED, LIMIT_EXCEEDED; INVALID_ARGUMENT, also for the document of a section
 * snapshot, and if the list of the source is derived; those of an apply. [calls] O(differences) for a patch as in
 * `diffable_snapshot_apply_patch`; O(n) for a snapshot
 */
DIFFABLE_API DIFFABLE_WARN_UNUSED diffable_status diffable_follower_receive(diffable_follower *follower,
    const char *bytes, size_t size, diffable_transaction **transaction, diffable_error **error);

/**
 * Returns the version of the list that was received last, or else of the list that the source had when the follower was
 * made. All bytes are 0 for NULL, and for an empty list. [pure] O(1); O(n) for a list whose version is not known
 */
DIFFABLE_API diffable_list_version diffable_follower_version(const diffable_follower *follower);

#ifdef __cplusplus
}
#endif

#endif /* DIFFABLE_H */
