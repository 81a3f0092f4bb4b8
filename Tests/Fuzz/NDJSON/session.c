#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void session_report(const struct session *session, const char *message)
{
    const char *stream = session->stream == NULL ? "" : session->stream;
    fprintf(stderr, "%.*s\nline %zu: %s\n", (int)session->size, stream, session->reader.lines, message);
    abort();
}

size_t session_find(const diffable_id *names, size_t count, diffable_id id)
{
    size_t index = 0;
    while (index < count && !diffable_id_equal(names[index], id)) {
        index += 1;
    }
    return index;
}

/* Texts and names */

/** Bytes that a writer of JSON may take for something else. */
static diffable_bytes hostile(unsigned choice)
{
#define BYTES(text) { text, sizeof text - 1 }
    static const diffable_bytes all[] = {
        BYTES(""),
        BYTES("a"),
        BYTES("1"),
        BYTES("\"quoted\" \\ and /"),
        BYTES("line\r\nfeed\t"),
        BYTES("\0nul\0"),
        BYTES("\033[2J\x7f"),
        BYTES("\xe2\x80\xa8\xe2\x80\xa9\xc2\x85"),
        BYTES("\xe2\x80\xae rtl \xe2\x81\xa6\xd8\x9c\xe2\x80\x8f"),
        BYTES("\xff\xfe"),
        BYTES("half \xe2\x82"),
        BYTES("\xc0\x80"),
        BYTES("\xe0\x80\xaf"),
        BYTES("\xed\xa0\x80"),
        BYTES("\xf4\x90\x80\x80"),
        BYTES("\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd"),
        BYTES("\xf4\x8f\xbf\xbf"),
        BYTES("\xef\xbb\xbf"),
        BYTES("e\xcc\x81"),
        BYTES("{\"hex\":\"ff\"}"),
        BYTES("\\u0000"),
        BYTES("\xef\xbf\xbd"),
        BYTES("\xc2\x80"),
        BYTES("\x1f"),
        BYTES("null"),
    };
#undef BYTES
    return all[choice % (sizeof all / sizeof all[0])];
}

/** A text of the input itself, or one from the table above. */
static diffable_bytes any_text(struct session *session)
{
    unsigned choice = next_byte(session);
    if (choice < 0xC0) {
        return hostile(choice);
    }
    size_t left = (size_t)(session->input.end - session->input.next), size = choice & 0x0F;
    diffable_bytes text = { (const char *)session->input.next, size < left ? size : left };
    session->input.next += text.size;
    return text;
}

static diffable_id any_id(struct session *session, unsigned index)
{
    static const int64_t integers[] = { 0, 1, -1, INT64_MAX, INT64_MIN, INT64_MIN + 1, 1LL << 53, (1LL << 53) + 1 };
    unsigned choice = next_byte(session);
    if (choice < 0x10) {
        return diffable_id_integer(100 + index);
    }
    if (choice < 0x40) {
        return diffable_id_integer(integers[choice % 8]);
    }
    diffable_bytes text = any_text(session);
    return diffable_id_bytes(text.data, text.size);
}

bool look_texts(const struct session *session, uint8_t look, diffable_bytes texts[CELL_TEXTS], int32_t *height,
    int32_t *indentation)
{
    static const int32_t heights[] = { 0, 0, 1, 1000 }, indentations[] = { 0, 0, 1, 100 };
    bool is_anything = false;
    for (unsigned index = 0; index < CELL_TEXTS; index += 1) {
        bool is_there = index == TEXT ? look % 4 != 3 : (look >> (index - 1) & 3) == 2;
        texts[index] = is_there ? session->texts[(look + 3 * index) % TEXTS] : (diffable_bytes){ NULL, 0 };
        is_anything = is_anything || (texts[index].size > 0 && index != ACCESSORY);
    }
    *height = heights[look >> 2 & 3];
    *indentation = indentations[look >> 5 & 3];
    return is_anything;
}

/** Sets what a cell shows. Returns whether that is anything. */
static bool set_look(const struct session *session, uint8_t look, diffable_cell *cell)
{
    diffable_bytes texts[CELL_TEXTS];
    int32_t height, indentation;
    bool is_anything = look_texts(session, look, texts, &height, &indentation);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, texts[TEXT].data, texts[TEXT].size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, texts[DETAIL].data, texts[DETAIL].size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_SECONDARY_TEXT, texts[SECONDARY_TEXT].data, texts[SECONDARY_TEXT].size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_IMAGE, texts[IMAGE].data, texts[IMAGE].size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, texts[ACCESSORY].data, texts[ACCESSORY].size);
    diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, height);
    diffable_cell_set_number(cell, DIFFABLE_CELL_INDENTATION, indentation);
    return is_anything;
}

/* Callbacks */

enum mischief session_mischief(struct source *source, enum callback callback)
{
    struct session *session = source->session;
    if (session->mischief == NO_MISCHIEF || session->mischief_in != callback || session->countdown-- > 0) {
        return NO_MISCHIEF;
    }
    enum mischief mischief = session->mischief;
    session->mischief = NO_MISCHIEF;
    if (mischief == APPLY_HERE) {
        session_apply(session, source);
    }
    if (mischief == APPLY_ELSEWHERE) {
        session_apply(session, &session->sources[(source - session->sources + 1) % session->number_of_sources]);
    }
    return mischief;
}

/** Drops the looks of an apply that failed. */
static void undo(struct source *source)
{
    memcpy(source->next_looks, source->looks, sizeof source->looks);
    memcpy(source->next_edges, source->edges, sizeof source->edges);
}

/** What a callback that can undo an apply returns. */
static diffable_status answer(struct source *source, enum callback callback, diffable_cell *cell)
{
    enum mischief mischief = session_mischief(source, callback);
    if (mischief == INVALID_CELL && cell != NULL) {
        diffable_cell_set_number(cell, DIFFABLE_CELL_HEIGHT, 1001);
    }
    bool fails = mischief == FAILURE || (mischief == INVALID_CELL && cell != NULL);
    if (fails) {
        undo(source);
    }
    return mischief == FAILURE ? diffable_callback_failed("\"no\"\n\xff", 6, NULL, NULL) : DIFFABLE_OK;
}

static size_t find_name(const struct session *session, const diffable_id *names, size_t count, diffable_id id)
{
    size_t index = session_find(names, count, id);
    if (index == count) {
        session_report(session, "a provider is asked for a name that no list has");
    }
    return index;
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    struct source *source = user_data;
    size_t index = find_name(source->session, source->session->items, ITEMS, *item);
    uint8_t look = (uint8_t)(source->salt + 37 * index + diffable_content_revision(*content)
        + (size_t)index_path->item / 4);
    if (!source->is_asked) {
        source->next_looks[index] = look;
    }
    source->is_asked = false;
    set_look(source->session, look, cell);
    return answer(source, CELL_PROVIDER, cell);
}

static diffable_status provide_edge(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t number, diffable_cell *cell, void *user_data)
{
    struct source *source = user_data;
    size_t index = find_name(source->session, source->session->sections, SECTIONS, *section);
    uint8_t look = (uint8_t)(2 * source->salt + 11 * index + diffable_content_revision(*content) + number
        + (kind[0] == 'f'));
    if (!source->is_asked) {
        source->next_edges[index][kind[0] == 'f'] = look;
    }
    source->is_asked = false;
    /* An empty cell is none, whatever else it has. */
    bool is_anything = set_look(source->session, look, cell);
    return answer(source, SUPPLEMENTARY_PROVIDER, is_anything ? cell : NULL);
}

static const char *kind_of(const diffable_id *item, const diffable_content *content, void *user_data)
{
    (void)item;
    return session_mischief(user_data, KIND_PROVIDER) == NO_MISCHIEF && diffable_content_revision(*content) % 2 == 0
        ? NULL
        : "kind";
}

/** Keeps what the reader gets, and lets it read. A write that fails may have passed on any number of lines. */
static diffable_status write_events(const char *bytes, size_t size, void *user_data)
{
    struct session *session = user_data;
    struct source *source = &session->sources[0];
    bool fails = session->mischief == FAILURE && session_mischief(source, WRITER) == FAILURE;
    size_t whole = size;
    if (fails) {
        size = size * below(session, 8) / 7;
        while (size > 0 && bytes[size - 1] != '\n') {
            size -= 1;
        }
    }
    if (session->size + size >= session->capacity) {
        session->capacity = 2 * (session->size + size) + 1;
        session->stream = realloc(session->stream, session->capacity);
    }
    memcpy(session->stream + session->size, bytes, size);
    session->size += size;
    size_t applies = session->reader.applies;
    if (!reader_read(&session->reader, session->stream + session->size - size, size)) {
        session_report(session, session->reader.error);
    }
    if (size == whole && (session->reader.applies != applies + 1 || session->reader.open != NULL)) {
        session_report(session, "a write is not one apply");
    }
    if (session->reader.streams > 1 + session->failed_writes) {
        session_report(session, "the stream begins again");
    }
    session->failed_writes += fails;
    int64_t list = session->reader.applied;
    if (session->mischief != FAILURE) {
        session_mischief(source, WRITER);
    }
    session->written = fails ? WRITE_FAILED : WRITTEN;
    session->written_list = list;
    return fails ? DIFFABLE_ERROR_OUTPUT_FAILED : DIFFABLE_OK;
}

/** Runs after each apply, when the reader has its events. */
static diffable_status observe(const diffable_transaction *transaction, void *user_data)
{
    struct source *source = user_data;
    memcpy(source->looks, source->next_looks, sizeof source->looks);
    memcpy(source->edges, source->next_edges, sizeof source->edges);
    enum written written = source->session->written;
    source->session->written = NOT_WRITTEN;
    if ((written == NOT_WRITTEN) != (source->list < 0)) {
        session_report(source->session, "an apply was not written, or was without a view");
    }
    if (written == WRITTEN) {
        session_check(source, transaction);
    }
    return answer(source, OBSERVER, NULL);
}

diffable_status session_completion(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    return answer(user_data, COMPLETION, NULL);
}

void session_apply_ended(void *user_data)
{
    undo(user_data);
}

static diffable_status ask(const diffable_id *item, bool *yes, void *user_data)
{
    struct source *source = user_data;
    *yes = session_find(source->session->items, ITEMS, *item) % 8 != 7;
    return answer(source, HANDLER, NULL);
}

static diffable_status tell(const diffable_id *item, void *user_data)
{
    (void)item;
    return answer(user_data, HANDLER, NULL);
}

static diffable_status tell_reorder(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    return answer(user_data, HANDLER, NULL);
}

static diffable_status children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    struct source *source = user_data;
    diffable_id child = source->session->items[below(source->session, ITEMS)];
    (void)parent;
    (void)diffable_snapshot_append_items(children, &child, NULL, next_byte(source->session) % 2, NULL, NULL);
    return answer(source, HANDLER, NULL);
}

/* Objects */

void session_show(struct session *session, struct source *source, bool shown)
{
    if (shown == (source->list >= 0)) {
        return;
    }
    source->list = shown ? session->next_list++ : -1;
    if (diffable_data_source_set_view(source->object, shown ? session->view : NULL, NULL) != DIFFABLE_OK) {
        session_report(session, "a view cannot be set");
    }
}

void session_open_source(struct session *session, struct source *source)
{
    static const diffable_section_snapshot_handlers taps = { sizeof taps, ask, tell, ask, tell, children };
    static const diffable_reordering_handlers drags = { sizeof drags, ask, tell_reorder, tell_reorder };
    *source = (struct source){
        .session = session, .object = diffable_data_source_new(), .list = -1, .has_edges = below(session, 4) != 3
    };
    diffable_data_source_set_cell_provider(source->object, provide, source, NULL);
    diffable_data_source_register_cell_provider(source->object, "kind", provide, source, NULL);
    diffable_data_source_set_kind_provider(source->object, kind_of, source, NULL);
    diffable_data_source_set_supplementary_provider(
        source->object, source->has_edges ? provide_edge : NULL, source, NULL);
    if (diffable_data_source_set_section_snapshot_handlers(source->object, &taps, source, NULL, NULL) != DIFFABLE_OK
        || diffable_data_source_set_reordering_handlers(source->object, &drags, source, NULL, NULL) != DIFFABLE_OK) {
        abort();
    }
    diffable_data_source_add_observer(source->object, observe, source, NULL);
    session_show(session, source, true);
}

void session_begin(struct session *session, const uint8_t *bytes, size_t size)
{
    *session = (struct session){ .input = { bytes, bytes + size } };
    unsigned choices = next_byte(session);
    session->shows_old = choices & 1;
    session->number_of_sources = 1 + (choices >> 1) % SOURCES;
    for (unsigned index = 0; index < TEXTS; index += 1) {
        session->texts[index] = choices & 8 ? any_text(session) : hostile(choices / 16 + 3 * index);
    }
    for (unsigned index = 0; index < ITEMS; index += 1) {
        session->items[index] = choices & 16 && index < 6 ? any_id(session, index) : diffable_id_integer(index);
    }
    for (unsigned index = 0; index < SECTIONS; index += 1) {
        session->sections[index] = choices & 32 ? any_id(session, index) : diffable_id_integer(index);
    }
    reader_begin(&session->reader, session->shows_old ? OLD_ALWAYS : OLD_NEVER);
    diffable_ndjson_view_options options = { sizeof options, session->shows_old };
    if (diffable_ndjson_view_new(&options, write_events, session, NULL, &session->view, NULL) != DIFFABLE_OK) {
        session_report(session, "a view cannot be made");
    }
    for (int index = 0; index < session->number_of_sources; index += 1) {
        session_open_source(session, &session->sources[index]);
    }
}

void session_end(struct session *session)
{
    for (int index = 0; index < session->number_of_sources; index += 1) {
        diffable_data_source_free(session->sources[index].object);
    }
    diffable_view_free(session->view);
    reader_end(&session->reader);
    free(session->stream);
}
