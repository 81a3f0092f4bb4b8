/* Publishers and followers: late, resuming and lagging ones, and what happens in callbacks. */
#include "random_edits.h"
#include "trees.h"

static diffable_snapshot *list_of(const diffable_data_source *source)
{
    return diffable_data_source_snapshot(source);
}

static void apply_list(diffable_data_source *source, const diffable_snapshot *list)
{
    assert_ok(diffable_data_source_apply(source, list, NULL, NULL, &error));
}

static diffable_data_source *source_of(const char *text)
{
    diffable_data_source *source = diffable_data_source_new();
    assert_ok(apply(source, text));
    return source;
}

/** What somebody with a version gets; NULL for nothing. */
static diffable_document *message_for(diffable_publisher *publisher, const diffable_list_version *version)
{
    diffable_document *document;
    assert_ok(diffable_publisher_message(publisher, version, &document, &error));
    return document;
}

static bool is_snapshot(const diffable_document *document)
{
    return ((unsigned char)diffable_document_bytes(document).data[0]) == 0x89;
}

static diffable_status receive(diffable_follower *follower, const diffable_document *document)
{
    diffable_bytes bytes = diffable_document_bytes(document);
    return diffable_follower_receive(follower, bytes.data, bytes.size, NULL, &error);
}

/** Brings a follower to the list of a publisher. Returns how many bytes that took. */
static size_t catch_up(diffable_publisher *publisher, diffable_follower *follower)
{
    diffable_list_version version = diffable_follower_version(follower);
    diffable_document *document = message_for(publisher, &version);
    if (document == NULL) {
        return 0;
    }
    size_t size = diffable_document_bytes(document).size;
    assert_ok(receive(follower, document));
    diffable_document_free(document);
    return size;
}

static void assert_same_version(diffable_list_version version, diffable_list_version expected)
{
    assert_memory_equal(version.bytes, expected.bytes, sizeof version.bytes);
}

static void assert_same_list(const diffable_data_source *source, const diffable_data_source *other)
{
    diffable_snapshot *list = list_of(source), *expected = list_of(other);
    assert_true(diffable_snapshot_equal(list, expected));
    diffable_snapshot_free(list);
    diffable_snapshot_free(expected);
}

static void assert_list(const diffable_data_source *source, const char *text)
{
    diffable_snapshot *list = list_of(source);
    assert_outline(list, text);
    diffable_snapshot_free(list);
}

static void a_publisher_answers_with_the_least(void **state)
{
    (void)state;
    diffable_data_source *source = source_of("A: a b"), *other = diffable_data_source_new();
    assert_ok(diffable_data_source_set_name(source, "list", 4, &error));
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    diffable_follower *follower = diffable_follower_new(other);
    diffable_list_version none = diffable_follower_version(follower), first = diffable_publisher_version(publisher);

    diffable_document *document = message_for(publisher, &none), *same = message_for(publisher, NULL);
    assert_true(is_snapshot(document));
    assert_ptr_equal(document, same);
    diffable_bytes bytes = diffable_document_bytes(document), name;
    diffable_snapshot *read;
    assert_ok(diffable_snapshot_decode(bytes.data, bytes.size, &name, &read, &error));
    assert_int_equal(name.size, 4);
    assert_outline(read, "A: a b");
    assert_ok(receive(follower, document));
    assert_list(other, "A: a b");
    assert_same_version(diffable_follower_version(follower), first);
    assert_null(message_for(publisher, &first));
    diffable_snapshot_free(read);
    diffable_document_free(document);
    diffable_document_free(same);

    assert_ok(apply(source, "A: b a c"));
    document = message_for(publisher, &first);
    same = message_for(publisher, &first);
    assert_false(is_snapshot(document));
    assert_ptr_equal(document, same);
    assert_ok(receive(follower, document));
    assert_list(other, "A: b a c");
    assert_same_version(diffable_follower_version(follower), diffable_publisher_version(publisher));
    diffable_document_free(document);
    diffable_document_free(same);

    diffable_list_version unknown = { { 7 } };
    document = message_for(publisher, &unknown);
    assert_true(is_snapshot(document));
    diffable_document_free(document);

    diffable_follower_free(follower);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static void the_oldest_lists_are_forgotten(void **state)
{
    (void)state;
    diffable_data_source *source = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 2);
    diffable_list_version versions[5];
    for (int i = 0; i < 5; i += 1) {
        char text[] = "A: 0";
        text[3] = (char)('0' + i);
        assert_ok(apply(source, text));
        versions[i] = diffable_publisher_version(publisher);
    }
    for (int i = 0; i < 4; i += 1) {
        diffable_document *document = message_for(publisher, &versions[i]);
        assert_int_equal(is_snapshot(document), i < 2);
        diffable_document_free(document);
    }
    /* A list that comes back is the newest one. */
    assert_ok(apply(source, "A: 3"));
    assert_same_version(diffable_publisher_version(publisher), versions[3]);
    diffable_document *document = message_for(publisher, &versions[2]);
    assert_false(is_snapshot(document));
    diffable_document_free(document);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
}

/* However many applies lie between, the patch is that of one difference. */
static void a_patch_over_many_applies_is_the_least(void **state)
{
    (void)state;
    seed = 38;
    diffable_data_source *source = source_of("A: 0 1 2 3 4 5 6 7 8 9 | B: x y z"), *other = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 1);
    diffable_follower *follower = diffable_follower_new(other);
    assert_true(catch_up(publisher, follower) > 0);
    diffable_snapshot *before = list_of(source), *list = diffable_snapshot_copy(before);
    for (int step = 0; step < 1000; step += 1) {
        edit_at_random(list);
        apply_list(source, list);
    }
    diffable_difference *difference = diffable_difference_new(before, list);
    diffable_document *least;
    assert_ok(diffable_difference_encode(difference, NULL, 0, false, &least, &error));
    assert_int_equal(catch_up(publisher, follower), diffable_document_bytes(least).size);
    assert_same_list(other, source);
    diffable_document_free(least);
    diffable_difference_free(difference);

    /* All that was done is undone: there is nothing to send. */
    diffable_list_version version = diffable_follower_version(follower);
    apply_list(source, before);
    apply_list(source, list);
    assert_null(message_for(publisher, &version));
    diffable_snapshot_free(before);
    diffable_snapshot_free(list);
    diffable_follower_free(follower);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static diffable_status keep_even(
    const diffable_id *item, const diffable_content *content, bool *passes, void *user_data)
{
    (void)content, (void)user_data;
    *passes = item->kind != DIFFABLE_ID_INTEGER || item->integer % 2 == 0;
    return DIFFABLE_OK;
}

static diffable_data_source *derive(diffable_data_source *origin)
{
    diffable_derivation derivation = DIFFABLE_DERIVATION_INIT;
    derivation.filter = keep_even;
    diffable_data_source *derived;
    assert_ok(diffable_data_source_derive(origin, &derivation, &derived, &error));
    return derived;
}

enum { FOLLOWERS = 6 };

static void followers_have_the_list_of_the_publisher(void **state)
{
    (void)state;
    for (uint64_t round = 1; round <= 60; round += 1) {
        seed = round * 0x9e3779b97f4a7c15u;
        diffable_data_source *origin = diffable_data_source_new(), *source = round % 3 == 0 ? derive(origin) : origin;
        diffable_publisher *publisher = diffable_publisher_new(source, (size_t)(round % 5));
        diffable_snapshot *list = diffable_snapshot_new();
        diffable_data_source *sources[FOLLOWERS], *shown[FOLLOWERS];
        diffable_follower *followers[FOLLOWERS];
        for (int i = 0; i < FOLLOWERS; i += 1) {
            sources[i] = diffable_data_source_new();
            followers[i] = diffable_follower_new(sources[i]);
            shown[i] = derive(sources[i]);
        }
        /* One that follows the first follower. */
        diffable_publisher *relay = diffable_publisher_new(sources[0], 3);
        diffable_data_source *last = diffable_data_source_new();
        diffable_follower *last_follower = diffable_follower_new(last);
        for (int step = 0; step < 80; step += 1) {
            for (int edit = below(4); edit > 0; edit -= 1) {
                edit_at_random(list);
            }
            apply_list(origin, list);
            if (below(8) == 0) { /* described anew */
                diffable_document *whole;
                diffable_snapshot *copy;
                assert_ok(diffable_snapshot_encode(list, NULL, 0, &whole, &error));
                diffable_bytes bytes = diffable_document_bytes(whole);
                assert_ok(diffable_snapshot_decode(bytes.data, bytes.size, NULL, &copy, &error));
                diffable_document_free(whole);
                diffable_snapshot_free(list);
                list = copy;
            }
            /* The first one always follows, the others now and then. */
            for (int i = 0; i < FOLLOWERS; i += 1) {
                if (i > 0 && below(3 * i) > 0) {
                    continue;
                }
                if (i == 2) { /* starts again with the list that it has */
                    diffable_follower_free(followers[i]);
                    followers[i] = diffable_follower_new(sources[i]);
                }
                if (i == 3 && below(3) == 0) { /* starts anew */
                    diffable_follower_free(followers[i]);
                    diffable_data_source_free(shown[i]);
                    diffable_data_source_free(sources[i]);
                    sources[i] = diffable_data_source_new();
                    followers[i] = diffable_follower_new(sources[i]);
                    shown[i] = derive(sources[i]);
                }
                if (i == 4) { /* somebody else changes its list */
                    diffable_snapshot *own = list_of(sources[i]);
                    edit_at_random(own);
                    apply_list(sources[i], own);
                    diffable_snapshot_free(own);
                }
                bool is_new = catch_up(publisher, followers[i]) > 0;
                if (i != 4 || is_new) {
                    assert_same_list(sources[i], source);
                }
                assert_same_version(diffable_follower_version(followers[i]), diffable_publisher_version(publisher));
            }
            if (below(3) == 0) {
                catch_up(relay, last_follower);
                assert_same_list(last, sources[0]);
            }
        }
        diffable_data_source *expected = derive(source);
        for (int i = 0; i < FOLLOWERS; i += 1) {
            catch_up(publisher, followers[i]);
            if (i != 4) {
                assert_same_list(sources[i], source);
                diffable_snapshot *one = list_of(shown[i]), *other = list_of(expected);
                assert_int_equal(
                    diffable_snapshot_number_of_all_items(one), diffable_snapshot_number_of_all_items(other));
                diffable_snapshot_free(one);
                diffable_snapshot_free(other);
            }
            diffable_follower_free(followers[i]);
            diffable_data_source_free(shown[i]);
            diffable_data_source_free(sources[i]);
        }
        catch_up(relay, last_follower);
        assert_same_list(last, source);
        diffable_follower_free(last_follower);
        diffable_publisher_free(relay);
        diffable_data_source_free(last);
        diffable_data_source_free(expected);
        diffable_snapshot_free(list);
        diffable_publisher_free(publisher);
        if (source != origin) {
            diffable_data_source_free(source);
        }
        diffable_data_source_free(origin);
    }
}

static void what_does_not_fit_changes_nothing(void **state)
{
    (void)state;
    diffable_data_source *source = source_of("A: a"), *other = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    diffable_follower *follower = diffable_follower_new(other);
    diffable_document *whole = message_for(publisher, NULL);
    diffable_list_version first = diffable_publisher_version(publisher);
    assert_ok(apply(source, "A: a b"));
    diffable_document *patch = message_for(publisher, &first);
    diffable_list_version second = diffable_publisher_version(publisher);
    assert_ok(apply(source, "A: a b c"));
    diffable_document *next = message_for(publisher, &second);

    assert_int_equal(receive(follower, patch), DIFFABLE_ERROR_WRONG_VERSION);
    assert_non_null(strstr(diffable_error_message(error), "WRONG_VERSION: receive: the patch starts from version "));
    diffable_error_free(error);
    assert_ok(receive(follower, whole));
    assert_int_equal(receive(follower, whole), DIFFABLE_REFUSED);
    assert_int_equal(receive(follower, next), DIFFABLE_ERROR_WRONG_VERSION);
    diffable_error_free(error);
    assert_list(other, "A: a");
    assert_same_version(diffable_follower_version(follower), first);
    assert_ok(receive(follower, patch));
    assert_int_equal(receive(follower, patch), DIFFABLE_REFUSED);
    assert_ok(receive(follower, next));
    assert_list(other, "A: a b c");

    diffable_bytes bytes = diffable_document_bytes(next);
    diffable_transaction *transaction = (diffable_transaction *)source;
    assert_fails(DIFFABLE_ERROR_MALFORMED, "MALFORMED: receive: the document ends at byte 0",
        diffable_follower_receive(follower, NULL, 0, &transaction, &error));
    assert_null(transaction);
    assert_fails(DIFFABLE_ERROR_MALFORMED, "MALFORMED: receive: there is no document of a list at byte 1",
        diffable_follower_receive(follower,
            "\x82\x61"
            "a\x00",
            4, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: follower_receive: follower is NULL",
        diffable_follower_receive(NULL, bytes.data, bytes.size, NULL, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT: publisher_message: document is NULL",
        diffable_publisher_message(publisher, NULL, NULL, &error));
    diffable_snapshot *tree = diffable_section_snapshot_new();
    diffable_document *document;
    assert_ok(diffable_snapshot_encode(tree, NULL, 0, &document, &error));
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: receive: the document has the tree of one section, and no list",
        receive(follower, document));
    diffable_document_free(document);
    diffable_snapshot_free(tree);

    /* A derived list cannot follow. */
    diffable_data_source *derived = derive(other);
    diffable_follower *of_derived = diffable_follower_new(derived);
    assert_fails(DIFFABLE_ERROR_INVALID_ARGUMENT,
        "INVALID_ARGUMENT: apply: this list is derived from another list; change that one", receive(of_derived, whole));
    diffable_follower_free(of_derived);
    diffable_data_source_free(derived);

    /* Nor is a list published that has values of one process. */
    static const unsigned char reference[] = { 0xA1, 1, 0xD9, 0xEA, 0x60, 3 };
    diffable_content content = diffable_content_bytes(reference, sizeof reference);
    diffable_id id = name("a");
    diffable_snapshot *list = list_of(source);
    assert_ok(diffable_snapshot_update_items(list, &id, &content, 1, NULL, &error));
    apply_list(source, list);
    assert_int_equal(
        diffable_publisher_message(publisher, &second, &document, &error), DIFFABLE_ERROR_INVALID_ARGUMENT);
    assert_null(document);
    diffable_error_free(error);
    diffable_snapshot_free(list);

    diffable_document_free(whole);
    diffable_document_free(patch);
    diffable_document_free(next);
    diffable_publisher_free(publisher);
    diffable_follower_free(follower);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static void objects_without_a_source_are_nothing(void **state)
{
    (void)state;
    static const diffable_list_version none;
    assert_null(diffable_publisher_new(NULL, 0));
    assert_null(diffable_follower_new(NULL));
    assert_same_version(diffable_publisher_version(NULL), none);
    assert_same_version(diffable_follower_version(NULL), none);
    diffable_publisher_free(NULL);
    diffable_follower_free(NULL);
}

static void the_source_may_be_freed_first(void **state)
{
    (void)state;
    diffable_data_source *source = source_of("A: a"), *other = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    diffable_follower *follower = diffable_follower_new(other);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
    assert_true(catch_up(publisher, follower) > 0);
    assert_int_equal(catch_up(publisher, follower), 0);
    diffable_document *document = message_for(publisher, NULL);
    diffable_publisher_free(publisher);
    assert_int_equal(receive(follower, document), DIFFABLE_REFUSED);
    diffable_follower_free(follower);
    diffable_document_free(document);
}

/* What a callback uses. */
static struct {
    diffable_data_source *source;
    diffable_publisher *publisher;
    diffable_follower *follower;
    diffable_document *document;
    diffable_list_version version;
    int calls;
    bool fails;
} world;

static diffable_status forward(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    world.calls += 1;
    catch_up(world.publisher, world.follower);
    return DIFFABLE_OK;
}

/* The usual program: an observer sends what the follower needs. */
static void an_observer_sends_each_apply(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    diffable_data_source *source = diffable_data_source_new(), *other = diffable_data_source_new();
    world.publisher = diffable_publisher_new(source, 0);
    world.follower = diffable_follower_new(other);
    assert_true(diffable_data_source_add_observer(source, forward, NULL, NULL) > 0);
    assert_ok(apply(source, "A: a"));
    assert_list(other, "A: a");
    assert_ok(apply(source, "A: b a | B:"));
    assert_list(other, "A: b a | B:");
    assert_ok(apply(source, "A: b a | B:"));
    assert_int_equal(world.calls, 3);
    diffable_publisher_free(world.publisher);
    diffable_follower_free(world.follower);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content, (void)path, (void)user_data;
    if (world.publisher != NULL) { /* the apply may still fail */
        assert_same_version(diffable_publisher_version(world.publisher), world.version);
    }
    if (world.follower != NULL) {
        assert_same_version(diffable_follower_version(world.follower), world.version);
    }
    world.calls += 1;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "text", 4);
    return world.fails ? diffable_callback_failed("no", 2, NULL, NULL) : DIFFABLE_OK;
}

static diffable_status discard(const char *bytes, size_t size, void *user_data)
{
    (void)bytes, (void)size, (void)user_data;
    return DIFFABLE_OK;
}

static void show(diffable_data_source *source)
{
    diffable_view *view;
    assert_ok(diffable_text_view_new(NULL, discard, NULL, NULL, &view, &error));
    diffable_data_source_set_cell_provider(source, provide, NULL, NULL);
    assert_ok(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);
}

static void an_apply_that_fails_is_not_published(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    diffable_data_source *source = diffable_data_source_new();
    show(source);
    world.publisher = diffable_publisher_new(source, 0);
    world.version = diffable_publisher_version(world.publisher);
    diffable_snapshot *list = snapshot_of("A: a");
    world.fails = true;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0: no",
        diffable_data_source_apply(source, list, NULL, NULL, &error));
    assert_null(message_for(world.publisher, &world.version));
    world.fails = false;
    apply_list(source, list);
    assert_int_equal(world.calls, 2);
    diffable_document *patch = message_for(world.publisher, &world.version);
    assert_false(is_snapshot(patch));
    diffable_document_free(patch);
    diffable_snapshot_free(list);
    diffable_publisher_free(world.publisher);
    diffable_data_source_free(source);
}

static diffable_status see_new_version(const diffable_transaction *transaction, void *user_data)
{
    (void)user_data;
    assert_same_version(diffable_follower_version(world.follower),
        diffable_snapshot_version(diffable_transaction_final_snapshot(transaction)));
    world.calls += 1;
    return DIFFABLE_OK;
}

static void a_list_that_cannot_be_shown_is_received_later(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    diffable_data_source *source = source_of("A: a"), *other = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    show(other);
    world.follower = diffable_follower_new(other);
    assert_true(diffable_data_source_add_observer(other, see_new_version, NULL, NULL) > 0);
    world.version = diffable_follower_version(world.follower);
    diffable_document *document = message_for(publisher, &world.version);
    world.fails = true;
    assert_fails(DIFFABLE_ERROR_PROVIDER_FAILED,
        "PROVIDER_FAILED: the cell provider failed for item \"a\" at section 0, item 0: no",
        receive(world.follower, document));
    assert_same_version(diffable_follower_version(world.follower), world.version);
    world.fails = false;
    world.calls = 0;
    assert_ok(receive(world.follower, document));
    assert_int_equal(world.calls, 2);
    assert_list(other, "A: a");
    diffable_document_free(document);
    diffable_follower_free(world.follower);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static diffable_status receive_again(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    world.calls += 1;
    if (world.document == NULL) {
        return DIFFABLE_OK;
    }
    diffable_bytes bytes = diffable_document_bytes(world.document);
    char *copy = malloc(bytes.size);
    assert_non_null(copy);
    memcpy(copy, bytes.data, bytes.size);
    assert_int_equal(diffable_follower_receive(world.follower, copy, bytes.size, NULL, &error), DIFFABLE_QUEUED);
    memset(copy, 0, bytes.size); /* inputs are copied */
    free(copy);
    diffable_document_free(world.document);
    world.document = NULL;
    return DIFFABLE_OK;
}

static void documents_that_arrive_in_callbacks_are_queued(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    diffable_data_source *source = source_of("A: a"), *other = diffable_data_source_new();
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    world.follower = diffable_follower_new(other);
    assert_true(diffable_data_source_add_observer(other, receive_again, NULL, NULL) > 0);
    diffable_document *document = message_for(publisher, NULL);
    diffable_list_version version = diffable_publisher_version(publisher);
    assert_ok(apply(source, "A: a b"));
    world.document = message_for(publisher, &version);
    assert_ok(receive(world.follower, document));
    assert_int_equal(world.calls, 2);
    assert_list(other, "A: a b");

    /* A queued patch that does not fit fails in its turn. */
    version = diffable_publisher_version(publisher);
    assert_ok(apply(source, "A: a b c"));
    world.document = message_for(publisher, &version);
    assert_int_equal(receive(world.follower, document), DIFFABLE_APPLIED_WITH_ERROR);
    assert_int_equal(diffable_error_status(error), DIFFABLE_ERROR_WRONG_VERSION);
    diffable_error_free(error);
    assert_list(other, "A: a");
    diffable_document_free(document);
    diffable_follower_free(world.follower);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
    diffable_data_source_free(other);
}

static diffable_status free_everything(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction, (void)user_data;
    world.calls += 1;
    if (world.source != NULL) {
        diffable_data_source_free(world.source);
        diffable_publisher_free(world.publisher);
        diffable_follower_free(world.follower);
        world.source = NULL;
    }
    return DIFFABLE_OK;
}

static void all_may_be_freed_in_a_callback(void **state)
{
    (void)state;
    memset(&world, 0, sizeof world);
    diffable_data_source *source = source_of("A: a");
    diffable_publisher *publisher = diffable_publisher_new(source, 0);
    world.source = diffable_data_source_new();
    world.publisher = diffable_publisher_new(world.source, 0);
    world.follower = diffable_follower_new(world.source);
    assert_true(diffable_data_source_add_observer(world.source, free_everything, NULL, NULL) > 0);
    assert_true(diffable_data_source_add_observer(world.source, free_everything, NULL, NULL) > 0);
    diffable_document *document = message_for(publisher, NULL);
    assert_ok(receive(world.follower, document));
    assert_int_equal(world.calls, 2);
    diffable_document_free(document);
    diffable_publisher_free(publisher);
    diffable_data_source_free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_publisher_answers_with_the_least),
        cmocka_unit_test(the_oldest_lists_are_forgotten),
        cmocka_unit_test(a_patch_over_many_applies_is_the_least),
        cmocka_unit_test(followers_have_the_list_of_the_publisher),
        cmocka_unit_test(what_does_not_fit_changes_nothing),
        cmocka_unit_test(objects_without_a_source_are_nothing),
        cmocka_unit_test(the_source_may_be_freed_first),
        cmocka_unit_test(an_observer_sends_each_apply),
        cmocka_unit_test(an_apply_that_fails_is_not_published),
        cmocka_unit_test(a_list_that_cannot_be_shown_is_received_later),
        cmocka_unit_test(documents_that_arrive_in_callbacks_are_queued),
        cmocka_unit_test(all_may_be_freed_in_a_callback),
    };
    return cmocka_run_group_tests_name("publishing", tests, NULL, NULL);
}
