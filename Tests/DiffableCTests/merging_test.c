/*
 * Two lists that were edited separately are merged, and snapshots are applied to a list that has changed meanwhile. An
 * argument is the number of random triples.
 */
#include "lists.h"
#include "trees.h"

static unsigned long rounds = 20000;

/*
 * A merged list, and the conflicts as "; kind id base/mine/theirs", where - stands for a list that does not have it.
 * Four of them last.
 */
static const char *spelled(const diffable_snapshot *merged, const diffable_conflicts *conflicts)
{
    static text lines[4];
    static int next;
    text *line = &lines[next++ % 4];
    line->size = 0;
    add(line, "%s", forest_outline(merged));
    diffable_conflict read[16] = { DIFFABLE_CONFLICT_INIT };
    size_t count = 0;
    if (conflicts != NULL) {
        assert_ok(diffable_conflicts_read(conflicts, 0, read, 16, &count, &error));
    }
    assert_int_equal(count, diffable_conflicts_count(conflicts));
    for (size_t index = 0; index < count; index += 1) {
        const diffable_conflict *conflict = &read[index];
        add(line, "; %s %s", diffable_conflict_kind_name(conflict->kind), conflict->is_section ? "section " : "");
        add_id(line, conflict->id, 0);
        const bool is_there[3] = { conflict->in_base, conflict->in_mine, conflict->in_theirs };
        const diffable_content contents[3] = { conflict->base, conflict->mine, conflict->theirs };
        for (int list = 0; list < 3; list += 1) {
            assert_true(is_there[list] || contents[list].data == NULL);
            add(line, list == 0 ? " " : "/");
            add(line, is_there[list] ? "%d" : "-", (int)diffable_content_revision(contents[list]));
        }
    }
    return line->bytes;
}

static const char *merge(const char *base, const char *mine, const char *theirs)
{
    diffable_snapshot *lists[3] = { forest_of(base), forest_of(mine), forest_of(theirs) }, *merged;
    diffable_conflicts *conflicts;
    assert_ok(diffable_snapshot_merge(lists[0], lists[1], lists[2], &merged, &conflicts, &error));
    assert_int_equal(conflicts == NULL, diffable_conflicts_count(conflicts) == 0);
    // The conflicts are read after the lists are freed.
    for (int list = 0; list < 3; list += 1)
        diffable_snapshot_free(lists[list]);
    const char *line = spelled(merged, conflicts);
    diffable_snapshot_free(merged);
    diffable_conflicts_free(conflicts);
    return line;
}

static void changes_of_both_sides_are_merged(void **state)
{
    (void)state;
    assert_string_equal(merge("f: a b c", "f: a x b c", "f: c a b=2"), "f: c a x b=2");
    assert_string_equal(merge("f: a+(b) c", "f: a+(b d) c", "f: c a(b)"), "f: c a(b d)");
    assert_string_equal(merge("f: a | g: b", "g: b | f: a", "f: | g: b a"), "g: b a | f:");
}

static void conflicts_have_three_contents(void **state)
{
    (void)state;
    assert_string_equal(merge("f: a=1", "f: a=2", "f: a=3"), "f: a=2; changed a 1/2/3");
    assert_string_equal(merge("f:", "f: a=2", "f: a"), "f: a=2; inserted a -/2/0");
    assert_string_equal(merge("f: a=1 b", "f: b", "f: a=2 b"), "f: a=2 b; deleted a 1/-/2");
    assert_string_equal(merge("f=1: a", "f=2: a", ""), "f=2:; deleted section f 1/2/-");
    assert_string_equal(merge("f: a+(b)", "f: a+(b c)", "f:"), "f: a+(c); deleted_parent a 0/0/-");
    assert_string_equal(merge("f: a | g: | h:", "f: | g: a | h:", "f: | g: | h: a"), "f: | g: a | h:; moved a 0/0/0");
    assert_string_equal(merge("f: a b", "f: a+(b)", "f: b+(a)"), "f: a+(b+); cycle a 0/0/0");
    assert_string_equal(
        merge("f=1: a=1", "f=2: a=2", "f=3: a=3"), "f=2: a=2; changed section f 1/2/3; changed a 1/2/3");
}

static void conflicts_are_read_in_parts(void **state)
{
    (void)state;
    diffable_snapshot *base = snapshot_of("f: a=1 b=1 c=1"), *mine = snapshot_of("f: a=2 b=2 c=2"),
                      *theirs = snapshot_of("f: a=3 b=3 c=3"), *merged;
    diffable_conflicts *conflicts;
    assert_ok(diffable_snapshot_merge(base, mine, theirs, &merged, &conflicts, &error));
    diffable_conflict read[2] = { DIFFABLE_CONFLICT_INIT };
    size_t count;
    assert_ok(diffable_conflicts_read(conflicts, 1, read, 2, &count, &error));
    assert_int_equal(count, 2);
    assert_true(diffable_id_equal(read[0].id, name("b")) && diffable_id_equal(read[1].id, name("c")));
    assert_int_equal(read[1].struct_size, sizeof(diffable_conflict));
    assert_ok(diffable_conflicts_read(conflicts, 3, read, 2, &count, &error));
    assert_int_equal(count, 0);
    read[0].struct_size = 8;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: conflicts_read: out: struct_size is 8; start from the _INIT macro of the struct",
        diffable_conflicts_read(conflicts, 0, read, 2, &count, &error));
    assert_int_equal(count, 0);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: conflicts_read: conflicts is NULL",
        diffable_conflicts_read(NULL, 0, read, 2, &count, &error));
    assert_null(diffable_conflict_kind_name(0));
    assert_string_equal(diffable_conflict_kind_name(DIFFABLE_CONFLICT_RENAMED), "renamed");
    assert_null(diffable_conflict_kind_name(8));
    diffable_snapshot_free(base);
    diffable_snapshot_free(mine);
    diffable_snapshot_free(theirs);
    diffable_snapshot_free(merged);
    diffable_conflicts_free(conflicts);
    diffable_conflicts_free(NULL);
}

static void wrong_arguments(void **state)
{
    (void)state;
    diffable_snapshot *list = snapshot_of("f: a"), *tree = diffable_section_snapshot_new(), *merged = list;
    diffable_conflicts *conflicts = (diffable_conflicts *)list;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: merge: a snapshot of a list expected, got a section snapshot",
        diffable_snapshot_merge(list, tree, list, &merged, &conflicts, &error));
    assert_true(merged == NULL && conflicts == NULL);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: merge: theirs is NULL",
        diffable_snapshot_merge(list, list, NULL, &merged, &conflicts, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: merge: merged is NULL",
        diffable_snapshot_merge(list, list, list, NULL, &conflicts, &error));
    assert_ok(diffable_snapshot_merge(list, list, list, &merged, NULL, &error));
    assert_outline(merged, "f: a");
    diffable_snapshot_free(merged);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(list);
}

/* Two snapshots were taken before either of them was applied. */
static void applies_are_rebased(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, "f: a=1 b c"));
    diffable_snapshot *base = diffable_data_source_snapshot(source), *first = diffable_snapshot_copy(base),
                      *second = diffable_snapshot_copy(base);
    assert_ok(diffable_snapshot_append_items(first, NEW("x"), NULL, &error));
    assert_ok(diffable_snapshot_reconfigure_items(first, REVISED("a=2"), &error));
    assert_ok(diffable_snapshot_delete_items(second, IDS("b"), NULL, &error));
    diffable_transaction *transaction;
    assert_ok(diffable_data_source_apply_rebased(source, base, first, NULL, &transaction, &error));
    assert_null(diffable_transaction_conflicts(transaction));
    diffable_transaction_free(transaction);
    assert_ok(diffable_data_source_apply_rebased(source, base, second, NULL, &transaction, &error));
    assert_null(diffable_transaction_conflicts(transaction));
    assert_forest(diffable_transaction_final_snapshot(transaction), "f: a=2 c x");
    assert_string_equal(
        diffable_difference_description(diffable_transaction_difference(transaction)), "1 item deleted");
    diffable_transaction_free(transaction);
    // A third one changes what the first one changed.
    assert_ok(diffable_snapshot_reconfigure_items(second, REVISED("a=3"), &error));
    assert_ok(diffable_data_source_apply_rebased(source, base, second, NULL, &transaction, &error));
    assert_string_equal(
        spelled(diffable_transaction_final_snapshot(transaction), diffable_transaction_conflicts(transaction)),
        "f: a=3 c x; changed a 1/3/2");
    diffable_transaction_free(transaction);
    assert_null(diffable_transaction_conflicts(NULL));
    diffable_snapshot_free(base);
    diffable_snapshot_free(first);
    diffable_snapshot_free(second);
    diffable_data_source_free(source);
}

static diffable_status apply_rebased(diffable_data_source *source, const diffable_snapshot *snapshot)
{
    return diffable_data_source_apply_rebased(source, NULL, snapshot, NULL, NULL, &error);
}

static void assert_list(const diffable_data_source *source, const char *expected)
{
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_forest(list, expected);
    diffable_snapshot_free(list);
}

static void snapshots_know_their_base(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new(), *other = diffable_data_source_new();
    assert_ok(apply(source, "f: a b"));
    diffable_snapshot *taken = diffable_data_source_snapshot(source), *copy = diffable_snapshot_copy(taken),
                      *assigned = snapshot_of("g:");
    diffable_snapshot *described = diffable_data_source_new_snapshot(source), *of_nobody = snapshot_of("f: a b d");
    assert_ok(diffable_snapshot_assign(assigned, copy, &error));
    assert_ok(apply(source, "f: a b x"));
    assert_ok(diffable_snapshot_delete_items(copy, IDS("a"), NULL, &error));
    assert_ok(apply_rebased(source, copy));
    assert_list(source, "f: b x");
    assert_ok(diffable_snapshot_append_items(assigned, NEW("y"), NULL, &error));
    assert_ok(apply_rebased(source, assigned));
    assert_list(source, "f: b x y");
    // A list that is described anew, without b.
    assert_ok(diffable_snapshot_append_sections(described, NEW("f"), &error));
    assert_ok(diffable_snapshot_append_items(described, NEW("a c"), NULL, &error));
    assert_ok(apply_rebased(source, described));
    assert_list(source, "f: c x y");
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: the snapshot was not taken from a data source, so the list that it was made from is "
        "not known",
        apply_rebased(source, of_nobody));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: the snapshot was taken from another data source, so the list that it was made from "
        "is not known",
        apply_rebased(other, taken));
    assert_list(source, "f: c x y");
    diffable_snapshot_free(taken);
    diffable_snapshot_free(copy);
    diffable_snapshot_free(assigned);
    diffable_snapshot_free(described);
    diffable_snapshot_free(of_nobody);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

/* A snapshot is applied, edited and applied again, while others apply as well. */
static void applied_snapshots_get_another_base(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, "f: a b"));
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    diffable_transaction *transaction;
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("x"), NULL, &error));
    assert_ok(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    diffable_snapshot_set_base(snapshot, source, transaction);
    diffable_transaction_free(transaction);
    assert_ok(apply(source, "f: a b x y"));
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("x"), NULL, &error));
    assert_ok(diffable_snapshot_append_items(snapshot, NEW("z"), NULL, &error));
    assert_ok(diffable_data_source_apply_rebased(source, NULL, snapshot, NULL, &transaction, &error));
    assert_list(source, "f: a b y z");
    diffable_snapshot_set_base(snapshot, source, transaction);
    diffable_snapshot_set_base(NULL, source, transaction);
    diffable_snapshot_set_base(snapshot, NULL, transaction);
    diffable_snapshot_set_base(snapshot, source, NULL);
    diffable_transaction_free(transaction);
    assert_ok(diffable_snapshot_delete_items(snapshot, IDS("z"), NULL, &error));
    assert_ok(apply_rebased(source, snapshot));
    assert_list(source, "f: a b y");
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
}

typedef struct queuer {
    diffable_data_source *source;
    diffable_snapshot *base, *snapshot;
} queuer;

static diffable_status queue(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    queuer *all = user_data;
    if (all->snapshot != NULL) {
        assert_int_equal(diffable_data_source_apply_rebased(all->source, all->base, all->snapshot, NULL, NULL, &error),
            DIFFABLE_QUEUED);
        diffable_snapshot_free(all->snapshot);
        all->snapshot = NULL;
    }
    return DIFFABLE_OK;
}

/* What an observer queues is merged with the list that there is in its turn. */
static void queued_applies_are_rebased(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, "f: a b"));
    queuer all = { source, diffable_data_source_snapshot(source), diffable_data_source_snapshot(source) };
    assert_ok(diffable_snapshot_delete_items(all.snapshot, IDS("b"), NULL, &error));
    diffable_snapshot *next = diffable_snapshot_copy(all.base);
    assert_ok(diffable_snapshot_append_items(next, NEW("x"), NULL, &error));
    assert_true(diffable_data_source_add_observer(source, queue, &all, NULL) > 0);
    assert_ok(diffable_data_source_apply(source, next, NULL, NULL, &error));
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_outline(list, "f: a x");
    diffable_snapshot_free(list);
    diffable_snapshot_free(next);
    diffable_snapshot_free(all.base);
    diffable_data_source_free(source);
}

static void a_rebased_apply_is_an_apply(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    diffable_snapshot *base = diffable_data_source_snapshot(source), *tree = diffable_section_snapshot_new();
    int completed = 0;
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.finalize = count_up;
    options.user_data = &completed;
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: merge: a snapshot of a list expected, got a section snapshot",
        diffable_data_source_apply_rebased(source, base, tree, &options, NULL, &error));
    assert_int_equal(completed, 1);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply_rebased: snapshot is NULL",
        diffable_data_source_apply_rebased(source, base, NULL, &options, NULL, &error));
    assert_int_equal(completed, 2);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: apply_rebased: source is NULL",
        diffable_data_source_apply_rebased(NULL, NULL, base, &options, NULL, &error));
    assert_int_equal(completed, 3);
    // A strict data source refuses an older snapshot, but not to rebase it.
    diffable_data_source_set_strict(source, true);
    diffable_snapshot_free(base);
    base = diffable_data_source_snapshot(source);
    diffable_snapshot *old = diffable_snapshot_copy(base);
    assert_ok(diffable_snapshot_append_sections(old, NEW("g"), &error));
    assert_ok(apply(source, "f: a"));
    assert_int_equal(diffable_data_source_apply(source, old, NULL, NULL, NULL), DIFFABLE_ERROR_STALE_SNAPSHOT);
    assert_ok(diffable_data_source_apply_rebased(source, base, old, NULL, NULL, &error));
    diffable_snapshot *list = diffable_data_source_snapshot(source);
    assert_outline(list, "f: a | g:");
    diffable_snapshot_free(list);
    diffable_snapshot_free(old);
    diffable_snapshot_free(tree);
    diffable_snapshot_free(base);
    diffable_data_source_free(source);
}

/* MARK: Random triples */

static void change_some(diffable_snapshot *list)
{
    for (int edits = below(4); edits > 0; edits -= 1) {
        diffable_id id = diffable_id_integer(below(NAMES));
        ignore(diffable_snapshot_reconfigure_items(list, &id, ONE_CONTENT((uint64_t)below(3) + 1), 1, NULL));
    }
}

typedef struct items_of {
    diffable_id ids[NAMES];
    size_t count;
} items_of;

static void read_all(const diffable_snapshot *list, items_of *items)
{
    items->count = diffable_snapshot_all_item_identifiers(list, 0, items->ids, NAMES);
    assert_int_equal(items->count, diffable_snapshot_number_of_all_items(list));
}

/* Whether the conflicts have one of a deletion of an item. */
static bool is_named(const diffable_conflicts *conflicts, diffable_id item)
{
    diffable_conflict read[4 * NAMES] = { DIFFABLE_CONFLICT_INIT };
    size_t count = 0;
    if (conflicts != NULL) {
        assert_ok(diffable_conflicts_read(conflicts, 0, read, 4 * NAMES, &count, &error));
    }
    for (size_t index = 0; index < count; index += 1) {
        const diffable_conflict_kind kind = read[index].kind;
        if (!read[index].is_section && (kind == DIFFABLE_CONFLICT_DELETED || kind == DIFFABLE_CONFLICT_DELETED_PARENT)
            && diffable_id_equal(read[index].id, item)) {
            return true;
        }
    }
    return false;
}

/* Checks that the items of a side are in the merged list, unless the other side deleted them. */
static void assert_nothing_lost(const diffable_snapshot *base, const diffable_snapshot *side,
    const diffable_snapshot *other, const diffable_snapshot *merged, const diffable_conflicts *conflicts)
{
    items_of items;
    read_all(side, &items);
    for (size_t index = 0; index < items.count; index += 1) {
        const diffable_id item = items.ids[index];
        const bool is_deleted = diffable_snapshot_contains_item(base, item)
            && !diffable_snapshot_contains_item(other, item);
        assert_int_equal(diffable_snapshot_contains_item(merged, item), !is_deleted || is_named(conflicts, item));
    }
}

static void random_triples_are_merged(void **state)
{
    (void)state;
    unsigned long with_conflicts = 0;
    for (uint64_t round = 1; round <= rounds; round += 1) {
        seed = round * 0x9e3779b97f4a7c15u;
        diffable_snapshot *base = random_snapshot(true), *mine = edited_copy(base);
        diffable_snapshot *theirs = below(4) == 0 ? random_snapshot(below(2) == 0) : edited_copy(base), *merged,
                          *swapped;
        change_some(mine);
        change_some(theirs);
        diffable_conflicts *conflicts, *swapped_conflicts;
        assert_ok(diffable_snapshot_merge(base, mine, theirs, &merged, &conflicts, &error));
        assert_ok(diffable_snapshot_merge(base, theirs, mine, &swapped, &swapped_conflicts, &error));
        assert_int_equal(conflicts == NULL, swapped_conflicts == NULL);
        if (conflicts == NULL && !diffable_snapshot_equal(merged, swapped)) {
            fail_msg("the result of round %llu depends on the sides", (unsigned long long)round);
        }
        with_conflicts += conflicts != NULL;
        assert_nothing_lost(base, mine, theirs, merged, conflicts);
        assert_nothing_lost(base, theirs, mine, merged, conflicts);
        items_of items;
        read_all(merged, &items);
        for (size_t index = 0; index < items.count; index += 1) {
            assert_true(diffable_snapshot_contains_item(mine, items.ids[index])
                || diffable_snapshot_contains_item(theirs, items.ids[index]));
        }
        diffable_conflicts_free(conflicts);
        diffable_conflicts_free(swapped_conflicts);
        diffable_snapshot_free(merged);
        diffable_snapshot_free(swapped);
        // A side that changed nothing. It need not share the storage of the base.
        diffable_snapshot *same = diffable_snapshot_new();
        diffable_snapshot *changed = below(2) == 0 ? mine : theirs;
        assert_ok(diffable_snapshot_assign(same, base, &error));
        diffable_id extra = diffable_id_integer(NAMES);
        assert_ok(diffable_snapshot_append_sections(same, &extra, NULL, 1, &error));
        assert_ok(diffable_snapshot_delete_sections(same, &extra, 1, NULL, &error));
        assert_ok(diffable_snapshot_merge(base, same, changed, &merged, &conflicts, &error));
        assert_true(conflicts == NULL && diffable_snapshot_equal(merged, changed));
        diffable_snapshot_free(merged);
        diffable_snapshot_free(same);
        diffable_snapshot_free(base);
        diffable_snapshot_free(mine);
        diffable_snapshot_free(theirs);
    }
    assert_true(with_conflicts > rounds / 20 && with_conflicts < rounds);
}

int main(int count, char **arguments)
{
    if (count > 1) {
        rounds = strtoul(arguments[1], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_of_both_sides_are_merged),
        cmocka_unit_test(conflicts_have_three_contents),
        cmocka_unit_test(conflicts_are_read_in_parts),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(applies_are_rebased),
        cmocka_unit_test(snapshots_know_their_base),
        cmocka_unit_test(applied_snapshots_get_another_base),
        cmocka_unit_test(queued_applies_are_rebased),
        cmocka_unit_test(a_rebased_apply_is_an_apply),
        cmocka_unit_test(random_triples_are_merged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
