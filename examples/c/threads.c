/*
 * Several threads describe lists, and one thread shows them.
 *
 *     cc -std=c11 threads.c $(pkg-config --cflags --libs diffable) -lpthread
 *
 * Each worker describes one section of the list: the jobs of a server. It needs no lock for that, because no other
 * thread uses its snapshot. A queue passes the finished snapshots to the main thread. Only the main thread uses the
 * data source.
 */
#include <diffable.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 3, JOBS = 4, REPORTS = 6, ROOM = 4 };

/* A report of a worker: a section snapshot with the jobs of its server. */
typedef struct report {
    const char *server;
    diffable_snapshot *jobs;
} report;

/* The queue. It has room for ROOM reports. */
static struct queue {
    pthread_mutex_t lock;
    pthread_cond_t has_changed;
    report reports[ROOM];
    size_t first, count;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .has_changed = PTHREAD_COND_INITIALIZER };

static void put(report report)
{
    pthread_mutex_lock(&queue.lock);
    while (queue.count == ROOM)
        pthread_cond_wait(&queue.has_changed, &queue.lock);
    queue.reports[(queue.first + queue.count) % ROOM] = report;
    queue.count += 1;
    pthread_cond_broadcast(&queue.has_changed);
    pthread_mutex_unlock(&queue.lock);
}

static report take(void)
{
    pthread_mutex_lock(&queue.lock);
    while (queue.count == 0)
        pthread_cond_wait(&queue.has_changed, &queue.lock);
    const report report = queue.reports[queue.first];
    queue.first = (queue.first + 1) % ROOM;
    queue.count -= 1;
    pthread_cond_broadcast(&queue.has_changed);
    pthread_mutex_unlock(&queue.lock);
    return report;
}

static void check(bool is_done, const char *message)
{
    if (!is_done) {
        fprintf(stderr, "threads: %s\n", message);
        exit(EXIT_FAILURE);
    }
}

/*
 * The function of a worker thread. In the first report, all jobs wait. In each later report, one more job has begun, if
 * there is one, and the job before it is done.
 */
static void *work(void *name_of_server)
{
    const char *server = name_of_server;
    for (size_t begun = 0; begun < REPORTS; begun += 1) {
        diffable_snapshot *jobs = diffable_section_snapshot_new();
        for (size_t job = 0; job < JOBS; job += 1) {
            char name[32];
            snprintf(name, sizeof name, "%s %zu", server, job + 1);
            const char *state = begun > job + 1 ? "done" : begun > job ? "runs" : "waits";
            const diffable_id id = diffable_id_string(name);
            const diffable_content content = diffable_content_bytes(state, strlen(state));
            check(diffable_snapshot_append_items(jobs, &id, &content, 1, NULL, NULL) == DIFFABLE_OK,
                "a job is not appended");
        }
        put((report){ server, jobs });
    }
    return NULL;
}

/* The callbacks of the data source. They run in the main thread, because only this thread uses the data source. */
static diffable_status show_job(const diffable_id *job, const diffable_content *state, const diffable_index_path *path,
    diffable_cell *cell, void *user_data)
{
    (void)path, (void)user_data;
    diffable_cell_set_text(cell, DIFFABLE_CELL_TEXT, job->bytes.data, job->bytes.size);
    diffable_cell_set_text(cell, DIFFABLE_CELL_DETAIL, state->data, state->size);
    return DIFFABLE_OK;
}

static diffable_status count_changes(const diffable_transaction *transaction, void *total)
{
    const diffable_difference *difference = diffable_transaction_difference(transaction);
    *(size_t *)total += diffable_difference_count(difference, DIFFABLE_RECONFIGURED_ITEMS);
    return DIFFABLE_OK;
}

static diffable_status print(const char *bytes, size_t size, void *user_data)
{
    (void)user_data;
    return fwrite(bytes, 1, size, stdout) == size ? DIFFABLE_OK : DIFFABLE_ERROR_OUTPUT_FAILED;
}

int main(void)
{
    static char servers[WORKERS][8] = { "ada", "grace", "edsger" };
    diffable_id sections[WORKERS];
    size_t total = 0;
    diffable_data_source *source = diffable_data_source_new();
    diffable_data_source_set_cell_provider(source, show_job, NULL, NULL);
    check(diffable_data_source_add_observer(source, count_changes, &total, NULL) != 0, "there is no observer");

    /* The sections are empty at first. Their order does not depend on which worker reports first. */
    diffable_snapshot *list = diffable_snapshot_new();
    for (size_t i = 0; i < WORKERS; i += 1)
        sections[i] = diffable_id_string(servers[i]);
    check(
        diffable_snapshot_append_sections(list, sections, NULL, WORKERS, NULL) == DIFFABLE_OK, "there are no sections");
    check(diffable_data_source_apply(source, list, NULL, NULL, NULL) == DIFFABLE_OK, "the sections are not applied");
    diffable_snapshot_free(list);

    pthread_t workers[WORKERS];
    for (size_t i = 0; i < WORKERS; i += 1) {
        check(pthread_create(&workers[i], NULL, work, servers[i]) == 0, "a thread does not begin");
    }
    for (size_t i = 0; i < WORKERS * REPORTS; i += 1) {
        const report report = take();
        const diffable_id section = diffable_id_string(report.server);
        diffable_error *error = NULL;
        diffable_status status = diffable_data_source_apply_section(source, report.jobs, section, NULL, NULL, &error);
        check(status == DIFFABLE_OK, diffable_error_message(error));
        diffable_snapshot_free(report.jobs);
    }
    for (size_t i = 0; i < WORKERS; i += 1) {
        check(pthread_join(workers[i], NULL) == 0, "a thread does not end");
    }
    printf("%d reports changed the state of a job %zu times:\n", WORKERS * REPORTS, total);
    check(diffable_data_source_render(source, print, NULL, NULL) == DIFFABLE_OK, "the list is not written");
    diffable_data_source_free(source);
}
