/*
 * The payment screen in a window of GTK 4.
 *
 *     cc payment_gtk.c $(pkg-config --cflags --libs diffable gtk4)
 *
 * Press n for the next screen, and f for one that cannot be shown. A screen says what the list should be, as a server
 * would; the data source finds what changed, and the view makes each step of that one change of a list model.
 */
#include <diffable.h>
#include <gtk/gtk.h>

/* The data. What is shown of a row changes where its revision does. */
typedef struct row {
    const char *id, *text, *detail;
    uint64_t revision;
} row;

typedef struct section {
    const char *id, *title;
    row rows[6]; /* one without an id is the end */
} section;

typedef struct screen {
    const char *title;
    section sections[6];
} screen;

#define FARE { "paymentDetail1", "Fare", "$30.00", 0 }
#define TOLLS { "paymentDetail2", "Tolls", "$2.50", 0 }
#define SERVICE { "paymentDetail3", "Service fee", "$3.00", 0 }
#define TAXES { "paymentDetail4", "Taxes", "$4.50", 0 }
#define TOTAL { "paymentDetail5", "Total", "$40.00", 0 }
#define NIGHT { "paymentDetail6", "Night fare", "$30.00", 0 }
#define NEW_TAXES { "paymentDetail4", "Taxes and fees", "$4.50", 1 }
#define NEW_TOTAL { "paymentDetail5", "Total to pay", "$40.00", 1 }
#define BREAKDOWN(first, taxes, total) { "breakdown", "Payment Breakdown", { first, TOLLS, SERVICE, taxes, total } }
#define OPTIONS(card, wallet, revision) \
    { "options", "Payment Options", \
      { { "card", "Credit card", card, revision }, { "wallet", "Wallet", wallet, revision }, { "cash", "Cash", "", 0 } } }
#define METHOD(name, revision) { "method", "Current Method", { { "currentMethod", "Pay with", name, revision } } }
#define COUPON { "coupons", "Coupon", { { "coupon", "Add a coupon", "", 0 } } }
#define TYPES { "types", "Payment Types", { { "personal", "Personal", "", 0 }, { "business", "Business", "", 0 } } }

static const screen screens[] = {
    { "The first response", { BREAKDOWN(FARE, TAXES, TOTAL), METHOD("Credit card", 0) } },
    { "Payment options", { BREAKDOWN(FARE, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0) } },
    { "A coupon and types",
      { BREAKDOWN(FARE, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON, TYPES } },
    { "Another fare", { BREAKDOWN(NIGHT, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON, TYPES } },
    { "New titles", { BREAKDOWN(NIGHT, NEW_TAXES, NEW_TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON, TYPES } },
    { "Another option", { BREAKDOWN(NIGHT, NEW_TAXES, NEW_TOTAL), OPTIONS("", "selected", 1), METHOD("Wallet", 1), COUPON, TYPES } },
    { "Another order", { OPTIONS("", "selected", 1), COUPON, BREAKDOWN(NEW_TOTAL, NEW_TAXES, NIGHT), METHOD("Wallet", 1) } },
};

/* One that cannot be shown, since a row of it has no text. */
static const screen broken = { "A broken response", { { "coupons", "Coupon", { { "coupon", "A coupon", "", 1 }, { "lost", NULL, "", 0 } } } } };

/* The list model, of lines: the header and the rows of each section. A line is an object with two texts. */
G_DECLARE_FINAL_TYPE(Lines, lines, PAYMENT, LINES, GObject)
struct _Lines {
    GObject parent;
    GPtrArray *all;
};

typedef struct app {
    diffable_data_source *source;
    const screen *screen; /* what the data source is asked to show */
    Lines *lines;
    GPtrArray *prepared; /* the new lines of an apply, in the order of its steps */
    GtkLabel *status;
} app;

static diffable_error *error;

static void check(diffable_status status)
{
    if (status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR) {
        g_error("%s", diffable_error_message(error));
    }
}

static GType item_type(GListModel *model) { return (void)model, G_TYPE_OBJECT; }
static guint n_items(GListModel *model) { return PAYMENT_LINES(model)->all->len; }
static gpointer item_at(GListModel *model, guint index)
{
    return index < n_items(model) ? g_object_ref(PAYMENT_LINES(model)->all->pdata[index]) : NULL;
}
static void implement(GListModelInterface *model)
{
    model->get_item_type = item_type, model->get_n_items = n_items, model->get_item = item_at;
}
G_DEFINE_FINAL_TYPE_WITH_CODE(Lines, lines, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, implement))
static void lines_init(Lines *lines) { lines->all = g_ptr_array_new_with_free_func(g_object_unref); }
static void lines_finalize(GObject *lines)
{
    g_ptr_array_unref(PAYMENT_LINES(lines)->all);
    G_OBJECT_CLASS(lines_parent_class)->finalize(lines);
}
static void lines_class_init(LinesClass *class) { G_OBJECT_CLASS(class)->finalize = lines_finalize; }

/* The index of a row, or of a section's header if `item` is -1. Found by a walk: a long list would keep counts. */
static guint line_index(const Lines *lines, ptrdiff_t section, ptrdiff_t item)
{
    guint index = 0;
    while (index < lines->all->len && (!g_object_get_data(lines->all->pdata[index], "is-header") || section-- > 0)) {
        index += 1;
    }
    return index + (guint)(item + 1);
}

/* Puts lines in the place of `removed` ones, and tells GTK. */
static void splice(Lines *lines, guint index, guint removed, gpointer *added, guint count)
{
    if (removed > 0) {
        g_ptr_array_remove_range(lines->all, index, removed);
    }
    for (guint offset = 0; offset < count; offset += 1) {
        g_ptr_array_insert(lines->all, (gint)(index + offset), g_object_ref(added[offset]));
    }
    g_list_model_items_changed(G_LIST_MODEL(lines), index, removed, count);
}

/* Carries out one step. Its indexes are those of the list that the steps before it left. */
static void take_step(Lines *lines, const diffable_step *step, gpointer *added)
{
    const diffable_index_path from = step->from, to = step->to;
    const guint count = (guint)step->count;
    if (from.section < 0) { /* insertions */
        splice(lines, line_index(lines, to.section, to.item), 0, added, count);
        return;
    }
    const guint index = line_index(lines, from.section, from.item);
    const gboolean is_whole_section = step->kind == DIFFABLE_STEP_DELETE_SECTIONS || step->kind == DIFFABLE_STEP_MOVE_SECTIONS;
    const guint size = is_whole_section ? line_index(lines, from.section + (ptrdiff_t)count, -1) - index : count;
    if (to.section >= 0) { /* moves */
        g_autoptr(GPtrArray) moved = g_ptr_array_new_with_free_func(g_object_unref);
        for (guint line = index; line < index + size; line += 1) {
            g_ptr_array_add(moved, g_object_ref(lines->all->pdata[line]));
        }
        splice(lines, index, size, NULL, 0);
        splice(lines, line_index(lines, to.section, to.item), 0, moved->pdata, size);
    } else if (step->final_path.section < 0) { /* deletions */
        splice(lines, index, size, NULL, 0);
    } else { /* updates: of sections, only the header */
        for (ptrdiff_t offset = 0; offset < (ptrdiff_t)count; offset += 1) {
            guint line = from.item < 0 ? line_index(lines, from.section + offset, -1) : index + (guint)offset;
            splice(lines, line, 1, &added[offset], 1);
        }
    }
}

/* The view. While the list is still the old one, it makes a line for each cell that is new. */
static diffable_status add_line(GPtrArray *lines, diffable_preparation *preparation, diffable_index_path path)
{
    const gboolean is_header = path.item < 0;
    diffable_cell cell = DIFFABLE_CELL_INIT;
    diffable_status status = is_header ? diffable_preparation_supplementary_cell(preparation, "header", (size_t)path.section, &cell, NULL)
                                       : diffable_preparation_cell(preparation, path, &cell, NULL);
    if (status == DIFFABLE_OK) {
        GObject *line = g_object_new(G_TYPE_OBJECT, NULL);
        g_object_set_data_full(line, "text", g_strdup(cell.text.data), g_free);
        g_object_set_data_full(line, "detail", g_strdup(cell.detail.data), g_free);
        g_object_set_data(line, "is-header", GINT_TO_POINTER(is_header));
        g_ptr_array_add(lines, line);
    }
    return status;
}

static gboolean has_new_lines(const diffable_step *step)
{
    return step->final_path.section >= 0 && (step->from.section < 0 || step->to.section < 0);
}

static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    app *app = user_data;
    diffable_status status = DIFFABLE_OK;
    diffable_steps *steps = diffable_steps_new(diffable_transaction_difference(diffable_preparation_transaction(preparation)));
    g_ptr_array_set_size(app->prepared, 0);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        check(diffable_steps_at(steps, index, &step, &error));
        for (size_t added = 0; has_new_lines(&step) && added < step.count && status == DIFFABLE_OK; added += 1) {
            status = add_line(app->prepared, preparation, step.final_path);
            *(step.final_path.item < 0 ? &step.final_path.section : &step.final_path.item) += 1;
        }
    }
    diffable_steps_free(steps);
    return status;
}

static diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    app *app = user_data;
    gpointer *added = app->prepared->pdata;
    const diffable_difference *difference = diffable_transaction_difference(transaction);
    diffable_steps *steps = diffable_steps_new(difference);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        check(diffable_steps_at(steps, index, &step, &error));
        take_step(app->lines, &step, added);
        added += has_new_lines(&step) ? step.count : 0;
    }
    diffable_steps_free(steps);
    g_autofree char *status = g_strdup_printf("%s: %s", app->screen->title, diffable_difference_description(difference));
    gtk_label_set_text(app->status, status);
    return DIFFABLE_OK;
}

/* What is shown of a row and of a section. */
static diffable_status provide(diffable_id item, uint64_t revision, diffable_index_path path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)revision;
    const row *row = &((app *)user_data)->screen->sections[path.section].rows[path.item];
    cell->text = diffable_bytes_string(row->text);
    cell->detail = diffable_bytes_string(row->detail);
    return row->text == NULL ? DIFFABLE_ERROR_PROVIDER_FAILED : DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, diffable_id section, uint64_t revision, size_t index, diffable_cell *cell, void *user_data)
{
    (void)kind, (void)section, (void)revision;
    cell->text = diffable_bytes_string(((app *)user_data)->screen->sections[index].title);
    return DIFFABLE_OK;
}

static void show_screen(app *app, const screen *screen)
{
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(app->source);
    const struct screen *before = app->screen;
    app->screen = screen;
    for (const section *section = screen->sections; section->id != NULL; section += 1) {
        diffable_id id = diffable_id_string(section->id);
        check(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, &error));
        for (const row *row = section->rows; row->id != NULL; row += 1) {
            id = diffable_id_string(row->id);
            check(diffable_snapshot_append_items(snapshot, &id, &row->revision, 1, diffable_id_none(), &error));
        }
    }
    if (diffable_data_source_apply(app->source, snapshot, NULL, NULL, &error) < 0) {
        app->screen = before; /* the list and its lines are as before */
        g_autofree char *status = g_strdup_printf("%s: %s", screen->title, diffable_status_name(diffable_error_status(error)));
        gtk_label_set_text(app->status, status);
        diffable_error_free(error);
    }
    diffable_snapshot_free(snapshot);
}

static gboolean press(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType modifiers, app *app)
{
    (void)keys, (void)code, (void)modifiers;
    if (key == GDK_KEY_n && app->screen < &screens[G_N_ELEMENTS(screens) - 1]) {
        show_screen(app, app->screen + 1);
    }
    if (key == GDK_KEY_f) {
        show_screen(app, &broken);
    }
    return key == GDK_KEY_n || key == GDK_KEY_f;
}

/* The widgets of a line, and what they show. */
static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *text = gtk_label_new(NULL);
    gtk_widget_set_margin_start(box, 12);
    gtk_widget_set_margin_end(box, 12);
    gtk_widget_set_hexpand(text, TRUE);
    gtk_widget_set_halign(text, GTK_ALIGN_START);
    gtk_box_append(GTK_BOX(box), text);
    gtk_box_append(GTK_BOX(box), gtk_label_new(NULL));
    gtk_list_item_set_child(item, box);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    GtkWidget *box = gtk_list_item_get_child(item);
    GObject *line = gtk_list_item_get_item(item);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_first_child(box)), g_object_get_data(line, "text"));
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(box)), g_object_get_data(line, "detail"));
    gtk_widget_set_css_classes(box, (const char *[]){ g_object_get_data(line, "is-header") ? "heading" : "row", NULL });
}

static void activate(GtkApplication *application, app *app)
{
    GtkWidget *window = gtk_application_window_new(application), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(press), app);
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GListModel *lines = g_object_ref(G_LIST_MODEL(app->lines));
    GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(lines)), factory);
    gtk_widget_set_vexpand(list, TRUE);
    gtk_widget_set_can_focus(list, FALSE);
    app->status = GTK_LABEL(gtk_label_new(NULL));
    gtk_box_append(GTK_BOX(box), list);
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(app->status));
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 600, 700);
    gtk_widget_add_controller(window, keys);
    show_screen(app, screens);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argument_count, char **arguments)
{
    app app = { diffable_data_source_new(), NULL, g_object_new(lines_get_type(), NULL), g_ptr_array_new_with_free_func(g_object_unref), NULL };
    const diffable_view_callbacks callbacks = { sizeof callbacks, prepare, commit, NULL };
    diffable_view *view = NULL;
    check(diffable_view_new(&callbacks, &app, NULL, &view, &error));
    check(diffable_data_source_set_view(app.source, view, &error));
    check(diffable_data_source_set_cell_provider(app.source, provide, &app, NULL, &error));
    check(diffable_data_source_set_supplementary_provider(app.source, provide_header, &app, NULL, &error));
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_DEFAULT_FLAGS);
    g_signal_connect(application, "activate", G_CALLBACK(activate), &app);
    int status = g_application_run(G_APPLICATION(application), argument_count, arguments);
    g_object_unref(application);
    diffable_data_source_free(app.source);
    diffable_view_free(view);
    g_object_unref(app.lines);
    g_ptr_array_unref(app.prepared);
    return status;
}
