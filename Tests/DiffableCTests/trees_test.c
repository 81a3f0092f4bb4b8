/*
 * Lists with trees, as programs use them: what edits, taps, drags and undo do to parents, children and what is hidden.
 */
#include "trees.h"

static diffable_data_source *source;
static text written;
/* What expanding finds below a parent without children. */
static const char *found;

static diffable_status make_children(const diffable_id *parent, diffable_snapshot *children, void *user_data)
{
    (void)parent, (void)user_data;
    assert_true(diffable_snapshot_is_section_snapshot(children));
    return found == NULL || diffable_snapshot_number_of_all_items(children) > 0
        ? DIFFABLE_OK
        : diffable_snapshot_append_items(children, NEW(found), NULL, NULL);
}

static diffable_status allow(const diffable_id *item, bool *answer, void *user_data)
{
    (void)item, (void)user_data;
    *answer = true;
    return DIFFABLE_OK;
}

static int set_up(void **state)
{
    (void)state;
    found = NULL;
    source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_id, NULL, NULL);
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, keep, &written, NULL, &view, &error));
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
    diffable_section_snapshot_handlers handlers = DIFFABLE_SECTION_SNAPSHOT_HANDLERS_INIT;
    handlers.snapshot_for_expanding_parent = make_children;
    assert_ok(diffable_data_source_set_section_snapshot_handlers(source, &handlers, NULL, NULL, &error));
    diffable_reordering_handlers drags = DIFFABLE_REORDERING_HANDLERS_INIT;
    drags.can_reorder_item = allow;
    assert_ok(diffable_data_source_set_reordering_handlers(source, &drags, NULL, NULL, &error));
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    diffable_data_source_free(source);
    return 0;
}

static void apply_forest(const char *line)
{
    diffable_snapshot *list = forest_of(line);
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    diffable_snapshot_free(list);
}

#define assert_shown(expected) \
    do { \
        diffable_snapshot *current = diffable_data_source_snapshot(source); \
        assert_forest(current, expected); \
        diffable_snapshot_free(current); \
    } while (0)

/* The list as its view shows it. */
static const char *rendered(void)
{
    static text lines[4];
    static int next;
    text *all = &lines[next++ % 4];
    memset(all, 0, sizeof *all);
    assert_ok(diffable_data_source_render(source, keep, all, &error));
    return all->bytes;
}

/* Begins with a list, changes it, and checks that the transaction undoes and redoes the change, twice. */
static void assert_change(const char *before, diffable_status (*change)(diffable_transaction **), const char *after)
{
    apply_forest(before);
    const char *rows_before = rendered();
    diffable_transaction *transaction = NULL;
    assert_ok(change(&transaction));
    assert_shown(after);
    const char *rows_after = rendered();
    for (int round = 0; round < 2; round += 1) {
        assert_ok(
            diffable_data_source_apply(source, diffable_transaction_initial_snapshot(transaction), NULL, NULL, &error));
        assert_shown(before);
        assert_string_equal(rendered(), rows_before);
        assert_ok(
            diffable_data_source_apply(source, diffable_transaction_final_snapshot(transaction), NULL, NULL, &error));
        assert_shown(after);
        assert_string_equal(rendered(), rows_after);
    }
    diffable_transaction_free(transaction);
}

/* The changes that a user makes. An edit is one of a copy of the list, which is then applied. */

#define EDIT(name, edit) \
    static diffable_status name(diffable_transaction **transaction) \
    { \
        diffable_snapshot *list = diffable_data_source_snapshot(source); \
        edit diffable_status status = diffable_data_source_apply(source, list, NULL, transaction, &error); \
        diffable_snapshot_free(list); \
        return status; \
    }
#define DRAG(name, from, to) \
    static diffable_status name(diffable_transaction **transaction) \
    { \
        return diffable_data_source_reorder_item( \
            source, (diffable_index_path){ 0, from }, (diffable_index_path){ 0, to }, transaction, &error); \
    }

static diffable_status tap(diffable_transaction **transaction)
{
    return diffable_data_source_toggle_item(source, name("docs"), transaction, &error);
}

DRAG(drag_docs_below_src, 0, 1)
DRAG(drag_src_into_docs, 2, 1)
EDIT(delete_docs, {
    size_t deleted = 99;
    assert_ok(diffable_snapshot_delete_items(list, IDS("docs"), &deleted, &error));
    assert_int_equal(deleted, 2);
})
EDIT(move_docs_after_src, assert_ok(diffable_snapshot_move_item_after(list, name("docs"), name("src"), &error));)
EDIT(move_src_before_guide, assert_ok(diffable_snapshot_move_item_before(list, name("src"), name("guide"), &error));)
EDIT(move_guide_to_src,
    assert_ok(diffable_snapshot_move_items(
        list, IDS("guide"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("src") }, &error));)
EDIT(move_docs_to_g,
    assert_ok(diffable_snapshot_move_items(
        list, IDS("docs"), DIFFABLE_AT_END_OF_SECTION, (diffable_id[]){ name("g") }, &error));)
EDIT(rename_docs, {
    assert_ok(diffable_snapshot_insert_items_before(list, REVISED("texts=2"), name("docs"), &error));
    assert_ok(diffable_snapshot_move_items(
        list, IDS("guide lua"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("texts") }, &error));
    assert_ok(diffable_snapshot_expand(list, IDS("texts"), &error));
    assert_ok(diffable_snapshot_delete_items(list, IDS("docs"), NULL, &error));
})
EDIT(update_guide, assert_ok(diffable_snapshot_update_items(list, REVISED("guide=5"), NULL, &error));)
EDIT(flatten, {
    diffable_snapshot_free(list);
    list = snapshot_of("f: docs src");
})

static void a_tap_is_undone(void **state)
{
    (void)state;
    assert_change("f: docs(guide) src", tap, "f: docs+(guide) src");
    assert_change("f: docs+(guide+(lua)) src", tap, "f: docs(guide+(lua)) src");
}

static void a_deletion_is_undone_with_what_was_hidden(void **state)
{
    (void)state;
    assert_change("f: docs(guide=3) src", delete_docs, "f: src");
    assert_change("f: docs+(guide=3) src", delete_docs, "f: src");
}

static void a_parent_takes_along_what_is_below_it(void **state)
{
    (void)state;
    assert_change("f: docs+(guide) src", drag_docs_below_src, "f: src docs+(guide)");
    assert_change("f: docs(guide) src", drag_docs_below_src, "f: src docs(guide)");
    assert_change("f: docs+(guide) src", move_docs_after_src, "f: src docs+(guide)");
    assert_change("f: docs(guide) src(a+(b))", move_docs_after_src, "f: src(a+(b)) docs(guide)");
    assert_change("f: docs+(guide) src | g: x+(y)", move_docs_to_g, "f: src | g: x+(y) docs+(guide)");
}

static void an_item_between_a_parent_and_its_children_becomes_one(void **state)
{
    (void)state;
    assert_change("f: docs+(guide) src", drag_src_into_docs, "f: docs+(src guide)");
    assert_change("f: docs+(guide) src+(lua)", drag_src_into_docs, "f: docs+(src+(lua) guide)");
    assert_change("f: docs(guide) src", move_src_before_guide, "f: docs(src guide)");
    assert_change("f: docs+(guide=2) src", move_guide_to_src, "f: docs+ src(guide=2)");
}

static void other_edits_are_undone(void **state)
{
    (void)state;
    assert_change("f: docs+(guide lua) src", rename_docs, "f: texts=2+(guide lua) src");
    assert_change("f: docs+(guide) src", update_guide, "f: docs+(guide=5) src");
    assert_change("f: docs(guide) src", update_guide, "f: docs(guide=5) src");
    /* A snapshot is the whole list. */
    assert_change("f: docs+(guide) src", flatten, "f: docs src");
}

static void what_was_loaded_on_demand_is_undone(void **state)
{
    (void)state;
    found = "guide lua";
    assert_change("f: docs* src", tap, "f: docs+*(guide lua) src");
    /* The children are loaded once. */
    found = "nothing";
    assert_ok(tap(NULL));
    assert_ok(tap(NULL));
    assert_shown("f: docs+*(guide lua) src");
}

/* The list is described anew from what the program knows, which are not the children that were loaded. */
static void what_was_loaded_on_demand_is_kept(void **state)
{
    (void)state;
    found = "guide lua";
    apply_forest("f: docs* src");
    assert_ok(tap(NULL));
    diffable_snapshot *list = forest_of("f: new docs*? lua src");
    assert_ok(diffable_snapshot_keep_children(list, IDS("docs"), &error));
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_shown("f: new docs+*(guide) lua src");
    diffable_snapshot_free(list);

    diffable_snapshot *tree = tree_of("docs* src");
    assert_ok(diffable_snapshot_keep_children(tree, IDS("docs src"), &error));
    assert_ok(diffable_data_source_apply_section(source, tree, name("f"), NULL, NULL, &error));
    assert_shown("f: docs*(guide) src");
    diffable_snapshot_free(tree);
}

static void a_list_keeps_what_the_user_expanded(void **state)
{
    (void)state;
    apply_forest("f: docs+(guide) src(a) | g: x");
    apply_forest("f: docs?(guide lua) src+?(a) | g: x+?(y)");
    /* x was no parent, so the description decides. */
    assert_shown("f: docs+(guide lua) src(a) | g: x+(y)");
}

static void a_deleted_parent_takes_its_children_along(void **state)
{
    (void)state;
    diffable_snapshot *list = forest_of("f: docs+(guide+(lua) c) src");
    size_t deleted = 99;
    assert_ok(diffable_snapshot_delete_items(list, IDS("guide docs x lua"), &deleted, &error));
    assert_int_equal(deleted, 4);
    assert_forest(list, "f: src");
    assert_false(diffable_snapshot_contains_item(list, name("lua")));
    diffable_snapshot_free(list);
}

static void one_item_in_two_trees(void **state)
{
    (void)state;
    apply_forest("f: docs(guide) src | g:");
    const char *before = rendered();
    diffable_snapshot *list = diffable_data_source_snapshot(source), *tree = tree_of("music(guide)"),
                      *visible = tree_of("music+(guide)"), *moving = tree_of("music+(src)");
    static const char message[] = "DUPLICATE_IDENTIFIER: set_section_snapshot: item \"guide\" is already below the "
                                  "collapsed item \"docs\" in section \"f\", "
                                  "and is also below the collapsed item \"music\" for section \"g\"";
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER, message,
        diffable_snapshot_set_section_snapshot(list, tree, name("g"), &error));
    assert_int_equal(
        diffable_snapshot_set_section_snapshot(list, visible, name("g"), NULL), DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_int_equal(diffable_data_source_apply_section(source, tree, name("g"), NULL, NULL, NULL),
        DIFFABLE_ERROR_DUPLICATE_IDENTIFIER);
    assert_forest(list, "f: docs(guide) src | g:");
    assert_shown("f: docs(guide) src | g:");
    assert_string_equal(rendered(), before);
    /* What is visible in both, and has no children, moves. */
    assert_ok(diffable_data_source_apply_section(source, moving, name("g"), NULL, NULL, &error));
    assert_shown("f: docs(guide) | g: music+(src)");
    diffable_snapshot_free(moving);
    diffable_snapshot_free(visible);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(list);
}

static void a_hidden_item_is_in_the_list(void **state)
{
    (void)state;
    diffable_snapshot *list = forest_of("f: docs(guide=7) src");
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: append_items: item \"guide\" is already below the collapsed item \"docs\"",
        diffable_snapshot_append_items(list, NEW("x guide"), NULL, &error));
    assert_true(diffable_snapshot_contains_item(list, name("guide")));
    assert_int_equal(revision_of_item(list, name("guide")), 7);
    assert_true(diffable_id_equal(diffable_snapshot_section_containing_item(list, name("guide")), name("f")));
    assert_true(diffable_id_equal(diffable_snapshot_parent_of_item(list, name("guide")), name("docs")));
    assert_int_equal(diffable_snapshot_level_of_item(list, name("guide")), 1);
    assert_int_equal(diffable_snapshot_number_of_items(list, NULL), 2);
    assert_int_equal(diffable_snapshot_number_of_all_items(list), 3);
    assert_int_equal(diffable_snapshot_number_of_items(list, (diffable_id[]){ name("f") }), 2);
    assert_int_equal(diffable_snapshot_index_of_item(list, name("guide")), -1);
    assert_int_equal(diffable_snapshot_index_path_of_item(list, name("guide")).item, -1);
    assert_int_equal(diffable_snapshot_index_path_of_item(list, name("src")).item, 1);
    assert_true(diffable_id_equal(diffable_snapshot_item_at(list, (diffable_index_path){ 0, 1 }), name("src")));
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_int_equal(item_revision_in(source, name("guide")), 7);
    assert_int_equal(index_path_in(source, name("guide")).section, -1);
    assert_true(has_item_at(source, (diffable_index_path){ 0, 1 }, name("src")));
    diffable_snapshot_free(list);
}

static void hidden_items_are_no_part_of_a_difference(void **state)
{
    (void)state;
    diffable_snapshot *old = forest_of("f: docs(guide lua) src"), *new = diffable_snapshot_copy(old);
    assert_ok(diffable_snapshot_reload_items(new, NEW("guide"), &error));
    assert_ok(diffable_snapshot_reconfigure_items(new, NEW("lua"), &error));
    assert_ok(diffable_snapshot_update_items(new, REVISED("lua=2"), NULL, &error));
    assert_ok(diffable_snapshot_insert_items(
        new, NEW("c"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("docs") }, &error));
    assert_forest(new, "f: docs(guide lua=2 c) src / reload guide / reconfigure lua");
    diffable_difference *difference = diffable_difference_new(old, new);
    assert_true(diffable_difference_is_empty(difference));
    assert_false(diffable_snapshot_equal(old, new));
    diffable_difference_free(difference);
    /* They appear when their parent is expanded: they are inserted, and what is inserted is not reloaded. */
    assert_ok(diffable_snapshot_expand(new, IDS("docs"), &error));
    difference = diffable_difference_new(old, new);
    assert_string_equal(diffable_difference_description(difference), "3 items inserted");
    diffable_difference_free(difference);
    /* Marks count where an item is visible in both lists. */
    assert_ok(diffable_snapshot_expand(old, IDS("docs"), &error));
    difference = diffable_difference_new(old, new);
    assert_string_equal(diffable_difference_description(difference), "1 item inserted, 1 reloaded, 1 reconfigured");
    diffable_difference_free(difference);
    diffable_snapshot_free(new);
    diffable_snapshot_free(old);
}

/* Where a drag drops an item decides its parent. `to` counts the rows without those that are dragged. */
static void the_parent_of_what_is_dropped(void **state)
{
    (void)state;
    static const struct {
        ptrdiff_t from, to;
        const char *expected;
    } drags[] = {
        { 4, 4, "f: a+(b c+(d)) e" }, /* nothing moves */
        { 4, 3, "f: a+(b c+(e d))" }, /* before the first child of c */
        { 4, 2, "f: a+(b e c+(d))" }, /* a root cannot stand there: a sibling of b */
        { 1, 3, "f: a+(c+(d) b) e" }, /* stays a child of a */
        { 3, 1, "f: a+(d b c+) e" },  /* before the first child of a */
        { 3, 3, "f: a+(b c+(d)) e" }, /* stays a child of c */
        { 3, 0, "f: d a+(b c+) e" },  /* a root above all others */
        { 2, 0, "f: c+(d) a+(b) e" }, /* with what is below it */
        { 0, 1, "f: e a+(b c+(d))" },
        { 3, 4, "f: a+(b c+) e d" }, /* behind a root */
    };
    for (size_t index = 0; index < sizeof drags / sizeof *drags; index += 1) {
        apply_forest("f: a+(b c+(d)) e");
        assert_ok(diffable_data_source_reorder_item(source, (diffable_index_path){ 0, drags[index].from },
            (diffable_index_path){ 0, drags[index].to }, NULL, &error));
        assert_shown(drags[index].expected);
    }
    apply_forest("f: a+(b c+(d)) e | g: x+(y) | h:");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: reorder_item: item \"a\" cannot go to section 0, item 2; the last place there is item 1, "
        "counted without the rows that move",
        diffable_data_source_reorder_item(
            source, (diffable_index_path){ 0, 0 }, (diffable_index_path){ 0, 2 }, NULL, &error));
    /* Into other sections. */
    assert_ok(diffable_data_source_reorder_item(
        source, (diffable_index_path){ 0, 2 }, (diffable_index_path){ 1, 1 }, NULL, &error));
    assert_shown("f: a+(b) e | g: x+(c+(d) y) | h:");
    assert_ok(diffable_data_source_reorder_item(
        source, (diffable_index_path){ 0, 0 }, (diffable_index_path){ 2, 0 }, NULL, &error));
    assert_shown("f: e | g: x+(c+(d) y) | h: a+(b)");
}

/* A provider compares what it was asked for with what the data source says at that time. */
static bool fails;
static int asked;

static diffable_status show_children(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    const char *expected = user_data;
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_forest(list, expected);
    diffable_index_path found_path = index_path_in(source, *item);
    assert_true(found_path.section == path->section && found_path.item == path->item);
    assert_true(has_item_at(source, *path, *item));
    assert_true(item_revision_in(source, *item) == diffable_content_revision(*content));
    char line[64];
    int size = snprintf(line, sizeof line, "%.*s %d", (int)item->bytes.size, item->bytes.data,
        (int)diffable_snapshot_number_of_children(list, *item));
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, line, (size_t)size);
    diffable_snapshot_free(list);
    asked += 1;
    return fails ? DIFFABLE_ERROR_PROVIDER_FAILED : DIFFABLE_OK;
}

static diffable_status show_count(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)kind, (void)content, (void)user_data;
    assert_true(has_section_at(source, index, *section));
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    char line[16];
    int size = snprintf(line, sizeof line, "%d rows", (int)diffable_snapshot_number_of_items(list, section));
    if (strcmp(kind, "header") == 0) {
        diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, line, (size_t)size);
    }
    diffable_snapshot_free(list);
    return DIFFABLE_OK;
}

static void a_provider_sees_the_new_list(void **state)
{
    (void)state;
    asked = 0;
    fails = false;
    static char first[] = "f: docs(guide lua) src", second[] = "f: docs+(guide lua) src",
                third[] = "f: new | g: docs+(guide=2 lua)";
    diffable_data_source_set_supplementary_provider(source, show_count, NULL, NULL);
    diffable_data_source_set_cell_provider(source, show_children, first, NULL);
    written.size = 0;
    apply_forest(first);
    assert_non_null(strstr(written.bytes, "2 rows"));
    assert_non_null(strstr(written.bytes, "docs 2"));
    assert_non_null(strstr(written.bytes, "src 0"));
    diffable_data_source_set_cell_provider(source, show_children, second, NULL);
    assert_ok(tap(NULL));
    diffable_data_source_set_cell_provider(source, show_children, third, NULL);
    apply_forest(third);
    assert_true(asked >= 6);

    /* After a failure the data source has the old list again. */
    fails = true;
    asked = 0;
    diffable_data_source_set_cell_provider(source, show_children, first, NULL);
    diffable_snapshot *list = forest_of(first);
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_int_equal(
        diffable_data_source_apply(source, list, NULL, &transaction, NULL), DIFFABLE_ERROR_PROVIDER_FAILED);
    assert_null(transaction);
    assert_true(asked > 0);
    assert_shown(third);
    assert_int_equal(index_path_in(source, name("new")).item, 0);
    assert_int_equal(section_index_in(source, name("g")), 1);
    assert_int_equal(item_revision_in(source, name("guide")), 2);
    fails = false;
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_shown(first);
    diffable_snapshot_free(list);
}

/* A provider asks for the cell of the row below, which the view shows already, but at another place. */
static diffable_status show_what_is_below(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    if (diffable_id_equal(*item, name("new"))) {
        diffable_cell *below = NULL;
        assert_ok(
            diffable_data_source_cell_at(source, (diffable_index_path){ path->section, path->item + 1 }, &below, NULL));
        assert_shows(below, user_data);
        assert_int_equal(diffable_data_source_cell_at(source, (diffable_index_path){ path->section, 4 }, &below, NULL),
            DIFFABLE_ERROR_INVALID_ARGUMENT);
    }
    return show_id(item, content, path, cell, NULL);
}

static void cells_are_those_of_the_new_list(void **state)
{
    (void)state;
    static char docs[] = "docs", src[] = "src";
    apply_forest("f: a docs(guide) src");
    diffable_data_source_set_cell_provider(source, show_what_is_below, docs, NULL);
    apply_forest("f: new docs+(guide) src");
    diffable_data_source_set_cell_provider(source, show_what_is_below, src, NULL);
    apply_forest("f: docs(guide) new src");
}

/* An apply that a provider calls is queued, and begins with the list of the apply that is running. */
static diffable_status tap_from_inside(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    int *taps = user_data;
    if ((*taps)++ == 0) {
        assert_int_equal(diffable_data_source_toggle_item(source, name("docs"), NULL, NULL), DIFFABLE_QUEUED);
        assert_int_equal(diffable_data_source_toggle_item(source, name("src"), NULL, NULL), DIFFABLE_QUEUED);
    }
    return show_id(item, content, path, cell, NULL);
}

static void queued_taps_begin_with_the_new_list(void **state)
{
    (void)state;
    int taps = 0;
    diffable_data_source_set_cell_provider(source, tap_from_inside, &taps, NULL);
    apply_forest("f: docs(guide) src(a)");
    assert_shown("f: docs+(guide) src+(a)");
}

static void sections_of_trees(void **state)
{
    (void)state;
    apply_forest("f: docs+(guide) src | g: x(y) | h: z");
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_ok(diffable_snapshot_move_items(
        list, IDS("docs"), DIFFABLE_AT_END_OF_PARENT, (diffable_id[]){ name("x") }, &error));
    assert_ok(diffable_snapshot_expand(list, IDS("x"), &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply(source, list, NULL, &transaction, &error));
    diffable_section_transactions *sections = diffable_section_transactions_new(transaction);
    assert_int_equal(diffable_section_transactions_count(sections), 2);
    assert_tree(section_transaction(sections, 0).initial_snapshot, "x(y)");
    assert_tree(section_transaction(sections, 0).final_snapshot, "x+(y docs+(guide))");
    assert_string_equal(
        diffable_difference_description(section_transaction(sections, 0).difference), "3 items inserted");
    assert_tree(section_transaction(sections, 1).initial_snapshot, "docs+(guide) src");
    assert_tree(section_transaction(sections, 1).final_snapshot, "src");
    diffable_section_transactions_free(sections);
    diffable_transaction_free(transaction);

    diffable_snapshot *tree = diffable_snapshot_section_snapshot(list, name("g")),
                      *same = section_in(source, name("g")), *none = diffable_section_snapshot_new();
    assert_tree(tree, "x+(y docs+(guide))");
    assert_true(diffable_snapshot_equal(tree, same));
    assert_null(diffable_snapshot_section_snapshot(list, name("nowhere")));
    assert_null(section_in(source, name("nowhere")));
    assert_null(diffable_snapshot_section_snapshot(list, (diffable_id){ 0 }));
    assert_ok(diffable_snapshot_set_section_snapshot(list, none, name("g"), &error));
    assert_ok(diffable_snapshot_set_section_snapshot(list, tree, name("i"), &error));
    assert_forest(list, "f: src | g: | h: z | i: x+(y docs+(guide))");
    assert_ok(diffable_snapshot_set_section_snapshot(list, tree, name("i"), &error));
    assert_forest(list, "f: src | g: | h: z | i: x+(y docs+(guide))");
    diffable_snapshot_free(none);
    diffable_snapshot_free(same);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(list);
}

static void a_tree_is_inserted(void **state)
{
    (void)state;
    static const struct {
        diffable_placement placement;
        const char *id, *expected;
    } places[] = {
        { DIFFABLE_AT_END_OF_SECTION, NULL, "f: a+(b(c)) | g: d m=2+(n) o*? / reload n" },
        { DIFFABLE_AT_END_OF_SECTION, "f", "f: a+(b(c)) m=2+(n) o*? | g: d / reload n" },
        { DIFFABLE_AT_END_OF_PARENT, "a", "f: a+(b(c) m=2+(n) o*?) | g: d / reload n" },
        { DIFFABLE_AT_END_OF_PARENT, "c", "f: a+(b(c(m=2+(n) o*?))) | g: d / reload n" },
        { DIFFABLE_BEFORE_ITEM, "b", "f: a+(m=2+(n) o*? b(c)) | g: d / reload n" },
        { DIFFABLE_BEFORE_ITEM, "d", "f: a+(b(c)) | g: m=2+(n) o*? d / reload n" },
        { DIFFABLE_AFTER_ITEM, "a", "f: a+(b(c)) m=2+(n) o*? | g: d / reload n" },
        { DIFFABLE_AFTER_ITEM, "c", "f: a+(b(c m=2+(n) o*?)) | g: d / reload n" },
    };
    diffable_snapshot *tree = tree_of("m=2+(n) o*?");
    assert_ok(diffable_snapshot_reload_items(tree, NEW("n"), &error));
    for (size_t index = 0; index < sizeof places / sizeof *places; index += 1) {
        diffable_snapshot *list = forest_of("f: a+(b(c)) | g: d");
        const diffable_id id = diffable_id_string(places[index].id);
        assert_ok(diffable_snapshot_insert_tree(
            list, tree, places[index].placement, places[index].id == NULL ? NULL : &id, &error));
        assert_forest(list, places[index].expected);
        diffable_snapshot_free(list);
    }
    diffable_snapshot *list = diffable_snapshot_new(), *other = tree_of("p");
    assert_int_equal(
        diffable_snapshot_insert_tree(list, tree, DIFFABLE_AT_END_OF_SECTION, NULL, NULL), DIFFABLE_ERROR_NO_SECTIONS);
    assert_ok(diffable_snapshot_insert_tree(other, tree, DIFFABLE_AFTER_ITEM, (diffable_id[]){ name("p") }, &error));
    assert_tree(other, "p m=2+(n) o*? / reload n");
    diffable_snapshot_free(other);
    diffable_snapshot_free(list);
    diffable_snapshot_free(tree);
}

static void roots_are_replaced(void **state)
{
    (void)state;
    diffable_snapshot *list = forest_of("f: a=4+(b(c)) d(e) | g: x");
    assert_ok(diffable_snapshot_reload_items(list, NEW("a"), &error));
    assert_ok(diffable_snapshot_replace_items(list, NEW("n a"), (diffable_id[]){ name("f") }, &error));
    assert_forest(list, "f: n a=4+(b(c)) | g: x / reload a");
    assert_false(diffable_snapshot_contains_item(list, name("e")));
    assert_fails(DIFFABLE_ERROR_DUPLICATE_IDENTIFIER,
        "DUPLICATE_IDENTIFIER: replace_items: item \"b\" is already below item \"a\"",
        diffable_snapshot_replace_items(list, NEW("a b"), (diffable_id[]){ name("f") }, &error));
    assert_forest(list, "f: n a=4+(b(c)) | g: x / reload a");
    diffable_snapshot_free(list);
}

static void equality_is_of_trees(void **state)
{
    (void)state;
    static const char *const lists[] = {
        "f: a b",
        "f: a(b)",
        "f: a+(b)",
        "f: a*(b)",
        "f: a(b=2)",
        "f: a+ b",
        "f: a* b",
        "f: a(b c)",
        "f: a(b(c))",
        "f: a(c b)",
        "f: a | g: b",
    };
    for (size_t left = 0; left < sizeof lists / sizeof *lists; left += 1) {
        for (size_t right = 0; right < sizeof lists / sizeof *lists; right += 1) {
            diffable_snapshot *one = forest_of(lists[left]), *other = forest_of(lists[right]);
            assert_int_equal(diffable_snapshot_equal(one, other), left == right);
            diffable_snapshot_free(other);
            diffable_snapshot_free(one);
        }
    }
    /* Not between a list and a section snapshot. */
    diffable_snapshot *tree = tree_of("a"), *list = forest_of("#0: a");
    assert_false(diffable_snapshot_equal(tree, list));
    diffable_snapshot_free(list);
    diffable_snapshot_free(tree);
}

static void lists_are_read_in_parts(void **state)
{
    (void)state;
    diffable_snapshot *list = forest_of("f: a+(b(c d) e) g | h: i+(j)");
    assert_string_equal(items(list, diffable_snapshot_all_item_identifiers), "a b c d e g i j");
    assert_string_equal(items(list, read_items), "a b e g i j");
    assert_string_equal(items(list, diffable_snapshot_expanded_item_identifiers), "a i");
    assert_string_equal(items(list, read_roots), "a g i");
    assert_int_equal(diffable_snapshot_number_of_children(list, name("a")), 2);
    assert_int_equal(diffable_snapshot_number_of_children(list, name("c")), 0);
    diffable_id ids[2];
    assert_int_equal(diffable_snapshot_children_of_item(list, name("a"), 0, ids, 2), 2);
    assert_true(diffable_id_equal(ids[0], name("b")) && diffable_id_equal(ids[1], name("e")));
    assert_int_equal(diffable_snapshot_children_of_item(list, name("b"), 1, ids, 2), 1);
    assert_true(diffable_id_equal(ids[0], name("d")));
    assert_int_equal(diffable_snapshot_children_of_item(list, name("a"), 0, NULL, 0), 0);
    assert_int_equal(diffable_snapshot_root_item_identifiers(list, (diffable_id[]){ name("f") }, 1, ids, 2), 1);
    assert_true(diffable_id_equal(ids[0], name("g")));
    assert_int_equal(diffable_snapshot_root_item_identifiers(list, (diffable_id[]){ name("h") }, 0, ids, 2), 1);
    assert_int_equal(diffable_snapshot_root_item_identifiers(list, (diffable_id[]){ name("x") }, 0, ids, 2), -1);
    assert_int_equal(diffable_snapshot_all_item_identifiers(list, 6, ids, 2), 2);
    assert_true(diffable_id_equal(ids[1], name("j")));
    assert_int_equal(diffable_snapshot_all_item_identifiers(list, 8, ids, 2), 0);
    diffable_snapshot_free(list);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_tap_is_undone),
        TEST(a_deletion_is_undone_with_what_was_hidden),
        TEST(a_parent_takes_along_what_is_below_it),
        TEST(an_item_between_a_parent_and_its_children_becomes_one),
        TEST(other_edits_are_undone),
        TEST(what_was_loaded_on_demand_is_undone),
        TEST(what_was_loaded_on_demand_is_kept),
        TEST(a_list_keeps_what_the_user_expanded),
        TEST(a_deleted_parent_takes_its_children_along),
        TEST(one_item_in_two_trees),
        TEST(a_hidden_item_is_in_the_list),
        TEST(hidden_items_are_no_part_of_a_difference),
        TEST(the_parent_of_what_is_dropped),
        TEST(a_provider_sees_the_new_list),
        TEST(cells_are_those_of_the_new_list),
        TEST(queued_taps_begin_with_the_new_list),
        TEST(sections_of_trees),
        TEST(a_tree_is_inserted),
        TEST(roots_are_replaced),
        TEST(equality_is_of_trees),
        TEST(lists_are_read_in_parts),
    };
    return cmocka_run_group_tests_name("trees", tests, NULL, NULL);
}
