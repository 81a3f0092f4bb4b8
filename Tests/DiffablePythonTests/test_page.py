"""The examples of docs/python.md print what the page says."""

import doctest
import re
import sys
from pathlib import Path

import pytest


@pytest.mark.skipif(sys.version_info < (3, 10), reason="the page uses match")
def test_examples():
    blocks = re.findall("^```pycon\n(.*?)^```", Path("docs/python.md").read_text(), re.M | re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {"__name__": "page"}, "docs/python.md", None, 0)
    output = []
    result = doctest.DocTestRunner().run(test, out=output.append)
    assert result.failed == 0, "".join(output)
    assert result.attempted > 40


@pytest.mark.skipif(sys.version_info < (3, 10), reason="the example uses match")
def test_the_example_of_the_readme(capsys):
    (block,) = re.findall("^```python\n(.*?)^```", Path("README.md").read_text(), re.M | re.S)
    exec(block, {})
    assert capsys.readouterr().out == "1 2.50 2.75\n"
