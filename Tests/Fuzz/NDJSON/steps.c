/* The calls of a program. Most are applies of lists and trees that the input makes. Calls with names that are unknown
 * or there twice fail, and change nothing. */
#include "session.h"

static diffable_id any_item(struct session *session)
{
    return session->items[below(session, ITEMS)];
}

static diffable_id any_section(struct session *session)
{
    return session->sections[below(session, SECTIONS)];
}

/** Contents that are numbers below 256. They stay valid. The number 0 stands for no content. */
static diffable_content content_of(unsigned revision)
{
    static uint64_t revisions[256];
    revision %= 256;
    revisions[revision] = revision;
    return diffable_content_from_revision(revision == 0 ? NULL : &revisions[revision]);
}

/** Up to seven items, each with a content. Returns their number. */
static size_t any_items(struct session *session, diffable_id *ids, diffable_content *contents)
{
    unsigned choice = next_byte(session), first = next_byte(session);
    size_t count = choice % 8;
    for (size_t index = 0; index < count; index += 1) {
        ids[index] = session->items[(first + index * (1 + 2 * (choice >> 3 & 1))) % ITEMS];
        contents[index] = content_of((choice >> 4) + (first >> 4 & (unsigned)index));
    }
    return count;
}

static void append_section(struct session *session, diffable_snapshot *snapshot)
{
    diffable_id section = any_section(session), items[8];
    diffable_content contents[8], content = content_of(below(session, 3));
    (void)diffable_snapshot_append_sections(snapshot, &section, &content, 1, NULL);
    size_t count = any_items(session, items, contents);
    for (size_t index = 0; index < count; index += 1) {
        (void)diffable_snapshot_append_items(snapshot, &items[index], &contents[index], 1, &section, NULL);
    }
}

static void edit(struct session *session, diffable_snapshot *snapshot)
{
    diffable_id ids[8], section;
    diffable_content contents[8], content;
    size_t count;
    switch (below(session, 15)) {
    case 0: append_section(session, snapshot); break;
    case 1:
        section = any_section(session);
        (void)diffable_snapshot_delete_sections(snapshot, &section, 1, NULL, NULL);
        break;
    case 2:
        (void)diffable_snapshot_move_section_before(snapshot, any_section(session), any_section(session), NULL);
        break;
    case 3:
        (void)diffable_snapshot_move_section_after(snapshot, any_section(session), any_section(session), NULL);
        break;
    case 4:
        section = any_section(session);
        (void)diffable_snapshot_reload_sections(snapshot, &section, NULL, 1, NULL);
        break;
    case 5:
        section = any_section(session);
        content = content_of(next_byte(session));
        (void)diffable_snapshot_reconfigure_sections(snapshot, &section, &content, 1, NULL);
        break;
    case 6:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_insert_items_before(snapshot, ids, contents, count, any_item(session), NULL);
        break;
    case 7:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_replace_items(
            snapshot, ids, NULL, count, (diffable_id[]){ any_section(session) }, NULL);
        break;
    case 8:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_delete_items(snapshot, ids, count, NULL, NULL);
        break;
    case 9: (void)diffable_snapshot_move_item_before(snapshot, any_item(session), any_item(session), NULL); break;
    case 10: (void)diffable_snapshot_move_item_after(snapshot, any_item(session), any_item(session), NULL); break;
    case 11:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_move_items(
            snapshot, ids, count, DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ any_section(session) }, NULL);
        break;
    case 12:
        ids[0] = any_item(session);
        (void)diffable_snapshot_reload_items(snapshot, ids, NULL, 1, NULL);
        break;
    case 13:
        ids[0] = any_item(session);
        (void)diffable_snapshot_reconfigure_items(snapshot, ids, NULL, 1, NULL);
        break;
    case 14:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_update_items(snapshot, ids, contents, count, NULL, NULL);
        break;
    }
}

/** Edits one to four times. Few bytes make many applies. */
static diffable_snapshot *edited(struct session *session, diffable_snapshot *snapshot)
{
    for (unsigned left = 1 + below(session, 4); left > 0; left -= 1) {
        edit(session, snapshot);
    }
    return snapshot;
}

/** A list of some of the names, with the identifier tables of the data source or with its own. */
static diffable_snapshot *any_list(struct session *session, const struct source *source)
{
    unsigned choice = next_byte(session);
    diffable_snapshot *snapshot = choice & 0x80 ? diffable_data_source_new_snapshot(source->object)
                                                : diffable_snapshot_new();
    for (unsigned left = choice % SECTIONS; left > 0; left -= 1) {
        append_section(session, snapshot);
    }
    return snapshot;
}

static void edit_tree(struct session *session, diffable_snapshot *tree)
{
    diffable_id ids[8], item;
    diffable_content contents[8];
    size_t count;
    switch (below(session, 9)) {
    case 0:
    case 1:
        count = any_items(session, ids, contents);
        item = below(session, 3) == 0 ? (diffable_id){ 0 } : any_item(session);
        if (item.kind == DIFFABLE_ID_NONE) {
            (void)diffable_snapshot_append_items(tree, ids, contents, count, NULL, NULL);
        } else {
            (void)diffable_snapshot_insert_items(tree, ids, contents, count, DIFFABLE_AT_END_OF_PARENT, &item, NULL);
        }
        break;
    case 2:
        item = any_item(session);
        (void)diffable_snapshot_insert_items_before(tree, &item, NULL, 1, any_item(session), NULL);
        break;
    case 3:
        item = any_item(session);
        (void)diffable_snapshot_delete_items(tree, &item, 1, NULL, NULL);
        break;
    case 4:
    case 5:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_expand(tree, ids, count, NULL);
        break;
    case 6:
        count = any_items(session, ids, contents);
        (void)diffable_snapshot_collapse(tree, ids, count, NULL);
        break;
    case 7:
        item = any_item(session);
        (void)diffable_snapshot_set_expandable(tree, &item, 1, below(session, 4) != 0, NULL);
        break;
    case 8:
        item = any_item(session);
        (void)diffable_snapshot_reload_items(tree, &item, NULL, 1, NULL);
        break;
    }
}

static void apply_tree(struct session *session, struct source *source, const diffable_apply_options *options)
{
    diffable_id section = any_section(session);
    unsigned choice = next_byte(session);
    diffable_snapshot *list = diffable_data_source_snapshot(source->object);
    diffable_snapshot *tree = choice & 0x80 ? NULL : diffable_snapshot_section_snapshot(list, section);
    diffable_snapshot_free(list);
    if (tree == NULL) {
        tree = diffable_section_snapshot_new();
    }
    for (unsigned left = 1 + choice % 4; left > 0; left -= 1) {
        edit_tree(session, tree);
    }
    (void)diffable_data_source_apply_section(source->object, tree, section, options, NULL, NULL);
    diffable_snapshot_free(tree);
}

static diffable_index_path any_path(struct session *session)
{
    unsigned choice = next_byte(session);
    return (diffable_index_path){ choice % 4, choice / 4 % 8 };
}

void session_apply(struct session *session, struct source *source)
{
    session->applies += 1;
    if (session->applies > APPLIES) {
        return;
    }
    unsigned choice = next_byte(session), kind = choice % 16;
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.animation = (choice & 0x30) == 0 ? DIFFABLE_ANIMATION_NONE : (diffable_row_animation)(choice >> 6) * 2;
    options.caption = session->texts[choice / 16 % TEXTS];
    options.completion = session_completion;
    options.finalize = session_apply_ended;
    options.user_data = source;
    if (kind < 3) {
        (void)diffable_data_source_toggle_item(source->object, any_item(session), NULL, NULL);
    } else if (kind < 5) {
        diffable_index_path from = any_path(session);
        (void)diffable_data_source_reorder_item(source->object, from, any_path(session), NULL, NULL);
    } else if (kind < 8) {
        options.section_content = content_of(choice >> 7);
        apply_tree(session, source, &options);
    } else {
        const struct source *other = &session->sources[below(session, (unsigned)session->number_of_sources)];
        diffable_snapshot *snapshot = kind < 11 ? any_list(session, source)
                                                : edited(session, diffable_data_source_snapshot(other->object));
        if (kind == 8) {
            (void)diffable_data_source_apply_using_reload_data(source->object, snapshot, &options, NULL, NULL);
        } else {
            (void)diffable_data_source_apply(source->object, snapshot, &options, NULL, NULL);
        }
        diffable_snapshot_free(snapshot);
    }
}

/** Reads a cell, which is nothing to the view. */
static void ask(struct session *session, struct source *source)
{
    diffable_cell *cell = NULL;
    diffable_index_path path = any_path(session);
    source->is_asked = true;
    diffable_status status;
    if (path.item % 2 == 0) {
        status = diffable_data_source_cell_at(source->object, path, &cell, NULL);
    } else {
        status = diffable_data_source_supplementary_cell(source->object, "footer", (size_t)path.section, &cell, NULL);
    }
    source->is_asked = false;
    if (status >= 0) {
        diffable_cell_free(cell);
    }
}

void session_step(struct session *session)
{
    unsigned choice = next_byte(session);
    struct source *source = &session->sources[(choice >> 5) % (unsigned)session->number_of_sources];
    diffable_bytes name;
    switch (choice % 32) {
    default: session_apply(session, source); break;
    case 1:
    case 2:
    case 3:
    case 4:
    case 5:
        choice = next_byte(session);
        session->mischief_in = (enum callback)(choice % CALLBACKS);
        session->mischief = (enum mischief)(1 + choice / CALLBACKS % (MISCHIEFS - 1));
        session->countdown = (int)below(session, 4);
        break;
    case 6: session_show(session, source, source->list < 0); break;
    case 7:
        name = session->texts[below(session, TEXTS)];
        (void)diffable_data_source_set_name(source->object, name.data, name.size, NULL);
        break;
    case 8: source->salt = (uint8_t)next_byte(session); break;
    case 9:
        (void)diffable_data_source_set_default_row_animation(
            source->object, (diffable_row_animation)below(session, 9), NULL);
        break;
    case 10: ask(session, source); break;
    case 11:
        diffable_data_source_free(source->object);
        session_open_source(session, source);
        break;
    }
    if (session->written != NOT_WRITTEN) {
        session_report(session, "an apply that failed was written");
    }
}
