/*
 * The payment screen in a window of GTK 4.
 *
 *     cc payment_gtk.c $(pkg-config --cflags --libs diffable gtk4)
 *
 * Press n for the next screen, and f for a screen that cannot be shown. A screen describes the whole list, as a server
 * would. The data source computes what changed, and the view carries out the steps on a list model. Lines that are
 * inserted or updated are coloured for a second.
 */
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8 /* before gtk_css_provider_load_from_string */
#include <diffable.h>
#include <gtk/gtk.h>

/* The data. The revision of a row is a number that changes whenever the row shows something else. */
typedef struct row {
    const char *id, *text, *detail;
    uint64_t revision;
} row;

typedef struct section {
    const char *id, *title;
    row rows[6]; /* a row without an id ends the array */
} section;

typedef struct screen {
    const char *title;
    section sections[6];
} screen;

#define FARE { "payment_detail_1", "Fare", "$30.00", 0 }
#define TOLLS { "payment_detail_2", "Tolls", "$2.50", 0 }
#define SERVICE { "payment_detail_3", "Service fee", "$3.00", 0 }
#define TAXES { "payment_detail_4", "Taxes", "$4.50", 0 }
#define TOTAL { "payment_detail_5", "Total", "$40.00", 0 }
#define NIGHT { "payment_detail_6", "Night fare", "$30.00", 0 }
#define NEW_TAXES { "payment_detail_4", "Taxes and fees", "$4.50", 1 }
#define NEW_TOTAL { "payment_detail_5", "Total to pay", "$40.00", 1 }
#define BREAKDOWN(first, taxes, total) \
    { \
        "breakdown", "Payment Breakdown", \
        { \
            first, TOLLS, SERVICE, taxes, total \
        } \
    }
#define OPTIONS(card, wallet, revision) \
    { \
        "options", "Payment Options", \
        { \
            { "card", "Credit card", card, revision }, { "wallet", "Wallet", wallet, revision }, \
                { "cash", "Cash", "", 0 } \
        } \
    }
#define METHOD(name, revision) \
    { \
        "method", "Current Method", \
        { \
            { \
                "current_method", "Pay with", name, revision \
            } \
        } \
    }
#define COUPON \
    { \
        "coupons", "Coupon", \
        { { "coupon", "Add a coupon", "", 0 } } \
    }
#define TYPES \
    { \
        "types", "Payment Types", \
        { \
            { "personal", "Personal", "", 0 }, { "business", "Business", "", 0 } \
        } \
    }

static const screen screens[] = {
    { "The first response", { BREAKDOWN(FARE, TAXES, TOTAL), METHOD("Credit card", 0) } },
    { "Payment options", { BREAKDOWN(FARE, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0) } },
    { "A coupon and types",
        { BREAKDOWN(FARE, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON, TYPES } },
    { "Another fare",
        { BREAKDOWN(NIGHT, TAXES, TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON, TYPES } },
    { "New titles",
        { BREAKDOWN(NIGHT, NEW_TAXES, NEW_TOTAL), OPTIONS("selected", "", 0), METHOD("Credit card", 0), COUPON,
            TYPES } },
    { "Another option",
        { BREAKDOWN(NIGHT, NEW_TAXES, NEW_TOTAL), OPTIONS("", "selected", 1), METHOD("Wallet", 1), COUPON, TYPES } },
    { "Another order",
        { OPTIONS("", "selected", 1), COUPON, BREAKDOWN(NEW_TOTAL, NEW_TAXES, NIGHT), METHOD("Wallet", 1) } },
};

/* A screen that cannot be shown, because one of its rows has no text. */
static const screen broken = { "A broken response",
    { { "coupons", "Coupon", { { "coupon", "A coupon", "", 1 }, { "lost", NULL, "", 0 } } } } };

/*
 * The list model. Its elements are lines: the header and the rows of each section. A line is an object with two texts.
 */
G_DECLARE_FINAL_TYPE(Lines, lines, PAYMENT, LINES, GObject)
struct _Lines {
    GObject parent;
    GPtrArray *all;
};

typedef struct app {
    diffable_data_source *source;
    const screen *screen; /* the screen that is shown, or that is being applied */
    Lines *lines;
    GPtrArray *prepared; /* the new lines of an apply, in the order of its steps */
    size_t committed;    /* the number of prepared lines that are in the list model already */
    diffable_preparation *preparation;
    GtkLabel *status;
} app;

static diffable_error *error;

static void check(diffable_status status)
{
    if (status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR) {
        g_error("%s", diffable_error_message(error));
    }
}

static GType item_type(GListModel *model)
{
    return (void)model, G_TYPE_OBJECT;
}
static guint n_items(GListModel *model)
{
    return PAYMENT_LINES(model)->all->len;
}
static gpointer item_at(GListModel *model, guint index)
{
    return index < n_items(model) ? g_object_ref(PAYMENT_LINES(model)->all->pdata[index]) : NULL;
}
static void implement(GListModelInterface *model)
{
    model->get_item_type = item_type, model->get_n_items = n_items, model->get_item = item_at;
}
G_DEFINE_FINAL_TYPE_WITH_CODE(Lines, lines, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, implement))
static void lines_init(Lines *lines)
{
    lines->all = g_ptr_array_new_with_free_func(g_object_unref);
}
static void lines_finalize(GObject *lines)
{
    g_ptr_array_unref(PAYMENT_LINES(lines)->all);
    G_OBJECT_CLASS(lines_parent_class)->finalize(lines);
}
static void lines_class_init(LinesClass *class)
{
    G_OBJECT_CLASS(class)->finalize = lines_finalize;
}

/*
 * Returns the index of the line of a row, or of the header of a section if `item` is -1. This search is linear. A
 * program with long lists would keep the number of lines of each section.
 */
static guint line_index(const Lines *lines, ptrdiff_t section, ptrdiff_t item)
{
    guint index = 0;
    while (index < lines->all->len && (!g_object_get_data(lines->all->pdata[index], "is-header") || section-- > 0)) {
        index += 1;
    }
    return index + (guint)(item + 1);
}

/* Replaces `removed` lines by `count` new ones, and notifies GTK. */
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

/* The handlers of the steps of an apply. The indexes of a step refer to the list after all earlier steps. */
static guint first_line(const Lines *lines, const diffable_step *step, diffable_index_path path)
{
    return line_index(lines, path.section, step->kind <= DIFFABLE_STEP_UPDATE_SECTIONS ? -1 : path.item);
}

static guint number_of_lines(const Lines *lines, const diffable_step *step)
{
    const diffable_index_path end = { step->from.section + (ptrdiff_t)step->count,
        step->from.item + (ptrdiff_t)step->count };
    return step->kind > DIFFABLE_STEP_UPDATE_SECTIONS
        ? (guint)step->count
        : first_line(lines, step, end) - first_line(lines, step, step->from);
}

static gpointer *next_prepared(app *app, const diffable_step *step)
{
    app->committed += step->count;
    return &app->prepared->pdata[app->committed - step->count];
}

static diffable_status insert(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    (void)steps, (void)index;
    app *app = user_data;
    splice(app->lines, first_line(app->lines, step, step->to), 0, next_prepared(app, step), (guint)step->count);
    return DIFFABLE_OK;
}

static diffable_status delete(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    (void)steps, (void)index;
    Lines *lines = ((app *)user_data)->lines;
    splice(lines, first_line(lines, step, step->from), number_of_lines(lines, step), NULL, 0);
    return DIFFABLE_OK;
}

static diffable_status move(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    Lines *lines = ((app *)user_data)->lines;
    g_autoptr(GPtrArray) moved = g_ptr_array_new_with_free_func(g_object_unref);
    for (guint count = number_of_lines(lines, step), line = first_line(lines, step, step->from); count > 0;
        count -= 1, line += 1) {
        g_ptr_array_add(moved, g_object_ref(lines->all->pdata[line]));
    }
    delete(steps, index, step, user_data);
    splice(lines, first_line(lines, step, step->to), 0, moved->pdata, moved->len);
    return DIFFABLE_OK;
}

static diffable_status update(const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    (void)steps, (void)index;
    app *app = user_data;
    gpointer *added = next_prepared(app, step);
    for (ptrdiff_t offset = 0; offset < (ptrdiff_t)step->count; offset += 1) { /* a section only changes its header */
        diffable_index_path path = { step->from.section, step->from.item + offset };
        path.section += step->kind == DIFFABLE_STEP_UPDATE_SECTIONS ? offset : 0;
        splice(app->lines, first_line(app->lines, step, path), 1, &added[offset], 1);
    }
    return DIFFABLE_OK;
}

/* The highlight of changed lines: the colour appears at once, and fades when the class is removed. */
enum { HIGHLIGHT_MILLISECONDS = 1000 };
static const char *const css = ".row, .heading { transition: background-color 1s; }"
                               ".inserted { background-color: rgba(0, 160, 60, 0.3); transition: none; }"
                               ".updated { background-color: rgba(240, 170, 0, 0.3); transition: none; }";

/*
 * The view prepares: it makes a line for each inserted or updated cell, while the list model still has the old lines.
 */
static diffable_status prepare_lines(
    const diffable_steps *steps, size_t index, const diffable_step *step, void *user_data)
{
    (void)steps, (void)index;
    app *app = user_data;
    const gboolean is_header = step->kind <= DIFFABLE_STEP_UPDATE_SECTIONS;
    const gboolean is_insert = step->kind == DIFFABLE_STEP_INSERT_SECTIONS || step->kind == DIFFABLE_STEP_INSERT_ITEMS;
    const char *change = app->lines->all->len == 0 ? NULL
        : is_insert                                ? "inserted"
                                                   : "updated"; /* the first list is not highlighted */
    diffable_status status = DIFFABLE_OK;
    for (ptrdiff_t offset = 0; offset < (ptrdiff_t)step->count && status == DIFFABLE_OK; offset += 1) {
        diffable_cell *cell = NULL;
        diffable_index_path path = { step->final_path.section, step->final_path.item + offset };
        status = is_header ? diffable_preparation_supplementary_cell(
                                 app->preparation, "header", (size_t)(path.section + offset), &cell, NULL)
                           : diffable_preparation_cell(app->preparation, path, &cell, NULL);
        if (status == DIFFABLE_OK) {
            GObject *line = g_object_new(G_TYPE_OBJECT, NULL);
            const diffable_bytes text = diffable_cell_text(cell, DIFFABLE_CELL_TEXT),
                                 detail = diffable_cell_text(cell, DIFFABLE_CELL_DETAIL);
            g_object_set_data_full(line, "text", g_strndup(text.data, text.size), g_free);
            g_object_set_data_full(line, "detail", g_strndup(detail.data, detail.size), g_free);
            g_object_set_data(line, "is-header", GINT_TO_POINTER(is_header));
            g_object_set_data(line, "change", (gpointer)change);
            g_ptr_array_add(app->prepared, line);
            diffable_cell_free(cell);
        }
    }
    return status;
}

static diffable_status replay(const diffable_transaction *transaction, const diffable_step_handlers *handlers, app *app)
{
    diffable_steps *steps = diffable_steps_new(diffable_transaction_difference(transaction));
    diffable_status status = diffable_steps_replay(steps, handlers, app, NULL);
    diffable_steps_free(steps);
    return status;
}

static diffable_status prepare(diffable_preparation *preparation, void *user_data)
{
    app *app = user_data;
    diffable_step_handlers handlers = DIFFABLE_STEP_HANDLERS_INIT;
    handlers.on_insert = handlers.on_update = prepare_lines;
    app->preparation = preparation;
    app->committed = 0;
    g_ptr_array_set_size(app->prepared, 0);
    return replay(diffable_preparation_transaction(preparation), &handlers, app);
}

static diffable_status commit(const diffable_transaction *transaction, void *user_data)
{
    app *app = user_data;
    const diffable_step_handlers handlers = { sizeof handlers, insert, delete, move, update };
    const char *changes = diffable_difference_description(diffable_transaction_difference(transaction));
    g_autofree char *text = g_strdup_printf("%s: %s", app->screen->title, changes);
    gtk_label_set_text(app->status, text);
    return replay(transaction, &handlers, app);
}

static void set_texts(diffable_cell *cell, const char *text, const char *detail)
{
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, text, text == NULL ? 0 : strlen(text));
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, detail, detail == NULL ? 0 : strlen(detail));
}

/* The providers of the cells of rows and headers. */
static diffable_status provide(const diffable_id *item, const diffable_content *content,
    const diffable_index_path *path, diffable_cell *cell, void *user_data)
{
    (void)item, (void)content;
    const row *row = &((app *)user_data)->screen->sections[path->section].rows[path->item];
    set_texts(cell, row->text, row->detail);
    return row->text == NULL ? DIFFABLE_ERROR_PROVIDER_FAILED : DIFFABLE_OK;
}

static diffable_status provide_header(const char *kind, const diffable_id *section, const diffable_content *content,
    size_t index, diffable_cell *cell, void *user_data)
{
    (void)kind, (void)section, (void)content;
    set_texts(cell, ((app *)user_data)->screen->sections[index].title, NULL);
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
            const diffable_content content = diffable_content_from_revision(&row->revision);
            check(diffable_snapshot_append_items(snapshot, &id, &content, 1, NULL, &error));
        }
    }
    if (diffable_data_source_apply(app->source, snapshot, NULL, NULL, &error) < 0) {
        app->screen = before; /* the apply was undone, so the list and its lines are unchanged */
        g_autofree char *status = g_strdup_printf(
            "%s: %s", screen->title, diffable_status_name(diffable_error_status(error)));
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

/* Makes the widgets of a line. `bind` sets their texts. */
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

static void stop_timer(gpointer timer)
{
    g_source_remove(GPOINTER_TO_UINT(timer));
}

static gboolean end_highlight(gpointer item)
{
    GtkWidget *box = gtk_list_item_get_child(item);
    g_object_steal_data(item, "timer"); /* G_SOURCE_REMOVE ends the timer */
    g_object_set_data(gtk_list_item_get_item(item), "change", NULL);
    gtk_widget_remove_css_class(box, "inserted");
    gtk_widget_remove_css_class(box, "updated");
    return G_SOURCE_REMOVE;
}

static void unbind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    g_object_set_data(G_OBJECT(item), "timer", NULL);
}

/*
 * GTK may bind a line more than once while a list changes. Each time, the highlight starts again, until it has been
 * shown for a whole second.
 */
static void bind(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    (void)factory;
    GtkWidget *box = gtk_list_item_get_child(item);
    GObject *line = gtk_list_item_get_item(item);
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_first_child(box)), g_object_get_data(line, "text"));
    gtk_label_set_text(GTK_LABEL(gtk_widget_get_last_child(box)), g_object_get_data(line, "detail"));
    const char *change = g_object_get_data(line, "change");
    gtk_widget_set_css_classes(
        box, (const char *[]){ g_object_get_data(line, "is-header") ? "heading" : "row", change, NULL });
    if (change != NULL) {
        const guint timer = g_timeout_add(HIGHLIGHT_MILLISECONDS, end_highlight, item);
        g_object_set_data_full(G_OBJECT(item), "timer", GUINT_TO_POINTER(timer), stop_timer);
    }
}

static void activate(GtkApplication *application, app *app)
{
    GtkWidget *window = gtk_application_window_new(application), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(press), app);
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    g_signal_connect(factory, "unbind", G_CALLBACK(unbind), NULL);
    GListModel *lines = g_object_ref(G_LIST_MODEL(app->lines));
    GtkWidget *list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(lines)), factory);
    gtk_widget_set_vexpand(list, TRUE);
    gtk_widget_set_can_focus(list, FALSE);
    app->status = GTK_LABEL(gtk_label_new(NULL));
    gtk_box_append(GTK_BOX(box), list);
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(app->status));
    gtk_box_append(GTK_BOX(box), gtk_label_new("Press n for the next screen, f for a broken one"));
    GtkCssProvider *style = gtk_css_provider_new();
    gtk_css_provider_load_from_data(style, css, -1);
    gtk_style_context_add_provider_for_display(
        gtk_widget_get_display(window), GTK_STYLE_PROVIDER(style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(style);
    gtk_window_set_child(GTK_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 600, 700);
    gtk_widget_add_controller(window, keys);
    show_screen(app, screens);
    gtk_window_present(GTK_WINDOW(window));
}

int main(int argument_count, char **arguments)
{
    app app = { diffable_data_source_new(), NULL, g_object_new(lines_get_type(), NULL),
        g_ptr_array_new_with_free_func(g_object_unref), 0, NULL, NULL };
    const diffable_view_callbacks callbacks = { sizeof callbacks, prepare, commit, NULL, NULL };
    diffable_view *view = NULL;
    check(diffable_view_new(&callbacks, &app, NULL, &view, &error));
    check(diffable_data_source_set_view(app.source, view, &error));
    diffable_data_source_set_cell_provider(app.source, provide, &app, NULL);
    diffable_data_source_set_supplementary_provider(app.source, provide_header, &app, NULL);
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
