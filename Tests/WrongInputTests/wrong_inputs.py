"""Calls every function of the headers with wrong arguments.

    wrong_inputs.py <preprocessed headers> <libdiffable-terminal> <header>...

The arguments are made by the type and the name of a parameter, so a new function is covered without a change here. For
each function the program first finds right arguments, by trying. Then it makes one of them wrong at a time, in a
process of its own. A function with a status must return an error whose message names the function and the parameter and
says what is wrong with it, set what it returns by address to NULL, and change nothing. Any other function must return
what its type has for "nothing". What is undefined is not tried: UNDEFINED names the words of the header about it.
"""

import ctypes
import itertools
import json
import os
import re
import resource
import signal
import sys

import fixtures
from fixtures import NULL, callback, ffi, id, ids, new, sized, text
from header import Header

HUGE = 2**64 - 1
PAGE = 4096

# What is wrong and cannot be detected, with words of the header that say that it is undefined.
UNDEFINED = {
    "an object of another type": "An argument does not point to a living object of the type of the parameter",
    "an array that is shorter than its count": (
        "An array, a text or a struct has fewer elements or bytes than its size says"
    ),
    "a text without an end": "A C string, which is a `char *` without a size, has no zero byte at its end",
    "an object that was freed": "An argument does not point to a living object of the type of the parameter",
    "a struct that is shorter than its size": "A `struct_size` is such a size",
}

# Parameters that have no wrong value of a kind, and why. A star stands for all functions, or all parameters.
EXCEPTIONS = {
    ("diffable_id_bytes", "*"): "makes any identifier, also a wrong one; what is given that one refuses it",
    ("diffable_content_bytes", "*"): "makes any content, also a wrong one; what is given that one refuses it",
    ("diffable_set_fatal_handler", "*"): "NULL means no handler",
    ("diffable_id_equal", "*"): "compares anything; identifiers that are not valid are as none",
    ("diffable_snapshot_equal", "*"): "NULL is equal to NULL",
    ("diffable_callback_failed", "*"): "returns the status for the callback, whatever the text is",
}

# What functions without a status return for NULL, where it is not zero, -1, NULL, none or no bytes.
NOTHING = {
    "diffable_difference_is_empty": (True,),
    "diffable_transaction_animation": (8,),
    "diffable_data_source_default_row_animation": (1,),
    "diffable_status_name": ("UNKNOWN", "OK"),
}


class Wrong:
    def __init__(self, label, make, reason=None, may_succeed=False, is_size=False):
        self.label = label
        self.make = make
        self.reason = reason  # a pattern of the message
        self.may_succeed = may_succeed
        self.is_size = is_size  # a function without a status reads no bytes


def guarded(size, contents=b""):
    """Memory with a page behind it that nobody may touch."""
    pages = (size + PAGE - 1) // PAGE * PAGE
    start = libc.mmap(None, pages + PAGE, 3, 0x22, -1, 0)
    libc.mprotect(start + pages, PAGE, 0)
    address = start + pages - size
    ctypes.memmove(address, contents, min(size, len(contents)))
    return ffi.cast("void *", address)


libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def wrong_ids():
    """Identifiers that are none, with what is to be said about them."""

    def kind():
        wrong = new("diffable_id *", id(1))
        wrong.kind = 7
        return wrong[0]

    return [
        ("an identifier that is none", lambda: ffi.new("diffable_id *")[0], r"DIFFABLE_ID_NONE"),
        ("an identifier of an unknown kind", kind, r"kind 7\b"),
        ("an identifier of 3 bytes at NULL", lambda: lib.diffable_id_bytes(NULL, 3), r"NULL"),
        ("an identifier with a size that overflows", lambda: lib.diffable_id_bytes(b"a", HUGE), rf"{HUGE}"),
    ]


def wrong_contents():
    def with_object():
        wrong = new("diffable_content *")
        wrong.object = ffi.cast("void *", 16)
        return wrong[0]

    return [
        ("a content of 3 bytes at NULL", lambda: lib.diffable_content_bytes(NULL, 3), r"NULL"),
        ("a content with a size that overflows", lambda: lib.diffable_content_bytes(b"a", HUGE), rf"{HUGE}"),
        ("a content with an object and no bytes", with_object, r"object"),
    ]


def with_second(array, make):
    """An array whose second element is wrong."""

    def changed():
        result = array()
        result[1] = make()
        return result

    return changed


class Case:
    """The arguments of a function: for each parameter the right ones to try, and the wrong ones."""

    def __init__(self, header, function):
        self.header = header
        self.function = function

    def follows(self, parameter, name):
        """Whether the parameter after this one has a name."""
        parameters = self.function.parameters
        index = parameters.index(parameter) + 1
        return index < len(parameters) and parameters[index].name == name

    def is_array(self, parameter):
        return (
            self.function.has("count")
            and parameter.name in ("ids", "contents", "ends")
            and parameter.type.pointers == 1
        )

    def right(self, parameter):
        type, name = parameter.type, parameter.name
        if type.name in self.header.objects and type.pointers == 1:
            return fixtures.OBJECTS[type.name]
        if type.name in self.header.callbacks:
            if name == "finalize":
                return [lambda: callback("diffable_finalize_fn", lambda data: finalized.append(1))]
            return [lambda: callback(type.name)]
        if (
            type.name in self.header.structs
            and type.pointers == 1
            and self.header.structs[type.name][0].name == "struct_size"
        ):
            return [lambda: self.struct(parameter)]
        if self.is_array(parameter):
            return {
                "diffable_id": [lambda: ids(3, 4), lambda: ids(b"A", b"B"), lambda: ids(101, 102)],
                "diffable_content": [
                    lambda: new("diffable_content[]", [fixtures.content(b"x"), fixtures.content(b"y")])
                ],
                "int64_t": [lambda: new("int64_t[]", [101, 102])],
                "size_t": [lambda: new("size_t[]", [1, 3])],
            }[type.name]
        if name == "origins":
            return [lambda: new("diffable_data_source *[]", [fixtures.make_source(), lib.diffable_data_source_new()])]
        if type.pointers == 2:
            return [lambda: new(type.name + " **", ffi.cast(type.name + " *", 16))]
        if type.name == "diffable_id" and type.pointers == 1:
            return [lambda: ids(b"B"), lambda: ids(6)] if type.is_const else [lambda: new("diffable_id[40]")]
        if type.name == "diffable_content" and type.pointers == 1:
            return [lambda: new("diffable_content[40]")]
        if self.function.name in fixtures.DOCUMENTS and name in ("bytes", "size"):
            document = fixtures.DOCUMENTS[self.function.name]()
            return [lambda: text(document) if name == "bytes" else len(document)]
        if type.name in ("char", "void") and type.pointers == 1:
            if name == "user_data":
                return [lambda: NULL]
            return [lambda: text(b"header") if type.is_const else new("char[]", 100)]
        if type.pointers == 1:
            return [lambda: new(type.name + " *", *([] if ffi.typeof(type.name).kind == "struct" else [99]))]
        if type.name in self.header.enums:
            return [lambda number=number: number for number in range(6)]
        values = {
            "diffable_id": [lambda value=value: id(value) for value in (b"A", b"B", 1, 3, 6, 103)],
            "diffable_content": [lambda: fixtures.content(b"x")],
            "diffable_index_path": [lambda: self.path(0, 1), lambda: self.path(1, 1)],
            "bool": [lambda: True],
        }
        if type.name in values:
            return values[type.name]
        number = {
            "count": 2,
            "size": 6,
            "capacity": 1 if self.has_struct() else 40,
            "milliseconds": 1000,
            "descriptor": 0,
        }.get(name)
        return [lambda: number] if number is not None else [lambda: 0, lambda: 1]

    def has_struct(self):
        return any(
            each.type.name in ("diffable_change", "diffable_step", "diffable_conflict")
            for each in self.function.parameters
        )

    def unknown(self, enum):
        """Numbers that an enumeration does not have."""
        return [
            number
            for number in (-7, 199, 2**31 - 1, -(2**31))
            if number not in [getattr(lib, each) for each in self.header.enums[enum]]
        ]

    @staticmethod
    def path(section, item):
        return new("diffable_index_path *", (section, item))[0]

    def struct(self, parameter, struct_size=None, available=None, **fields):
        """A struct behind which, or behind the part of which that is there, nothing may be touched."""
        size = ffi.sizeof(parameter.type.name)
        struct = sized(parameter.type.name, size if struct_size is None else struct_size)
        for name, value in fields.items():
            setattr(struct, name, value)
        available = size if available is None else available
        return ffi.cast(parameter.type.name + " *", guarded(available, ffi.buffer(struct)[:available]))

    def wrong(self, parameter):
        type, name = parameter.type, parameter.name
        for function, other in EXCEPTIONS:
            if function in ("*", self.function.name) and other in ("*", name):
                return
        is_null = Wrong("NULL", lambda: NULL, rf"\b{name} is NULL")
        may_be_null = self.header.may_be_null(self.function, parameter)
        if name in ("error", "user_data", "finalize"):
            return
        if (
            type.name in self.header.structs
            and type.pointers == 1
            and self.header.structs[type.name][0].name == "struct_size"
        ):
            yield from self.wrong_structs(parameter)
        if self.is_array(parameter):
            if name != "contents":
                yield is_null
            wrong = {"diffable_id": wrong_ids, "diffable_content": wrong_contents}.get(type.name)
            for label, make, reason in wrong() if wrong else ():
                for array in self.right(parameter):
                    yield Wrong(f"the second is {label}", with_second(array, make), rf"\b{name}\b.*\b1\b.*{reason}")
                    break
            if type.name == "size_t":
                yield Wrong(
                    "the second end is before the first", lambda: new("size_t[]", [3, 1]), rf"\b{name}\b.*\b1\b"
                )
                yield Wrong("the second end overflows", lambda: new("size_t[]", [1, HUGE]), rf"\b{name}\b.*\b1\b")
            return
        if type.pointers == 1 and type.name == "diffable_id" and type.is_const:
            if not may_be_null:
                yield is_null
            for label, make, reason in wrong_ids():
                yield Wrong(label, lambda make=make: new("diffable_id *", make()), rf"\b{name}\b.*{reason}")
        elif type.pointers > 0 or type.name in self.header.callbacks:
            if self.follows(parameter, "size"):
                yield Wrong("NULL with a size", lambda: NULL, rf"\b{name} is NULL", is_size=True)
                yield Wrong("bytes that are not UTF-8", lambda: text(b"\xff\xc0\x80\xed\xa0\x80"), may_succeed=True)
            elif not may_be_null:
                yield is_null
            if type.name == "char" and type.pointers == 1 and type.is_const:
                yield Wrong("a text that is not UTF-8", lambda: text(b"\xff\xc0\x80\xed\xa0\x80"), may_succeed=True)
        elif type.name == "diffable_id":
            for label, make, reason in wrong_ids():
                yield Wrong(label, make, rf"\b{name}\b.*{reason}")
        elif type.name == "diffable_content":
            for label, make, reason in wrong_contents():
                yield Wrong(label, make, rf"\b{name}\b.*{reason}")
        elif type.name in self.header.enums:
            for number in self.unknown(type.name):
                yield Wrong(f"{number}", lambda number=number: number, rf"(?<!\d){number}\b")
        elif type.name == "diffable_index_path":
            for section, item in (
                (-1, -1),
                (0, 999),
                (999, 0),
                (2**63 - 1, 2**63 - 1),
                (-(2**63), -(2**63)),
                (0, 2**32),
            ):
                numbers = rf"section {section}.*item {item}\b"
                yield Wrong(
                    f"{{{section}, {item}}}", lambda section=section, item=item: self.path(section, item), numbers
                )
        elif type.name == "size_t":
            yield from self.wrong_sizes(parameter)
        elif type.name in ("int32_t", "int64_t", "int"):
            limit = 2 ** (ffi.sizeof(type.name) * 8 - 1)
            for number in (-limit, limit - 1):
                yield Wrong(f"{number}", lambda number=number: number, rf"\b{name}\b.*{number}", may_succeed=True)
        elif type.name == "uint64_t":
            for number in (0, HUGE):
                yield Wrong(f"{number}", lambda number=number: number, rf"{name}.*{number}")

    def wrong_sizes(self, parameter):
        name = parameter.name
        if name in ("count", "size", "capacity"):
            numbers = [HUGE, 2**63, 2**31] if name == "count" else [HUGE, 2**63]
            for number in numbers:
                yield Wrong(
                    f"{number}",
                    lambda number=number: number,
                    rf"\b{name}\b.*{number}",
                    name == "capacity",
                    name == "size",
                )
        else:
            for number in (HUGE, 2**63, 2**31, 2**32):
                # To read from beyond the end is to read nothing. Some messages have the number with a sign, because Lua
                # passes -1 for 0.
                yield Wrong(
                    f"{number}",
                    lambda number=number: number,
                    rf"(?<!\d)({number}|{number - 2**64})\b",
                    may_succeed=name in ("first", "limit", "keep"),
                )

    def wrong_structs(self, parameter):
        type = parameter.type
        size = ffi.sizeof(type.name)
        for wrong, available in ((0, 8), (8, 8), (size - 1, size - 1 & ~7)):
            yield Wrong(
                f"struct_size {wrong}",
                lambda wrong=wrong, available=available: self.struct(parameter, wrong, available),
                rf"\b{parameter.name}\b.*\bstruct_size is {wrong}\b",
            )
        yield Wrong(
            "struct_size SIZE_MAX",
            lambda: self.struct(parameter, HUGE),
            rf"\b{parameter.name}\b.*\bstruct_size\b",
            may_succeed=True,
        )
        yield Wrong(
            f"struct_size {size + 64}",
            lambda: self.struct(parameter, size + 64),
            rf"\b{parameter.name}\b.*struct_size",
            may_succeed=True,
        )
        if not type.is_const:
            return
        for field in self.header.structs[type.name][1:]:
            at = rf"\b{parameter.name}\b.*\b{field.name}\b"
            for label, value, reason in self.wrong_fields(field):
                yield Wrong(
                    f"{field.name} {label}",
                    lambda field=field, value=value: self.struct(parameter, **{field.name: value()}),
                    at + reason,
                )

    def wrong_fields(self, field):
        def bytes(data, size):
            return new("diffable_bytes *", (data, size))[0]

        if field.type.name in self.header.enums:
            for number in self.unknown(field.type.name):
                yield f"{number}", lambda number=number: number, rf".*(?<!\d){number}\b"
        elif field.type.name == "diffable_bytes":
            yield "NULL with a size", lambda: bytes(NULL, 3), r".*NULL"
            yield "with a size that overflows", lambda: bytes(text(b"a"), HUGE), rf".*{HUGE}"
        elif field.type.name == "diffable_content":
            for label, make, reason in wrong_contents():
                yield f"is {label}", make, rf".*{reason}"
        elif field.type.name == "size_t" and not field.name.endswith("limit"):  # a limit may be any number
            yield f"{HUGE}", lambda: HUGE, rf".*{HUGE}"


def name_in_messages(function):
    return re.sub(r"^diffable_(snapshot_|data_source_|preparation_)?", "", function.name)


finalized = []


def plain(header, function, result):
    """A result as a value that can be compared."""
    type = function.result
    if type.name == "void" and type.pointers == 0:
        return None
    if type.pointers > 0:
        return (
            None if result == NULL else ffi.string(result).decode(errors="replace") if type.name == "char" else "object"
        )
    if type.name == "diffable_id":
        return None if result.kind == 0 else "identifier"
    if type.name == "diffable_content":
        return None if result.data == NULL else "content"
    if type.name == "diffable_bytes":
        return None if result.size == 0 else "bytes"
    if type.name == "diffable_index_path":
        return None if (result.section, result.item) == (-1, -1) else "index path"
    if ffi.typeof(type.name).kind == "struct":
        return None if not any(ffi.buffer(new(type.name + " *", result))[:]) else "struct"
    return int(result)


class Call:
    """One call in this process, with all that is to be checked about it."""

    def __init__(self, header, function, makers):
        self.function, self.header = function, header
        self.arguments = [make() for make in makers]
        self.named = dict(zip((each.name for each in function.parameters), self.arguments))
        self.finalized = len(finalized)

    def states(self):
        result = []
        for parameter, argument in zip(self.function.parameters, self.arguments):
            state = fixtures.STATES.get(parameter.type.name)
            if state and parameter.type.pointers == 1 and argument != NULL:
                result.append(state(argument))
        return result

    def outs(self):
        """What the call returns by address."""
        for parameter in self.function.parameters:
            argument = self.named[parameter.name]
            if parameter.type.pointers == 2 and parameter.name != "origins" and argument != NULL:
                yield parameter, argument

    def run(self):
        return getattr(lib, self.function.name)(*self.arguments)

    def judge_error(self, wrong):
        """Runs a call that must fail, and yields what is wrong about that."""
        before = self.states()
        status = self.run()
        if status >= 0:
            if not wrong.may_succeed:
                yield f"succeeds with {status_name(status)}"
            return
        error = self.named["error"][0]
        if error in (NULL, ffi.cast("diffable_error *", 16)):
            yield "stores no error"
            return
        message = ffi.string(lib.diffable_error_message(error)).decode(errors="replace")
        if self.function.name in fixtures.DOCUMENTS and wrong.may_succeed and status == lib.DIFFABLE_ERROR_MALFORMED:
            return
        if status != -1 or lib.diffable_error_status(error) != status:
            yield f"fails with {message}"
            return
        if not message.startswith(f"INVALID_ARGUMENT: {name_in_messages(self.function)}: "):
            yield f"does not name the function: {message}"
        elif wrong.reason and not re.search(wrong.reason, message.split(": ", 2)[2]):
            yield f"does not say what is wrong: {message}"
        for parameter, out in self.outs():
            if parameter.name != "error" and out[0] != NULL:
                yield f"does not set {parameter.name} to NULL"
        for parameter in self.function.parameters:
            if (
                parameter.type.text == "size_t *"
                and self.named[parameter.name] not in (NULL,)
                and self.named[parameter.name][0] not in (0, 99)
            ):
                yield f"sets {parameter.name}"
        if self.states() != before:
            yield "changes something"
        if self.function.has("finalize") and self.named["finalize"] != NULL and len(finalized) != self.finalized + 1:
            yield f"finalizes {len(finalized) - self.finalized} times"
        self.arguments[[each.name for each in self.function.parameters].index("error")] = NULL
        if self.run() != status:
            yield "has another status without an error"

    def judge_nothing(self, wrong):
        """Runs a function without a status, and yields what is wrong about its result."""
        before = self.states()
        result = plain(self.header, self.function, self.run())
        nothing = NOTHING.get(self.function.name, (None, 0, -1, ""))
        if not wrong.may_succeed:
            if result not in nothing:
                yield f"returns {result}"
            if self.states() != before:
                yield "changes something"
        if self.function.has("finalize") and not wrong.may_succeed and len(finalized) != self.finalized + 1:
            yield f"finalizes {len(finalized) - self.finalized} times"

    def outcome(self):
        """The result, and what the objects are then."""
        yield repr((plain(self.header, self.function, self.run()), self.states()))


def status_name(status):
    return ffi.string(lib.diffable_status_name(status)).decode()


def on_a_terminal():
    """Makes a terminal the standard input and output of this process."""
    fixtures.keyboard, terminal = os.openpty()
    for descriptor in (0, 1, 2):
        os.dup2(terminal, descriptor)
    libc.setenv(b"TERM", b"xterm", 1)


def in_preparation(header, function, makers, judge):
    """Calls a function while a view prepares for an apply."""
    found = []

    def prepare(preparation, user_data):
        place = [each.type.name for each in function.parameters].index("diffable_preparation")
        makers[place] = makers[place] or (lambda: preparation)
        found.extend(judge(Call(header, function, makers)))

    callbacks = sized("diffable_view_callbacks", prepare=callback("diffable_prepare_fn", prepare))
    source = fixtures.make_source()
    fixtures.ok(
        lib.diffable_data_source_set_view(source, fixtures.made(lib.diffable_view_new, callbacks, NULL, NULL), NULL)
    )
    list = lib.diffable_data_source_snapshot(source)
    fixtures.ok(lib.diffable_snapshot_delete_items(list, ids(3), 1, NULL, NULL))
    lib.diffable_data_source_apply(source, list, NULL, NULL, NULL)
    return found


def in_sort(header, function, makers, judge):
    """Calls a function while a derived list makes the key of an item."""
    found = []

    def sort(item, content, key, user_data):
        place = [each.type.name for each in function.parameters].index("diffable_sort_key")
        if not found:
            makers[place] = makers[place] or (lambda: key)
            found.append(list(judge(Call(header, function, makers))))

    derivation = sized("diffable_derivation", sort=callback("diffable_sort_fn", sort))
    fixtures.made(lib.diffable_data_source_derive, fixtures.make_source(), derivation)
    return found[0]


def in_process(header, function, makers, judge):
    """Runs a call in a process of its own, for at most 5 seconds. Returns what `judge` yields, or what ended the
    process."""
    readable, writable = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(readable)
            signal.alarm(5)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (2**33, 2**33))
            uses = {each.type.name for each in function.parameters}
            report = os.fdopen(writable, "w")
            if uses & {"diffable_terminal", "diffable_terminal_options"}:
                on_a_terminal()
            else:
                null = os.open(os.devnull, os.O_RDWR)
                for descriptor in (0, 1, 2):
                    os.dup2(null, descriptor)
            if "diffable_preparation" in uses:
                found = in_preparation(header, function, makers, judge)
            elif "diffable_sort_key" in uses:
                found = in_sort(header, function, makers, judge)
            else:
                found = list(judge(Call(header, function, makers)))
            json.dump(found, report)
            report.flush()
        except BaseException as error:  # a mistake of this program
            report.write(json.dumps([f"cannot be tried: {type(error).__name__}: {error}"]))
            report.flush()
        os._exit(0)
    os.close(writable)
    with os.fdopen(readable) as report:
        found = report.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return [
            "does not end"
            if os.WTERMSIG(status) == signal.SIGALRM
            else f"ends the process: {signal.Signals(os.WTERMSIG(status)).name}"
        ]
    return json.loads(found)


def right_arguments(header, function, case):
    """The first arguments with which the function succeeds, or finds something."""
    tried = [case.right(each) or [None] for each in function.parameters]

    def judge(call):
        result = call.run()
        if function.is_checked:
            yield status_name(result) if result != 0 else "right"
        else:
            yield "right" if plain(header, function, result) not in (None, 0, -1, "") else "nothing"

    first = None
    for makers in itertools.product(*tried):
        first = first or list(makers)
        if in_process(header, function, list(makers), judge) == ["right"]:
            return list(makers)
    return None if function.is_checked else first


def failures_of(header, function, makers, wrong):
    if function.is_checked:
        return in_process(header, function, makers, lambda call: call.judge_error(wrong))
    if not wrong.is_size:
        return in_process(header, function, makers, lambda call: call.judge_nothing(wrong))
    empty = [(lambda: 0) if each.name == "size" else make for each, make in zip(function.parameters, makers)]
    outcomes = [in_process(header, function, each, Call.outcome) for each in (makers, empty)]
    return [] if outcomes[0] == outcomes[1] else [f"is not as with no bytes: {outcomes[0]}"]


def warm_up(header):
    """Makes all that is made for calls once, so that cffi has read the types before there are other processes."""
    for name in header.callbacks:
        callback(name)
    for name, makers in fixtures.OBJECTS.items():
        for make in makers if name != "diffable_terminal" else ():
            fixtures.STATES.get(name, str)(make())
    for function in header.functions.values():
        getattr(lib, function.name)
        case = Case(header, function)
        for parameter in function.parameters:
            for make in case.right(parameter) if parameter.type.name not in header.objects else ():
                make()
            for wrong in case.wrong(parameter):
                wrong.make()


def main():
    global lib
    with open(sys.argv[1]) as file:
        declarations = file.read()
    sources = []
    for name in sys.argv[3:]:
        with open(name) as file:
            sources.append(file.read())
    header = Header(declarations, sources)
    lib = fixtures.load(declarations, sys.argv[2])
    warm_up(header)
    count, failures = 0, []
    words = " ".join(re.sub(r"^ \*", "", sources[0], flags=re.M).split())
    for what, phrase in UNDEFINED.items():
        if phrase not in words:
            failures.append(("diffable.h", "", what, f'the header does not say "{phrase}"'))
    for function in header.functions.values():
        case = Case(header, function)
        makers = right_arguments(header, function, case)
        if makers is None:
            failures.append((function.name, "", "", "no right arguments were found"))
            continue
        for place, parameter in enumerate(function.parameters):
            for wrong in case.wrong(parameter):
                changed = list(makers)
                changed[place] = wrong.make
                count += 1
                for failure in failures_of(header, function, changed, wrong):
                    failures.append((function.name, parameter.name, wrong.label, failure))
    for failure in failures:
        print("FAILED: {} | {} | {} | {}".format(*failure))
    print(f"wrong inputs: {len(header.functions)} functions, {count} wrong inputs, {len(failures)} failures")
    sys.exit(bool(failures))


main()
