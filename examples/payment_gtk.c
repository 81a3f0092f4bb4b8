/*
 * The payment screen in a window of GTK 4.
 *
 *     cc payment_gtk.c $(pkg-config --cflags --libs diffable gtk4)
 *
 * Press n for the next screen. A screen says what the list should be, as a server would; the data source finds what
 * changed, and each step of that is one splice of a list model.
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

typedef struct app {
    diffable_data_source *source;
    const screen *screen;
    GListStore *sections; /* a GListStore of lines for each section: its header and its rows */
    GtkLabel *status;
} app;

static diffable_error *error;

static void check(diffable_status status)
{
    if (status < 0 || status == DIFFABLE_APPLIED_WITH_ERROR) {
        g_error("%s", diffable_error_message(error));
    }
}

/* The list model. A line is an object with two texts, for a place in the screen; at the item -1 for the section's header. */
static GObject *new_line(const section *section, ptrdiff_t item)
{
    GObject *line = g_object_new(G_TYPE_OBJECT, NULL);
    g_object_set_data(line, "text", (gpointer)(item < 0 ? section->title : section->rows[item].text));
    g_object_set_data(line, "detail", (gpointer)(item < 0 ? "" : section->rows[item].detail));
    g_object_set_data(line, "class", item < 0 ? "heading" : "row");
    return line;
}

static GListStore *store_at(app *app, ptrdiff_t section)
{
    GListStore *store = g_list_model_get_item(G_LIST_MODEL(app->sections), (guint)section);
    g_object_unref(store); /* the list of sections keeps it */
    return store;
}

/* Takes away `removed` lines and puts `added` ones in their place, those from `final` on. */
static void splice(app *app, diffable_index_path path, size_t removed, diffable_index_path final, size_t added)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_object_unref);
    for (; added > 0; added -= 1, final.item += 1) {
        g_ptr_array_add(lines, new_line(&app->screen->sections[final.section], final.item));
    }
    g_list_store_splice(store_at(app, path.section), (guint)(path.item + 1), (guint)removed, lines->pdata, lines->len);
    g_ptr_array_unref(lines);
}

static void splice_header(app *app, ptrdiff_t section, size_t removed, ptrdiff_t final_section)
{
    splice(app, diffable_index_path_make(section, -1), removed, diffable_index_path_make(final_section, -1), 1);
}

static void take_step(app *app, const diffable_step *step)
{
    const diffable_index_path from = step->from, to = step->to, final = step->final_path;
    GPtrArray *stores = g_ptr_array_new_with_free_func(g_object_unref);
    switch (step->kind) {
    case DIFFABLE_STEP_DELETE_SECTIONS:
        g_list_store_splice(app->sections, (guint)from.section, (guint)step->count, NULL, 0);
        break;
    case DIFFABLE_STEP_INSERT_SECTIONS:
        for (ptrdiff_t offset = 0; offset < (ptrdiff_t)step->count; offset += 1) {
            g_ptr_array_add(stores, g_list_store_new(G_TYPE_OBJECT));
            g_list_store_insert(app->sections, (guint)(to.section + offset), stores->pdata[offset]);
            splice_header(app, to.section + offset, 0, final.section + offset);
        }
        break;
    case DIFFABLE_STEP_MOVE_SECTIONS:
        for (ptrdiff_t offset = 0; offset < (ptrdiff_t)step->count; offset += 1) {
            g_ptr_array_add(stores, g_object_ref(store_at(app, from.section + offset)));
        }
        g_list_store_splice(app->sections, (guint)from.section, stores->len, NULL, 0);
        g_list_store_splice(app->sections, (guint)to.section, 0, stores->pdata, stores->len);
        break;
    case DIFFABLE_STEP_UPDATE_SECTIONS:
        for (ptrdiff_t offset = 0; offset < (ptrdiff_t)step->count; offset += 1) {
            splice_header(app, from.section + offset, 1, final.section + offset);
        }
        break;
    case DIFFABLE_STEP_DELETE_ITEMS:
        splice(app, from, step->count, final, 0);
        break;
    case DIFFABLE_STEP_INSERT_ITEMS:
        splice(app, to, 0, final, step->count);
        break;
    case DIFFABLE_STEP_MOVE_ITEMS:
        splice(app, from, step->count, final, 0);
        splice(app, to, 0, final, step->count);
        break;
    case DIFFABLE_STEP_RELOAD_ITEMS:
    case DIFFABLE_STEP_RECONFIGURE_ITEMS:
        splice(app, from, step->count, final, step->count);
        break;
    }
    g_ptr_array_unref(stores);
}

/* Is told of every apply. */
static diffable_status update_model(const diffable_transaction *transaction, void *user_data)
{
    app *app = user_data;
    const diffable_difference *difference = diffable_transaction_difference(transaction);
    diffable_steps *steps = diffable_steps_new(difference);
    for (size_t index = 0; index < diffable_steps_count(steps); index += 1) {
        diffable_step step = DIFFABLE_STEP_INIT;
        check(diffable_steps_at(steps, index, &step, &error));
        take_step(app, &step);
    }
    diffable_steps_free(steps);
    g_autofree char *status = g_strdup_printf("%s: %s", app->screen->title, diffable_difference_description(difference));
    gtk_label_set_text(app->status, status);
    return DIFFABLE_OK;
}

static void show_screen(app *app, const screen *screen)
{
    diffable_snapshot *snapshot = diffable_data_source_new_snapshot(app->source);
    app->screen = screen;
    for (const section *section = screen->sections; section->id != NULL; section += 1) {
        diffable_id id = diffable_id_string(section->id);
        check(diffable_snapshot_append_sections(snapshot, &id, NULL, 1, &error));
        for (const row *row = section->rows; row->id != NULL; row += 1) {
            id = diffable_id_string(row->id);
            check(diffable_snapshot_append_items(snapshot, &id, &row->revision, 1, diffable_id_none(), &error));
        }
    }
    check(diffable_data_source_apply(app->source, snapshot, NULL, NULL, &error));
    diffable_snapshot_free(snapshot);
}

static gboolean press(GtkEventControllerKey *keys, guint key, guint code, GdkModifierType modifiers, app *app)
{
    (void)keys, (void)code, (void)modifiers;
    if (key == GDK_KEY_n && app->screen < &screens[G_N_ELEMENTS(screens) - 1]) {
        show_screen(app, app->screen + 1);
    }
    return key == GDK_KEY_n;
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
    gtk_widget_set_css_classes(box, (const char *[]){ g_object_get_data(line, "class"), NULL });
}

static void activate(GtkApplication *application, app *app)
{
    GtkWidget *window = gtk_application_window_new(application), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    GtkEventController *keys = gtk_event_controller_key_new();
    g_signal_connect(keys, "key-pressed", G_CALLBACK(press), app);
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    GListModel *lines = G_LIST_MODEL(gtk_flatten_list_model_new(g_object_ref(G_LIST_MODEL(app->sections))));
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
    app app = { diffable_data_source_new(), NULL, g_list_store_new(G_TYPE_LIST_STORE), NULL };
    check(diffable_data_source_on_apply(app.source, update_model, &app, NULL, &error));
    GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_DEFAULT_FLAGS);
    g_signal_connect(application, "activate", G_CALLBACK(activate), &app);
    int status = g_application_run(G_APPLICATION(application), argument_count, arguments);
    g_object_unref(application);
    g_object_unref(app.sections);
    diffable_data_source_free(app.source);
    return status;
}
