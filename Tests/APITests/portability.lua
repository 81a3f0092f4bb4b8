-- Holds that the modules which a program in Swift uses need nothing that Linux alone has: their headers are those of
-- the C standard and of POSIX, and what only some systems have stands in an `#if`. That they import no module of one
-- system, modules.lua holds.

local checks = require "checks"
local check = checks.check

local folders = "Sources/System/CLibc Sources/DiffableEngine Sources/DiffableViews Sources/Diffable"

local function set(words)
  local result = {}
  for word in words:gmatch("%S+") do result[word] = true end
  return result
end

-- sys/random.h is not in POSIX; it has getentropy on Apple's systems and FreeBSD, and getrandom on Linux, with glibc
-- and with musl.
local everywhere = set [[
  assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdalign.h stdarg.h
  stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h time.h wchar.h wctype.h
  dirent.h fcntl.h pthread.h sched.h strings.h unistd.h sys/mman.h sys/stat.h sys/time.h sys/types.h sys/wait.h
  sys/random.h]]

-- What Linux or its libraries have beside POSIX, by which C and Swift code could name it.
local linux = set [[
  accept4 dup3 epoll_create1 epoll_ctl epoll_wait eventfd explicit_bzero fallocate futex getauxval getrandom gettid
  inotify_init1 malloc_trim malloc_usable_size mallinfo mallinfo2 mallopt memfd_create mempcpy memrchr mremap pipe2
  ppoll prctl program_invocation_name program_invocation_short_name pthread_getaffinity_np pthread_setaffinity_np
  rawmemchr reallocarray renameat2 sched_getcpu secure_getenv signalfd splice strchrnul strndupa syscall timerfd_create
  MADV_HUGEPAGE MADV_NOHUGEPAGE MADV_DONTFORK MAP_HUGETLB MAP_LOCKED MAP_POPULATE MAP_STACK MREMAP_MAYMOVE O_TMPFILE
  PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP SOCK_CLOEXEC]]

local function without_comments(text)
  return (text:gsub("/%*.-%*/", function(comment) return comment:gsub("[^\n]", "") end):gsub("//[^\n]*", ""))
end

local files = 0
for path in checks.output_of(("find %s -name '*.swift' -o -name '*.[ch]' | sort"):format(folders)):gmatch("[^\n]+") do
  files = files + 1
  local depth, number = 0, 0
  for line in (without_comments(checks.read(path)) .. "\n"):gmatch("([^\n]*)\n") do
    number = number + 1
    if line:find("^%s*#%s*if") then
      depth = depth + 1
    elseif line:find("^%s*#%s*endif") then
      depth = depth - 1
    elseif depth == 0 then
      local header = line:match("^%s*#%s*include%s*<(.-)>")
      check(not header or everywhere[header], "%s:%d: not every system has <%s>", path, number, header)
      for name in line:gmatch("[%a_][%w_]*") do
        check(not linux[name], "%s:%d: Linux alone has %s; it belongs in an `#if`", path, number, name)
      end
    end
  end
  check(depth == 0, "%s: an `#if` without an end", path)
end
check(files > 100, "only %d files", files)

checks.finish("portability")
