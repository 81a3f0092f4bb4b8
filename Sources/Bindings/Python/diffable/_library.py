"""The shared library, and what every call of it needs: errors, objects that the engine refers to, and handles.

The library is called while this thread holds the interpreter (PyDLL). While a callback runs, Python can switch to
another thread, which could then call the library before the first call has ended. So lock a list that two threads
share.
"""

from __future__ import annotations

import ctypes
import itertools
import operator
import os
import weakref
from typing import Any, Callable, Optional

from . import _declarations as c
from ._errors import DiffableError, error_class, argument_error

NAME = f"libdiffable.so.{c.VERSION_NUMBER // 1_000_000}"


def load() -> Any:
    """Loads the shared library from the folder of this file, where a wheel has it, or else the installed one."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    try:
        library = ctypes.PyDLL(beside if os.path.exists(beside) else NAME)
    except OSError as error:
        raise ImportError(f"diffable: {NAME} cannot be loaded: {error}") from error
    library.diffable_version_number.restype = ctypes.c_int32
    if library.diffable_version_number() < c.VERSION_NUMBER:
        raise ImportError(f"diffable: {NAME} is older than this package")
    for name, result, arguments in c.FUNCTIONS:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


lib = load()

# Python objects that the engine knows by a number: exceptions, references to values that callbacks need, and instances
# of dataclasses that are contents.
objects: dict[int, Any] = {}
_numbers = itertools.count(1)

# The engine finalizes objects in the middle of a call, and the garbage collector of Python runs at any time. At these
# moments, neither the library nor code of the program may be called. So finalized numbers and abandoned handles are
# only collected in lists, which `settle` empties before the next call.
_finalized: list[int] = []
_abandoned: list[tuple[Callable[[int], None], int]] = []
_finalize = c.diffable_finalize_fn(_finalized.append)
FINALIZE = ctypes.cast(_finalize, ctypes.c_void_p).value


def counted(number: int, noun: str) -> str:
    """Returns a number with a noun, which is in the plural unless the number is 1."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def register_object(value: Any) -> int:
    """Keeps an object alive until the engine finalizes its number. Pass the number to the engine with FINALIZE."""
    number = next(_numbers)
    objects[number] = value
    return number


def settle() -> None:
    """Frees the handles whose Python objects were collected, and releases the objects that the engine finalized."""
    while _abandoned:
        free, address = _abandoned.pop()
        free(address)
    while _finalized:
        number = _finalized.pop()
        found = objects.pop(number, None)
        if isinstance(found, Reference):
            found.forget(number)


def call(function: Any, *arguments: Any) -> tuple[int, Optional[BaseException]]:
    """Calls a function of the library whose last parameter is the error. Returns its status, and the exception to
    raise, or None."""
    if _abandoned or _finalized:
        settle()
    error = ctypes.c_void_p()
    status: int = function(*arguments, ctypes.byref(error))
    return status, None if error.value is None else take_error(error.value, status)


def invoke(function: Any, *arguments: Any) -> int:
    """Calls a function as `call` does, raises its error if there is one, and returns its status."""
    status, error = call(function, *arguments)
    if error is not None:
        raise error
    return status


def take_error(address: int, status: int) -> BaseException:
    """Returns the exception for an error of the library, and frees the error. If a callback raised an exception, it is
    that exception. Otherwise it is a new DiffableError."""
    found = objects.get(lib.diffable_error_object(address) or 0)
    position = lib.diffable_error_position(address)
    message = lib.diffable_error_message(address).decode()
    code = lib.diffable_status_name(lib.diffable_error_status(address)).decode()
    identifier = read_id(lib.diffable_error_identifier(address))
    lib.diffable_error_free(address)
    error = error_class(code)(message, identifier, None if position < 0 else position, status == c.APPLIED_WITH_ERROR)
    if not isinstance(found, BaseException):
        return error
    explain(found, error)
    return found


def explain(exception: BaseException, error: DiffableError) -> None:
    """Appends an error of the library to the causes of an exception that a callback raised. If an inner call appended
    one already, the new error replaces that one."""
    last, seen = exception, {id(exception)}
    while last.__cause__ is not None and id(last.__cause__) not in seen and not is_explanation(last.__cause__):
        last = last.__cause__
        seen.add(id(last))
    last.__cause__ = error
    error._is_explanation = True
    if isinstance(exception, DiffableError):
        exception.applied = error.applied


def is_explanation(error: BaseException) -> bool:
    return isinstance(error, DiffableError) and error._is_explanation


def with_result(exception: BaseException, result: Any) -> BaseException:
    """Stores the result of a call that has changed the list in the error that the call raises nevertheless."""
    error: Optional[BaseException] = exception
    while error is not None:
        if isinstance(error, DiffableError) and error.applied and (error is exception or error._is_explanation):
            error.result = result
        error = error.__cause__
    return exception


class Kept:
    """A value that a callback needs. The engine knows its number, and an `Owner` keeps it alive.

    If the engine kept it alive, a function that refers to its own data source would keep that data source alive
    forever.
    """

    __slots__ = ("value", "owner", "__weakref__")

    def __init__(self, value: Any, owner: dict[int, Kept]) -> None:
        self.value, self.owner = value, owner


class Reference(weakref.ref[Kept]):
    """A weak reference to a Kept. `objects` has it under the number that the engine knows."""

    __slots__ = ()

    def forget(self, number: int) -> None:
        kept = self()
        if kept is not None:
            kept.owner.pop(number, None)


class Owner:
    """Keeps the values alive that the callbacks of one object need."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}

    def keep(self, value: Any) -> int:
        """Keeps a value, and returns its number, which is the user data of the callback. Pass it with FINALIZE."""
        settle()
        kept = Kept(value, self._kept)
        number = register_object(Reference(kept))
        self._kept[number] = kept
        return number


def callback(kind: Any) -> Callable[[Callable[..., None]], Optional[int]]:
    """Wraps a Python function as a C callback. The function receives the kept value, then the other arguments.

    If the callback returns no status, ctypes passes exceptions of the function to `sys.unraisablehook`.
    """

    def decorate(function: Callable[..., None]) -> Optional[int]:
        def run(*arguments: Any) -> int:
            try:
                kept = objects[arguments[-1]]()
                if kept is None:
                    raise error_class("CALLBACK_FAILED")("CALLBACK_FAILED: the list was closed")
                function(kept.value, *arguments[:-1])
            except BaseException as error:
                if kind._restype_ is None:
                    raise
                return callback_failed(error)
            return 0

        made = kind(run)
        _callbacks.append(made)
        return ctypes.cast(made, ctypes.c_void_p).value

    return decorate


_callbacks: list[Any] = []


def callback_failed(error: BaseException) -> int:
    """Reports to the engine that the running callback raised an exception. Returns the status that the callback must
    return."""
    text = describe(error).encode("utf-8", "backslashreplace")
    status: int = lib.diffable_callback_failed(text, len(text), register_object(error), FINALIZE)
    return status


def describe(error: BaseException) -> str:
    """Returns the class and the message of an exception, or only the class if making the message raises."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__


def read_text(value: Any) -> str:
    """Returns a diffable_bytes as a str."""
    return ctypes.string_at(value.data, value.size).decode("utf-8", "backslashreplace") if value.size else ""


def read_id(value: Any) -> Any:
    """Returns a diffable_id as an identifier, or None if its kind is DIFFABLE_ID_NONE."""
    if value.kind == c.ID_INTEGER:
        return value.integer
    if value.kind != c.ID_BYTES:
        return None
    data = ctypes.string_at(value.bytes.data, value.bytes.size) if value.bytes.size else b""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


class Handle:
    """An object of the library. It is freed when the Python object is closed, or after the Python object was
    collected."""

    _address: Optional[int] = None
    _free: Callable[[int], None]

    def _adopt(self, address: int, free: Callable[[int], None]) -> None:
        settle()
        self._address, self._free = address, free

    def _at(self) -> int:
        """Returns the address of the object, or raises if it is closed."""
        if self._address is None:
            raise error_class("INVALID_ARGUMENT")(
                f"INVALID_ARGUMENT: the {type(self).__name__} is closed", None, None, False
            )
        return self._address

    def __del__(self) -> None:
        address, self._address = self._address, None
        if address is not None:
            _abandoned.append((self._free, address))

    def close(self) -> None:
        """Frees the object of the library now, instead of after the Python object is collected."""
        address, self._address = self._at(), None
        self._free(address)
        settle()


def address_of(value: Any, kind: type) -> int:
    """Returns the address of an argument, or raises if the argument is not an instance of `kind`. The engine cannot
    check what is at an address."""
    if not isinstance(value, kind):
        raise argument_error(f"a {kind.__name__} expected, not a {type(value).__name__}")
    handle: Any = value
    return int(handle._at())


def index_of(value: Any) -> int:
    """Returns an index to pass to the library. ctypes passes only the lowest 64 bits of an integer, so a larger one is
    replaced by an index that no list has."""
    index = operator.index(value)
    return index if -LARGEST <= index <= LARGEST else -LARGEST


def size_of(value: Any, name: str) -> int:
    """Returns a number of elements to pass to the library. `name` is the argument, for the message of the error."""
    size = operator.index(value)
    if not 0 <= size <= LARGEST:
        raise argument_error(f"{name} {size} is out of range")
    return size


def path_of(value: Any) -> Any:
    """Returns an index path to pass to the library."""
    section, item = value
    return c.diffable_index_path(index_of(section), index_of(item))


def data_of(value: Any) -> bytes:
    """Returns a document as bytes. `value` is bytes, or any other object that supports the buffer protocol."""
    return value if isinstance(value, bytes) else memoryview(value).tobytes()


LARGEST = (1 << 63) - 1
