"""What somebody must receive to have the list of a data source, and who applies that."""

from __future__ import annotations

import ctypes
import re
from typing import Generic, Optional, TypeVar, cast

from . import _declarations as c
from ._data_source import DataSource
from ._documents import take_document
from ._errors import argument_error
from ._library import Handle, at, data_of, invoke, lib, size_of
from ._transaction import Transaction

Item = TypeVar("Item")


class Publisher(Handle):
    """Says what somebody must receive to have the list of a data source, whatever they have now. It knows nothing of
    connections.

    `keep` is how many earlier lists it knows. Whoever has an older one gets the whole list.
    """

    def __init__(self, source: DataSource[Item], *, keep: int = 100) -> None:
        self._source = source
        self._adopt(
            lib.diffable_publisher_new(at(source, DataSource), size_of(keep, "keep")), lib.diffable_publisher_free
        )

    def message(self, version: Optional[str] = None) -> Optional[bytes]:
        """The bytes for somebody whose list has a version, or who has no list; None if that is the version of the
        current list."""
        known = None
        if version is not None:
            if not re.fullmatch("[0-9a-fA-F]{32}", version):
                raise argument_error(f"a version has 32 hexadecimal digits, not {version!r}")
            known = ctypes.byref(c.diffable_list_version.from_buffer_copy(bytes.fromhex(version)))
        out = ctypes.c_void_p()
        invoke(lib.diffable_publisher_message, self._at(), known, ctypes.byref(out))
        return None if out.value is None else take_document(out.value)

    def version(self) -> str:
        """The version of the current list."""
        return bytes(lib.diffable_publisher_version(self._at()).bytes).hex()


class Follower(Handle, Generic[Item]):
    """Applies what a publisher says to a data source. Its list is that of the publisher, whatever else has changed
    it."""

    def __init__(self, source: DataSource[Item]) -> None:
        self._source = source
        self._adopt(lib.diffable_follower_new(at(source, DataSource)), lib.diffable_follower_free)

    def receive(self, message: bytes) -> Optional[Transaction[Item]]:
        """Applies a message, in one apply. Returns None if the list has that version already, and inside a callback."""
        data = data_of(message)
        changed = self._source._change(lib.diffable_follower_receive, data, len(data), address=self._at())
        return cast("Optional[Transaction[Item]]", changed)

    def version(self) -> str:
        """The version of the list that was received last."""
        return bytes(lib.diffable_follower_version(self._at()).bytes).hex()
