// Splits a stream of bytes into the documents of docs/wire.md, which are CBOR data items. The bytes come in chunks that
// may end anywhere. This file also has the functions that open, lock, measure, rewind and truncate files of documents.
#include "watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define READER "diffable.document_reader"

// A document with a larger count or length is malformed. The limit also keeps `awaited` and `offset` from overflowing.
static const uint64_t COUNT_LIMIT = (uint64_t)1 << 48;

static const char no_document[] = "there is no document of a list";

typedef struct {
    // The bytes that were fed and do not belong to a document that was returned.
    unsigned char *bytes;
    size_t size, capacity;
    // The position in `bytes` up to which the current document was read. In the middle of a string it may be beyond
    // `size`.
    uint64_t offset;
    // How many CBOR data items are still missing from the current document.
    uint64_t awaited;
    // Whether a document has begun and not ended.
    bool is_open;
} reader;

static reader *check_reader(lua_State *L)
{
    return luaL_checkudata(L, 1, READER);
}

// Skips the CBOR head at `offset`, and the string after it if it begins one. Returns false if the head is incomplete.
// If it cannot be part of a document, sets `message` as well.
static bool skip_head(reader *self, const char **message)
{
    const unsigned char *at = self->bytes + self->offset;
    const size_t rest = self->size - (size_t)self->offset;
    const int major = *at >> 5, low = *at & 31;
    const size_t count = low < 24 ? 0 : (size_t)1 << (low - 24);
    if (low > 27) {
        *message = no_document;
        return false;
    }
    if (rest < 1 + count) {
        return false;
    }
    uint64_t number = low < 24 ? (uint64_t)low : 0;
    for (size_t i = 1; i <= count; i += 1) {
        number = number << 8 | at[i];
    }
    const bool has_length = major >= 2 && major <= 5;
    if (has_length && number > COUNT_LIMIT) {
        *message = no_document;
        return false;
    }
    self->offset += 1 + count + (major == 2 || major == 3 ? number : 0);
    self->awaited -= 1;
    self->awaited += major == 4 ? number : major == 5 ? 2 * number : major == 6 ? 1 : 0;
    if (self->awaited > COUNT_LIMIT) {
        *message = no_document;
        return false;
    }
    return true;
}

// feed(self, chunk): returns an array of the documents that are now complete, and a message if the bytes after them are
// malformed.
static int feed(lua_State *L)
{
    reader *self = check_reader(L);
    size_t size;
    const char *chunk = luaL_checklstring(L, 2, &size);
    if (self->capacity - self->size < size) {
        const size_t capacity = 2 * (self->size + size);
        unsigned char *bytes = realloc(self->bytes, capacity);
        if (bytes == NULL) {
            return luaL_error(L, "not enough memory");
        }
        self->bytes = bytes;
        self->capacity = capacity;
    }
    if (size > 0) {
        memcpy(self->bytes + self->size, chunk, size);
    }
    self->size += size;
    lua_newtable(L);
    const char *message = NULL;
    size_t start = 0;
    lua_Integer count = 0;
    while (message == NULL) {
        if (!self->is_open) {
            if (start == self->size) {
                break;
            }
            if (self->bytes[start] >> 5 != 4) {
                message = no_document;
                break;
            }
            self->is_open = true;
            self->offset = start;
            self->awaited = 1;
        }
        while (self->awaited > 0 && self->offset < self->size && skip_head(self, &message)) {}
        if (self->awaited > 0 || self->offset > self->size) {
            break; // the end is missing
        }
        lua_pushlstring(L, (const char *)self->bytes + start, (size_t)self->offset - start);
        lua_rawseti(L, -2, count += 1);
        start = (size_t)self->offset;
        self->is_open = false;
    }
    memmove(self->bytes, self->bytes + start, self->size - start);
    self->size -= start;
    self->offset -= start;
    lua_pushstring(L, message);
    return 2;
}

// is_between_documents(self): returns whether the bytes so far end at the end of a document.
static int is_between_documents(lua_State *L)
{
    lua_pushboolean(L, !check_reader(L)->is_open);
    return 1;
}

static int free_reader(lua_State *L)
{
    reader *self = check_reader(L);
    free(self->bytes);
    memset(self, 0, sizeof *self);
    return 0;
}

// document_reader()
static int new_reader(lua_State *L)
{
    memset(lua_newuserdatauv(L, sizeof(reader), 0), 0, sizeof(reader));
    luaL_setmetatable(L, READER);
    return 1;
}

// open(path): opens a file for reading, and returns its descriptor, or nil and a message.
static int open_file(lua_State *L)
{
    const int descriptor = open(luaL_checkstring(L, 1), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        lua_pushnil(L);
        lua_pushstring(L, strerror(errno));
        return 2;
    }
    lua_pushinteger(L, descriptor);
    return 1;
}

// file_size(descriptor): returns the size of a file, and the time of its last change in nanoseconds since 1970. Returns
// nil for a pipe or a device.
static int file_size(lua_State *L)
{
    struct stat status;
    if (fstat((int)luaL_checkinteger(L, 1), &status) == 0 && S_ISREG(status.st_mode)) {
        lua_pushinteger(L, (lua_Integer)status.st_size);
        lua_pushinteger(L, (lua_Integer)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec);
        return 2;
    }
    lua_pushnil(L);
    return 1;
}

// truncate(path, size): cuts a file to `size` bytes. Returns whether that succeeded.
static int truncate_file(lua_State *L)
{
    lua_pushboolean(L, truncate(luaL_checkstring(L, 1), (off_t)luaL_checkinteger(L, 2)) == 0);
    return 1;
}

// lock(file): locks a file that `io` has opened, until it is closed. Returns false if another program has locked it.
// Does not lock pipes and devices, and returns true for them. The same is true for files of a file system without
// locks.
static int lock_file(lua_State *L)
{
    const luaL_Stream *stream = luaL_checkudata(L, 1, LUA_FILEHANDLE);
    const int descriptor = fileno(stream->f);
    struct stat status;
    const bool is_file = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    // A command that inherits the descriptor and outlives this program would keep the lock.
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    lua_pushboolean(L, !is_file || flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    return 1;
}

// rewind(descriptor): moves to the beginning of the file.
static int rewind_file(lua_State *L)
{
    lseek((int)luaL_checkinteger(L, 1), 0, SEEK_SET);
    return 0;
}

void diffable_watch_add_documents(lua_State *L)
{
    static const luaL_Reg methods[] = { { "feed", feed }, { "is_between_documents", is_between_documents },
        { "__gc", free_reader }, { NULL, NULL } };
    static const luaL_Reg functions[] = {
        { "document_reader", new_reader },
        { "open", open_file },
        { "file_size", file_size },
        { "rewind", rewind_file },
        { "truncate", truncate_file },
        { "lock", lock_file },
        { NULL, NULL },
    };
    luaL_newmetatable(L, READER);
    luaL_setfuncs(L, methods, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_setfuncs(L, functions, 0);
}
