"""The shared library, and what every call needs: errors, objects that the engine refers to, and handles that are freed.

The library is called while this thread holds the interpreter (PyDLL). While a callback runs, another thread may call
the library, so lock a list that two threads share.
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

# Objects of Python that the engine knows by a number: exceptions, the functions of callbacks, contents that are
# instances of a class.
objects: dict[int, Any] = {}
_numbers = itertools.count(1)

# The engine finalizes while it works, and the garbage collector of Python runs at any time. Neither may call the
# library or run code of the program then, so both only note what to do at the next call.
_finalized: list[int] = []
_abandoned: list[tuple[Callable[[int], None], int]] = []
_finalize = c.diffable_finalize_fn(_finalized.append)
FINALIZE = ctypes.cast(_finalize, ctypes.c_void_p).value


def register_object(value: Any) -> int:
    """Keeps an object until the engine finalizes its number, with FINALIZE."""
    number = next(_numbers)
    objects[number] = value
    return number


def settle() -> None:
    """Frees handles that Python collected, and forgets objects that the engine finalized."""
    while _abandoned:
        free, address = _abandoned.pop()
        free(address)
    while _finalized:
        number = _finalized.pop()
        found = objects.pop(number, None)
        if isinstance(found, Reference):
            found.forget(number)


def call(function: Any, *arguments: Any) -> tuple[int, Optional[BaseException]]:
    """Calls a function of the library whose last parameter is the error. Returns its status, and what to raise."""
    if _abandoned or _finalized:
        settle()
    error = ctypes.c_void_p()
    status: int = function(*arguments, ctypes.byref(error))
    return status, None if error.value is None else take_error(error.value, status)


def invoke(function: Any, *arguments: Any) -> int:
    """Calls a function as `call` does, and raises its error."""
    status, error = call(function, *arguments)
    if error is not None:
        raise error
    return status


def take_error(address: int, status: int) -> BaseException:
    """The exception for an error of the library, which is freed: that of the callback that failed, or else a
    DiffableError."""
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
    """Makes an error of the library the last cause of the exception of a callback. It replaces the one that an inner
    call put there."""
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
    """Puts what a call returned nevertheless into its error."""
    error: Optional[BaseException] = exception
    while error is not None:
        if isinstance(error, DiffableError) and error.applied and (error is exception or error._is_explanation):
            error.result = result
        error = error.__cause__
    return exception


class Kept:
    """Something that a callback needs. The engine knows it by a number, and an object of Python owns it.

    If the engine were the owner, a function that refers to its own data source would keep that alive for ever.
    """

    __slots__ = ("value", "owner", "__weakref__")

    def __init__(self, value: Any, owner: dict[int, Kept]) -> None:
        self.value, self.owner = value, owner


class Reference(weakref.ref[Kept]):
    """What the engine has of a Kept."""

    __slots__ = ()

    def forget(self, number: int) -> None:
        kept = self()
        if kept is not None:
            kept.owner.pop(number, None)


class Owner:
    """Owns what its callbacks need."""

    def __init__(self) -> None:
        self._kept: dict[int, Kept] = {}

    def keep(self, value: Any) -> int:
        """The number for a callback, which the engine finalizes with FINALIZE."""
        settle()
        kept = Kept(value, self._kept)
        number = register_object(Reference(kept))
        self._kept[number] = kept
        return number


def callback(kind: Any) -> Callable[[Callable[..., None]], Optional[int]]:
    """Wraps a Python function as a C callback. The function receives the kept value, then the other arguments.

    If the callback returns no status, ctypes passes what the function raises to `sys.unraisablehook`.
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
    """Tells the engine that the running callback raised an exception. Returns the status that the callback must
    return."""
    text = describe(error).encode("utf-8", "backslashreplace")
    status: int = lib.diffable_callback_failed(text, len(text), register_object(error), FINALIZE)
    return status


def describe(error: BaseException) -> str:
    """Returns the class and the message of an exception, or only the class if its message raises one."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:
        return type(error).__name__


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
            raise error_class("INVALID_ARGUMENT")(
                f"INVALID_ARGUMENT: the {type(self).__name__} is closed", None, None, False
            )
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
        raise argument_error(f"a {kind.__name__} expected, not a {type(value).__name__}")
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
        raise argument_error(f"{name} {size} is out of range")
    return size


def path_of(value: Any) -> Any:
    """An index path for a call."""
    section, item = value
    return c.diffable_index_path(index_of(section), index_of(item))


def data_of(value: Any) -> bytes:
    """The bytes of a document."""
    return value if isinstance(value, bytes) else memoryview(value).tobytes()


LARGEST = (1 << 63) - 1
