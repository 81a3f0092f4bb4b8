"""The bytes of lists and of differences, as the library makes them."""

from __future__ import annotations

import ctypes
from typing import Any, Optional

from ._library import invoke, lib


def write_document(function: Any, address: int, name: Optional[str], *rest: Any) -> bytes:
    """The bytes of a document that a function of the library writes."""
    data, out = None if name is None else name.encode(), ctypes.c_void_p()
    invoke(function, address, data, 0 if data is None else len(data), *rest, ctypes.byref(out))
    return take_document(out.value)


def take_document(address: Optional[int]) -> bytes:
    """Returns the bytes of a document, and frees the document."""
    content = lib.diffable_document_bytes(address)
    data = ctypes.string_at(content.data, content.size) if content.size else b""
    lib.diffable_document_free(address)
    return data
