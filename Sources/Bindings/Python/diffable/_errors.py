"""The exceptions of this package: one class for each error code of the library."""

from __future__ import annotations

import functools
import inspect
import re
from typing import Any, Callable, Optional


class DiffableError(Exception):
    """A call failed. If `applied` is false, the call has changed nothing.

    If a callback of the program raised an exception, the call raises that exception, and its `__cause__` is a
    DiffableError. If the exception has a cause of its own, the DiffableError is the last in the chain of causes.
    """

    code = "UNKNOWN"

    def __init__(
        self, message: str, identifier: Any = None, position: Optional[int] = None, applied: bool = False
    ) -> None:
        super().__init__(message)
        #: The section or item that the error is about, or None.
        self.identifier = identifier
        #: The index of the element in the list that was passed, or the index of the wrong byte in a document. None if
        #: the error has no position.
        self.position = position
        #: Whether the list changed, and something failed afterwards, such as an observer.
        self.applied = applied
        #: If `applied` is true, the value that the call would have returned without the error.
        self.result: Any = None
        # Whether `explain` made this error the cause of an exception that a callback raised.
        self._is_explanation = False

    def name_call(self, name: str) -> None:
        """Adds the name of the method that the program called to the message."""
        self.args = (re.sub(rf"^{self.code}: (?:[a-z_]+: )?", f"{self.code}: {name}: ", str(self)), *self.args[1:])


def name_calls(cls: type) -> None:
    """Wraps the public methods of a class, so that the messages of their errors name the method."""
    for name, method in list(vars(cls).items()):
        if not name.startswith("_") and inspect.isfunction(method):
            setattr(cls, name, _named(name, method))


def _named(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*arguments: Any, **options: Any) -> Any:
        try:
            return method(*arguments, **options)
        except DiffableError as error:
            error.name_call(name)
            raise

    return call


class InvalidArgumentError(DiffableError, ValueError):
    code = "INVALID_ARGUMENT"


class DuplicateIdentifierError(DiffableError, ValueError):
    code = "DUPLICATE_IDENTIFIER"


class UnknownIdentifierError(DiffableError, LookupError):
    code = "UNKNOWN_IDENTIFIER"


class NoSectionsError(DiffableError):
    code = "NO_SECTIONS"


class InvalidDestinationError(DiffableError, ValueError):
    code = "INVALID_DESTINATION"


class NoProviderError(DiffableError):
    code = "NO_PROVIDER"


class ProviderFailedError(DiffableError):
    code = "PROVIDER_FAILED"


class InvalidCellError(DiffableError, ValueError):
    code = "INVALID_CELL"


class CallbackFailedError(DiffableError):
    code = "CALLBACK_FAILED"


class OutputFailedError(DiffableError):
    code = "OUTPUT_FAILED"


class LimitExceededError(DiffableError):
    code = "LIMIT_EXCEEDED"


class ApplyLoopError(DiffableError):
    code = "APPLY_LOOP"


class StaleSnapshotError(DiffableError):
    code = "STALE_SNAPSHOT"


class MalformedError(DiffableError, ValueError):
    code = "MALFORMED"


class WrongVersionError(DiffableError, ValueError):
    code = "WRONG_VERSION"


_classes: dict[str, type[DiffableError]] = {each.code: each for each in DiffableError.__subclasses__()}


def error_class(code: str) -> type[DiffableError]:
    """Returns the class for a code. It is DiffableError for codes of a later library that this package does not
    know."""
    return _classes.get(code, DiffableError)


def argument_error(message: str, code: str = "INVALID_ARGUMENT", identifier: Any = None) -> DiffableError:
    """Makes the exception for an argument that this package refuses before it calls the engine."""
    return error_class(code)(f"{code}: {message}", identifier)
