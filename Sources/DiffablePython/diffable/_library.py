"""The shared library, and what belongs to every call of it: errors, objects that the engine refers to, and handles that are freed.

The library is called while this thread holds the interpreter (PyDLL). So two threads of Python are never in the engine at once.
"""

from __future__ import annotations

import ctypes
import itertools
import operator
import os
import weakref
from typing import Any, Callable, Optional

from . import _declarations as c
from ._errors import DiffableError, error_class, refuse

NAME = f"libdiffable.so.{c.VERSION_NUMBER // 1_000_000}"


def load() -> Any:
    """Loads the library that is beside this file, as in a wheel, or else the one that is installed."""
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

# Objects of Python that the engine knows by a number: exceptions, the functions of callbacks, contents that are instances of a class.
objects: dict[int, Any] = {}
_numbers = itertools.count(1)

# The engine finalizes while it works, and the garbage collector of Python runs at any time. Neither may call the library or run code of the
# program then, so both only note what to do at the next call.
_finalized: list[int] = []
_abandoned: list[tuple[Callable[[int], None], int]] = []
_finalize = c.diffable_finalize_fn(_finalized.append)
FINALIZE = ctypes.cast(_finalize, ctypes.c_void_p).value


def number_of(value: Any) -> int:
    """Keeps an object until the engine finalizes its number, with FINALIZE."""
    number = next(_numbers)
    objects[number] = value
    return number


def settle() -> None:
    """Frees what neither the program nor the engine has any more."""
    while _abandoned:
        free, address = _abandoned.pop()
        free(address)
    while _finalized:
        objects.pop(_finalized.pop(), None)


def call(function: Any, *arguments: Any) -> tuple[int, Optional[BaseException]]:
    """Calls a function of the library whose last parameter is the error. Returns its status, and what to raise."""
    if _abandoned or _finalized:
        settle()
    error = ctypes.c_void_p()
    status: int = function(*arguments, ctypes.byref(error))
    return status, None if error.value is None else take_error(error.value, status)


def invoke(function: Any, *arguments: Any) -> int:
    """The same, and raises the error."""
    status, error = call(function, *arguments)
    if error is not None:
        raise error
    return status


def take_error(address: int, status: int) -> BaseException:
    """The exception for an error of the library, which is freed: that of the callback that failed, or else a DiffableError."""
    found = objects.get(lib.diffable_error_object(address) or 0)
    position = lib.diffable_error_position(address)
    message = lib.diffable_error_message(address).decode()
    code = lib.diffable_status_name(lib.diffable_error_status(address)).decode()
    identifier = read_id(lib.diffable_error_identifier(address))
    lib.diffable_error_free(address)
    error = error_class(code)(message, identifier, None if position < 0 else position, status == c.APPLIED_WITH_ERROR)
    if not isinstance(found, BaseException):
        return error
    if found.__cause__ is None or isinstance(found.__cause__, DiffableError):
        found.__cause__ = error
    return found


class Kept:
    """Something that a callback needs. The engine knows it by a number, and an object of Python owns it.

    If the engine were the owner, a function that refers to its own data source would keep that alive for ever.
    """

    __slots__ = ("value", "__weakref__")

    def __init__(self, value: Any) -> None:
        self.value = value


class Owner:
    """Owns what its callbacks need."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}

    def keep(self, value: Any) -> int:
        """The number for a callback, which the engine finalizes with FINALIZE."""
        settle()
        self._kept = {number: kept for number, kept in self._kept.items() if number in objects}
        kept = Kept(value)
        number = number_of(weakref.ref(kept))
        self._kept[number] = kept
        return number


def callback(kind: Any) -> Callable[[Callable[..., None]], Optional[int]]:
    """Makes the function that the engine calls, of a function that is given what was kept and the other arguments. Returns its address."""

    def decorate(function: Callable[..., None]) -> Optional[int]:
        def run(*arguments: Any) -> int:
            try:
                kept = objects[arguments[-1]]()
                if kept is None:
                    raise error_class("CALLBACK_FAILED")("CALLBACK_FAILED: the list was closed")
                function(kept.value, *arguments[:-1])
            except BaseException as error:
                return callback_failed(error)
            return 0

        made = kind(run)
        _callbacks.append(made)
        return ctypes.cast(made, ctypes.c_void_p).value

    return decorate


_callbacks: list[Any] = []


def callback_failed(error: BaseException) -> int:
    """Tells the engine that the running callback raised an exception. Returns the status that the callback must return."""
    text = f"{type(error).__name__}: {error}".encode("utf-8", "backslashreplace")
    status: int = lib.diffable_callback_failed(text, len(text), number_of(error), FINALIZE)
    return status


def read_text(value: Any) -> str:
    """A diffable_bytes as text."""
    return ctypes.string_at(value.data, value.size).decode("utf-8", "backslashreplace") if value.size else ""


def read_id(value: Any) -> Any:
    """A diffable_id as an identifier; None for none."""
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
    """An object of the library, which is freed when the object of Python is collected, or closed."""

    _address: Optional[int] = None
    _free: Callable[[int], None]

    def _adopt(self, address: int, free: Callable[[int], None]) -> None:
        settle()
        self._address, self._free = address, free

    def _at(self) -> int:
        """The address for a call."""
        if self._address is None:
            raise error_class("INVALID_ARGUMENT")(f"INVALID_ARGUMENT: the {type(self).__name__} is closed", None, None, False)
        return self._address

    def __del__(self) -> None:
        address, self._address = self._address, None
        if address is not None:
            _abandoned.append((self._free, address))

    def close(self) -> None:
        """Frees the object now, and not when it is collected."""
        address, self._address = self._at(), None
        self._free(address)
        settle()


def at(value: Any, kind: type) -> int:
    """The address of an argument that must be an object of a class. The engine cannot tell what is at an address."""
    if not isinstance(value, kind):
        raise refuse(f"a {kind.__name__} expected, not a {type(value).__name__}")
    handle: Any = value
    return int(handle._at())


def index_of(value: Any) -> int:
    """An index for a call. ctypes passes only the last 64 bits, so what is larger becomes one that no list has."""
    index = operator.index(value)
    return index if -LARGEST <= index <= LARGEST else -LARGEST


def size_of(value: Any, name: str) -> int:
    """A number of elements."""
    size = operator.index(value)
    if not 0 <= size <= LARGEST:
        raise refuse(f"{name}: {size} is out of range")
    return size


def path_of(value: Any) -> Any:
    """An index path for a call."""
    section, item = value
    return c.diffable_index_path(index_of(section), index_of(item))


def data_of(value: Any) -> bytes:
    """The bytes of a document."""
    return value if isinstance(value, bytes) else memoryview(value).tobytes()


LARGEST = (1 << 63) - 1
