"""Publishers, which turn the list of a data source into messages, and followers, which apply the messages."""

from __future__ import annotations

import ctypes
import re
from typing import Generic, Optional, TypeVar, cast

from . import _declarations as c
from ._data_source import DataSource
from ._documents import take_document
from ._errors import argument_error
from ._library import Handle, address_of, data_of, invoke, lib, size_of
from ._transaction import Transaction

Item = TypeVar("Item")


class Publisher(Handle):
    """Makes the messages that bring readers to the current list of a data source, whichever version each reader has.
    The program sends the messages: a publisher does not know its readers.

    A publisher remembers the lists that the data source had when the publisher was called, at most `keep` of them
    besides the current list. A `keep` of 0 stands for 100. A reader that has any other list receives the whole list.
    """

    def __init__(self, source: DataSource[Item], *, keep: int = 100) -> None:
        self._source = source
        self._adopt(
            lib.diffable_publisher_new(address_of(source, DataSource), size_of(keep, "keep")),
            lib.diffable_publisher_free,
        )

    def message(self, version: Optional[str] = None) -> Optional[bytes]:
        """Returns the bytes to send to a reader whose list has `version`, or to a reader without a list if `version` is
        None. Returns None if the reader has the current list."""
        known = None
        if version is not None:
            if not re.fullmatch("[0-9a-fA-F]{32}", version):
                raise argument_error(f"a version has 32 hexadecimal digits, not {version!r}")
            known = ctypes.byref(c.diffable_list_version.from_buffer_copy(bytes.fromhex(version)))
        out = ctypes.c_void_p()
        invoke(lib.diffable_publisher_message, self._at(), known, ctypes.byref(out))
        return None if out.value is None else take_document(out.value)

    def version(self) -> str:
        """Returns the version of the current list."""
        return bytes(lib.diffable_publisher_version(self._at()).bytes).hex()


class Follower(Handle, Generic[Item]):
    """Applies the messages of a publisher to a data source. After each message with a new version, the data source has
    the list of that version, even if the program changed the list in between."""

    def __init__(self, source: DataSource[Item]) -> None:
        self._source = source
        self._adopt(lib.diffable_follower_new(address_of(source, DataSource)), lib.diffable_follower_free)

    def receive(self, message: bytes) -> Optional[Transaction[Item]]:
        """Applies a message, in one apply. Returns None, and changes nothing, if the message leads to the version that
        `version` returns. Inside a callback, the apply is queued, and the method returns None."""
        data = data_of(message)
        changed = self._source._change(lib.diffable_follower_receive, data, len(data), address=self._at())
        return cast("Optional[Transaction[Item]]", changed)

    def version(self) -> str:
        """Returns the version of the list that was received last, or else of the list that the source had when the
        follower was made."""
        return bytes(lib.diffable_follower_version(self._at()).bytes).hex()
