"""The package as a whole: versions, what it exports, and that it follows the header."""

import ast
import ctypes
import re
import subprocess
import sys
from pathlib import Path

import diffable
from diffable import _declarations, _library


def test_versions():
    header = Path("include/diffable.h").read_text()
    assert diffable.__version__ == re.search(r'DIFFABLE_VERSION "(.*)"', header)[1]
    assert _library.lib.diffable_version_number() == _declarations.VERSION_NUMBER


def test_every_function_of_the_header_is_declared():
    header = Path("include/diffable.h").read_text()
    names = {name for name, _, _ in _declarations.FUNCTIONS}
    assert len(names) == len(re.findall("^DIFFABLE_API ", header, re.M)) and "diffable_follower_receive" in names
    assert all(function[0] == getattr(_library.lib, function[0]).__name__ for function in _declarations.FUNCTIONS)


def test_structs_have_the_sizes_of_c(tmp_path):
    """A program in C prints the sizes of all structs, which ctypes must have as well."""
    structs = [
        name for name, value in vars(_declarations).items() if isinstance(value, type) and name.startswith("diffable_")
    ]
    structs = [name for name in structs if issubclass(getattr(_declarations, name), ctypes.Structure)]
    lines = "".join(f'printf("{name} %zu\\n", sizeof({name}));' for name in structs)
    source = tmp_path / "sizes.c"
    source.write_text(f"#include <diffable.h>\n#include <stdio.h>\nint main(void) {{ {lines} return 0; }}\n")
    subprocess.run(["cc", "-Iinclude", "-o", tmp_path / "sizes", source], check=True)
    sizes = subprocess.run([tmp_path / "sizes"], capture_output=True, text=True, check=True).stdout
    assert (
        sizes.split("\n")[:-1] == [f"{name} {ctypes.sizeof(getattr(_declarations, name))}" for name in structs]
        and len(structs) > 15
    )


def test_structs_that_are_packed_have_the_layout_of_ctypes():
    from diffable import _difference, _elements

    for packed, declared in [(_difference._CHANGE, "change"), (_elements._ID, "id"), (_elements._CONTENT, "content")]:
        assert packed.size == ctypes.sizeof(getattr(_declarations, f"diffable_{declared}"))


def test_the_sources_are_of_python_3_9():
    for path in Path("Sources/Bindings/Python/diffable").glob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 9))


def test_each_status_has_an_exception():
    codes = {name.removeprefix("ERROR_") for name in vars(_declarations) if name.startswith("ERROR_")}
    classes = {each.code: each for each in diffable.DiffableError.__subclasses__()}
    assert codes == classes.keys() and len(codes) == 15
    assert all(each.__name__ in diffable.__all__ for each in classes.values())


def test_only_files_are_copied(tmp_path):
    (tmp_path / "diffable" / "__pycache__").mkdir(parents=True)
    (tmp_path / "diffable" / "_cells.py").touch()
    command = [
        "make",
        "-s",
        "--no-print-directory",
        "-f",
        "Sources/Bindings/Python/python.mk",
        f"PYTHON={tmp_path}",
        "--eval",
        "show: ; @echo $(PYTHON_FILES)",
        "show",
    ]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert [Path(each).name for each in shown] == ["_cells.py", "py.typed"]


def test_exports():
    assert diffable.__all__ == sorted(diffable.__all__) and all(hasattr(diffable, name) for name in diffable.__all__)


def test_the_end_of_a_program_is_quiet():
    """Lists, errors and threads that a program leaves behind."""
    program = """
from diffable import *
source = DataSource(lambda item: 1 / 0, view=TextView(print))
try: source.apply(Snapshot({"list": [1]}))
except ZeroDivisionError as error: kept = error
source.add_observer(lambda transaction: print(source))
derived = source.derive(filter=lambda item: True)
history = History(source)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
