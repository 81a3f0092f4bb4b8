/*
 * The payment screen: a tutorial of diffable for C, to be read from top to bottom. It prints what
 * scripts/payment.lua prints.
 *
 *     cc payment.c $(pkg-config --cflags --libs diffable)
 *
 * Describe what the list should be (a snapshot), apply it, and see what changed. Every apply below prints
 * the whole list, with a sign at each row that changed:  + inserted   - deleted   > moved   ~ updated
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diffable.h>

/*
 * ROWS. The library knows a row by its identifier and asks you what it shows. Your data stay yours, in
 * structs of your own: here one for each kind of row, all beginning with what they have in common.
 *
 * The revision is how you say that a row shows something else now: any number, as long as it is another one.
 */
typedef struct row {
    const char *id;
    void (*show)(const struct row *row, diffable_cell *cell);
    uint64_t revision;
} row;

typedef struct detail {
    row row;
    const char *title, *price, *currency;
} detail;
typedef struct option {
    row row;
    const char *title;
    bool selected;
} option;
typedef struct method {
    row row;
    const option *option;
} method;
typedef struct link {
    row row;
    const char *title;
} link;

static void show_detail(const row *row, diffable_cell *cell)
{
    const detail *detail = (const struct detail *)row;
    char amount[32];
    snprintf(amount, sizeof amount, "%s%s", detail->currency, detail->price);
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, detail->title, strlen(detail->title));
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, amount, strlen(amount));
}

static void show_option(const row *row, diffable_cell *cell)
{
    const option *option = (const struct option *)row;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, option->title, strlen(option->title));
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, option->selected ? "checkmark" : "none",
        strlen(option->selected ? "checkmark" : "none"));
}

static void show_method(const row *row, diffable_cell *cell)
{
    const method *method = (const struct method *)row;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, "Pay with", strlen("Pay with"));
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, method->option->title, strlen(method->option->title));
}

static void show_link(const row *row, diffable_cell *cell)
{
    const link *link = (const struct link *)row;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, link->title, strlen(link->title));
    diffable_cell_set_text(cell, DIFFABLE_CELL_ACCESSORY, "disclosure", strlen("disclosure"));
}

static detail detail1 = { { "payment_detail_1", show_detail, 0 }, "Fare", "30.00", "$" };
static detail detail2 = { { "payment_detail_2", show_detail, 0 }, "Tolls", "2.50", "$" };
static detail detail3 = { { "payment_detail_3", show_detail, 0 }, "Service fee", "3.00", "$" };
static detail detail4 = { { "payment_detail_4", show_detail, 0 }, "Taxes", "4.50", "$" };
static detail detail5 = { { "payment_detail_5", show_detail, 0 }, "Total", "40.00", "$" };
static detail detail6 = { { "payment_detail_6", show_detail, 0 }, "Night fare", "30.00", "$" };

static option card = { { "card", show_option, 0 }, "Credit card", true };
static option wallet = { { "wallet", show_option, 0 }, "Wallet", false };
static option cash = { { "cash", show_option, 0 }, "Cash", false };

static method current_method = { { "current_method", show_method, 0 }, &card };

static link coupon = { { "coupon", show_link, 0 }, "Add a coupon" };
static link personal = { { "personal", show_link, 0 }, "Personal" };
static link business = { { "business", show_link, 0 }, "Business" };

/* SECTIONS are named in the same way. */
typedef struct section {
    const char *id, *title;
} section;

static row *rows[] = {
    &detail1.row,
    &detail2.row,
    &detail3.row,
    &detail4.row,
    &detail5.row,
    &detail6.row,
    &card.row,
    &wallet.row,
    &cash.row,
    &current_method.row,
    &coupon.row,
    &personal.row,
    &business.row,
    NULL,
};

static section sections[] = {
    { "breakdown", "Payment Breakdown" },
    { "options", "Payment Options" },
    { "method", "Current Method" },
    { "coupons", "Coupon" },
    { "types", "Payment Types" },
    { NULL, NULL },
};

/* ERRORS. A function that can fail returns a status, and says more in an error object if you hand one in. */
static diffable_error *error;

static void check(diffable_status status)
{
    if (status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR) {
        fprintf(stderr, "payment: %s\n", diffable_error_message(error));
        exit(EXIT_FAILURE);
    }
}

/*
 * PROVIDERS are asked, with the `user_data` that you gave, for the cells of rows that are new or have
 * changed, and for headers and footers. A status other than 0 undoes the apply.
 */
static bool is_called(diffable_id id, const char *name)
{
    return id.kind == DIFFABLE_ID_BYTES && id.bytes.size == strlen(name)
        && memcmp(id.bytes.data, name, id.bytes.size) == 0;
}

static diffable_status provide_cell(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *index_path, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index_path;
    for (row **row = user_data; *row != NULL; row += 1) {
        if (is_called(*item, (*row)->id)) {
            (*row)->show(*row, cell);
            return DIFFABLE_OK;
        }
    }
    return DIFFABLE_ERROR_UNKNOWN_IDENTIFIER;
}

static diffable_status provide_header(const char *kind, const diffable_id *id, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)content, (void)index;
    for (const section *section = user_data; section->id != NULL; section += 1) {
        if (strcmp(kind, "header") == 0 && is_called(*id, section->id)) {
            diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, section->title, strlen(section->title));
        }
    }
    return DIFFABLE_OK;
}

/* Helpers, as you will want them: to append by name and by struct, to apply and be done with it, to print. */
static void append_section(diffable_snapshot *snapshot, const char *id)
{
    const diffable_id section = diffable_id_string(id);
    check(diffable_snapshot_append_sections(snapshot, &section, NULL, 1, &error));
}

/* NULL comes after the last row. */
static void append_rows(diffable_snapshot *snapshot, const char *section, row *const *rows)
{
    diffable_id ids[8];
    diffable_content contents[8];
    size_t count = 0;
    for (; rows[count] != NULL; count += 1) {
        ids[count] = diffable_id_string(rows[count]->id);
        contents[count] = diffable_content_from_revision(&rows[count]->revision);
    }
    check(diffable_snapshot_append_items(
        snapshot, ids, contents, count, (diffable_id[]){ diffable_id_string(section) }, &error));
}

static void apply(diffable_data_source *source, diffable_snapshot *snapshot, const diffable_apply_options *options)
{
    check(diffable_data_source_apply(source, snapshot, options, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static void print_changes(const diffable_difference *difference, diffable_change_kind kind)
{
    for (size_t index = 0; index < diffable_difference_count(difference, kind); index += 1) {
        diffable_change change = DIFFABLE_CHANGE_INIT;
        check(diffable_difference_changes(difference, kind, index, &change, 1, NULL, &error));
        const bool deleted = kind == DIFFABLE_DELETED_ITEMS;
        const diffable_index_path path = deleted ? change.from : change.to;
        printf("%s %.*s %s row %td of section %td\n", deleted ? "deleted" : "inserted", (int)change.id.bytes.size,
            change.id.bytes.data, deleted ? "from" : "at", path.item + 1, path.section + 1);
    }
}

/* The completion of the third apply, see there. */
static diffable_status add_types(const diffable_transaction *transaction, void *user_data)
{
    (void)transaction;
    printf("\n");
    diffable_data_source *source = user_data;
    diffable_snapshot *snapshot = diffable_data_source_snapshot(source);
    append_section(snapshot, "types");
    append_rows(snapshot, "types", (row *[]){ &personal.row, &business.row, NULL });
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.animation = DIFFABLE_ANIMATION_RIGHT;
    apply(source, snapshot, &options);
    return DIFFABLE_OK;
}

/* Where the text view writes: here standard output, in order with what the program prints. */
static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

int main(void)
{
    /* THE DATA SOURCE keeps the list. A text view shows it, here on standard output. */
    diffable_data_source *source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, provide_cell, rows, NULL);
    diffable_data_source_set_supplementary_provider(source, provide_header, sections, NULL);
    diffable_view *view;
    check(diffable_text_view_new(NULL, print, NULL, NULL, &view, &error));
    check(diffable_data_source_set_view(source, view, &error));
    diffable_view_free(view);

    /* 1. A snapshot says what the list should be: first the sections, then the items in them. */
    printf("1. The first response: two sections, shown at once\n");
    diffable_snapshot *snapshot = diffable_snapshot_new();
    append_section(snapshot, "breakdown");
    append_section(snapshot, "method");
    append_rows(
        snapshot, "breakdown", (row *[]){ &detail1.row, &detail2.row, &detail3.row, &detail4.row, &detail5.row, NULL });
    append_rows(snapshot, "method", (row *[]){ &current_method.row, NULL });
    diffable_apply_options options = DIFFABLE_APPLY_OPTIONS_INIT;
    options.animation = DIFFABLE_ANIMATION_NONE;
    apply(source, snapshot, &options);

    /* 2. To change the list, take a snapshot of it, edit that, and apply it. Nothing changes before you do. */
    printf("\n2. The second response: Payment Options slide in from the left, between the two\n");
    snapshot = diffable_data_source_snapshot(source);
    diffable_id id = diffable_id_string("options");
    check(diffable_snapshot_insert_sections_before(snapshot, &id, NULL, 1, diffable_id_string("method"), &error));
    append_rows(snapshot, "options", (row *[]){ &card.row, &wallet.row, &cash.row, NULL });
    options.animation = DIFFABLE_ANIMATION_LEFT;
    apply(source, snapshot, &options);

    /* 3. A completion runs when its apply is done. An apply from inside it waits for its turn, so one change
     * follows the other. */
    printf("\n3. A coupon from the left, and after it the payment types from the right\n");
    snapshot = diffable_data_source_snapshot(source);
    append_section(snapshot, "coupons");
    append_rows(snapshot, "coupons", (row *[]){ &coupon.row, NULL });
    diffable_apply_options completing = options;
    completing.completion = add_types;
    completing.user_data = source;
    check(diffable_data_source_apply(source, snapshot, &completing, NULL, &error));
    diffable_snapshot_free(snapshot);

    /* 4. Any number of edits make one change. An apply hands out a transaction, which knows what changed. */
    printf("\n4. The first detail goes, payment_detail_6 comes\n");
    snapshot = diffable_data_source_snapshot(source);
    id = diffable_id_string(detail6.row.id);
    const diffable_content content = diffable_content_from_revision(&detail6.row.revision);
    check(
        diffable_snapshot_insert_items_before(snapshot, &id, &content, 1, diffable_id_string(detail1.row.id), &error));
    id = diffable_id_string(detail1.row.id);
    check(diffable_snapshot_delete_items(snapshot, &id, 1, NULL, &error));
    diffable_transaction *transaction;
    check(diffable_data_source_apply(source, snapshot, NULL, &transaction, &error));
    diffable_snapshot_free(snapshot);
    print_changes(diffable_transaction_difference(transaction), DIFFABLE_DELETED_ITEMS);
    print_changes(diffable_transaction_difference(transaction), DIFFABLE_INSERTED_ITEMS);
    diffable_transaction_free(transaction);

    /* 5. The same id with another revision is an update of the row where it stands. */
    printf("\n5. New titles for the details 4 and 5\n");
    detail4 = (detail){ { "payment_detail_4", show_detail, 1 }, "Taxes and fees", "4.50", "$" };
    detail5 = (detail){ { "payment_detail_5", show_detail, 1 }, "Total to pay", "40.00", "$" };
    snapshot = diffable_data_source_snapshot(source);
    const diffable_id changed[] = { diffable_id_string(detail4.row.id), diffable_id_string(detail5.row.id) };
    const diffable_content contents[] = { diffable_content_from_revision(&detail4.row.revision),
        diffable_content_from_revision(&detail5.row.revision) };
    check(diffable_snapshot_reconfigure_items(snapshot, changed, contents, 2, &error));
    apply(source, snapshot, NULL);

    /* 6. You need not edit at all: describe the whole list anew, and the difference is found for you. Here the
     * customer chooses the wallet. Two options and the current method have other content, all else is the same. */
    printf("\n6. Another option is selected\n");
    card = (option){ { "card", show_option, 1 }, "Credit card", false };
    wallet = (option){ { "wallet", show_option, 1 }, "Wallet", true };
    current_method = (method){ { "current_method", show_method, 1 }, &wallet };
    snapshot = diffable_data_source_new_snapshot(source);
    for (const section *section = sections; section->id != NULL; section += 1) {
        append_section(snapshot, section->id);
    }
    append_rows(
        snapshot, "breakdown", (row *[]){ &detail6.row, &detail2.row, &detail3.row, &detail4.row, &detail5.row, NULL });
    append_rows(snapshot, "options", (row *[]){ &card.row, &wallet.row, &cash.row, NULL });
    append_rows(snapshot, "method", (row *[]){ &current_method.row, NULL });
    append_rows(snapshot, "coupons", (row *[]){ &coupon.row, NULL });
    append_rows(snapshot, "types", (row *[]){ &personal.row, &business.row, NULL });
    apply(source, snapshot, NULL);

    /* 7. Applies need not wait for one another: each has its own animation, and on a terminal their rows move at the
     * same time. A section that is deleted takes its items along. */
    printf("\n7. The coupon leaves to the left, and the payment types to the right, at the same time\n");
    snapshot = diffable_data_source_snapshot(source);
    id = diffable_id_string("coupons");
    check(diffable_snapshot_delete_sections(snapshot, &id, 1, NULL, &error));
    options.animation = DIFFABLE_ANIMATION_LEFT;
    check(diffable_data_source_apply(source, snapshot, &options, NULL, &error));
    id = diffable_id_string("types");
    check(diffable_snapshot_delete_sections(snapshot, &id, 1, NULL, &error));
    options.animation = DIFFABLE_ANIMATION_RIGHT;
    apply(source, snapshot, &options);

    /* 8. The animation of applies that name none can be set at any time. It holds from the next apply on. */
    printf("\n8. From now on rows fade: the tolls are gone\n");
    check(diffable_data_source_set_default_row_animation(source, DIFFABLE_ANIMATION_FADE, &error));
    snapshot = diffable_data_source_snapshot(source);
    id = diffable_id_string(detail2.row.id);
    check(diffable_snapshot_delete_items(snapshot, &id, 1, NULL, &error));
    apply(source, snapshot, NULL);

    /* 9. What breaks a rule is an error that names the culprit, and nothing has changed. (C counts from 0; the
     * message that counts from 1 is for languages that do.) */
    printf("\n9. The same detail a second time\n");
    snapshot = diffable_data_source_snapshot(source);
    id = diffable_id_string(detail5.row.id);
    diffable_status status = diffable_snapshot_append_items(
        snapshot, &id, NULL, 1, (diffable_id[]){ diffable_id_string("breakdown") }, &error);
    printf("appended: %s\n", status == DIFFABLE_OK ? "true" : "false");
    printf("%s\n", diffable_error_message_from_one(error));
    diffable_error_free(error);
    diffable_snapshot *current = diffable_data_source_snapshot(source);
    printf("the snapshot is what it was: %s\n", diffable_snapshot_equal(snapshot, current) ? "true" : "false");

    diffable_snapshot_free(current);
    diffable_snapshot_free(snapshot);
    diffable_data_source_free(source);
}
