"""The words of programs, and how calls end."""

import re

from diffable import DiffableError, IndexPath, UnknownIdentifierError


def identifier(word):
    if word in (None, "-"):
        return None
    return int(word) if re.fullmatch(r"-?\d+", word) else word.removeprefix("'")


# Only what is framed has a provider of its own. Every version has a kind, because update_items leaves fields that it is
# not given.
KINDS = {1: "plain", 2: "plain", 3: "odd", 4: "framed"}


def element(word):
    """7@2 as the mapping that is its content, 7 as the bare identifier."""
    name, _, version = word.rpartition("@")
    return {"id": identifier(name), "version": int(version), "kind": KINDS[int(version)]} if name else identifier(word)


def elements(word):
    return [] if word == "-" else [element(each) for each in word.split(",")]


def token(content):
    if isinstance(content, dict):
        return f"{token(content['id'])}@{content['version']}"
    return str(content) if isinstance(content, int) or re.match("[a-zA-Z]", content) else f"'{content}"


def tokens(contents, to_token=token):
    return " ".join(map(to_token, contents))


def found(look, otherwise=None):
    """What a look-up returns, and `otherwise` where it raises that there is no such identifier, or only one that looks
    like it."""
    try:
        return look()
    except UnknownIdentifierError:
        return otherwise


def optional(id):
    """What may be missing, as programs spell it."""
    return "-" if id is None else token(id)


def path(word):
    return IndexPath(*map(int, word.split(".")))


def place(path):
    return f"{path.section}.{path.item}"


# The errors whose messages are the same in all languages.
COMMON = {"INVALID_ARGUMENT", "DUPLICATE_IDENTIFIER", "UNKNOWN_IDENTIFIER", "NO_SECTIONS", "INVALID_DESTINATION"}


class Failure(Exception):
    """What a callback raises that is to fail."""


def failed(error, done=None, name=None):
    """Prints an error as its code and its message, behind what happened nevertheless. `name` is what the message calls
    the call."""
    engine = error if isinstance(error, DiffableError) else error.__cause__
    if not isinstance(engine, DiffableError):
        raise error
    message = str(engine).removeprefix(engine.code) if engine.code in COMMON else ""
    if name:
        message = re.sub(r"^: [a-z_]+:", f": {name}:", message)
    print(f"{f'{done} with ' if done else ''}error {engine.code}{message}")


def reply(call, name=None):
    """A call returns what it says. If an apply fails that a provider called, the error has the result."""
    try:
        print(spelled(call()))
    except (DiffableError, Failure) as error:
        engine = error if isinstance(error, DiffableError) else error.__cause__
        failed(error, spelled(engine.result) if engine.applied else None, name)


def spelled(result):
    return "ok" if result is None else f"ok {str(result).lower() if isinstance(result, bool) else result}"
