"""What several tests use."""

import sys

import pytest

sys.dont_write_bytecode = True


class Lines(list):
    """A writer that keeps the text of each apply."""

    def __call__(self, text):
        self.append(text)


@pytest.fixture
def written():
    return Lines()


@pytest.fixture
def fares():
    return [{"id": 1, "title": "Bus", "price": "2.50"}, {"id": 2, "title": "Train", "price": "7.00"}]
