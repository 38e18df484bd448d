"""The check sees what is lost of a docstring's text, and what is told of its sections."""

from __future__ import annotations

import pytest

from tests.corpus.docstring_check import compare

DOCSTRING = """\
Do it.

Args:
    x: left

    and more
Returns:
    The body.

Example:
    do(1)
"""


def test_the_text_without_sections_is_what_should_be_told() -> None:
    assert ([], []) == compare(DOCSTRING, "Do it.\n\nExample:\n    do(1)")


def test_a_lost_line_is_found() -> None:
    assert (["Example:", "    do(1)"], []) == compare(DOCSTRING, "Do it.")


def test_a_line_of_a_section_is_found() -> None:
    told = "Do it.\n\n    The body.\nExample:\n    do(1)"
    assert ([], ["    The body."]) == compare(DOCSTRING, told)


@pytest.mark.parametrize(
    "section",
    [
        "Args:\nx: left\ny: right",
        "Parameters\n----------\nx : int\n    left\n\n    more",
        "Returns: the body,\nand more",
        ":param x: left\n:return: the body",
        "args:\n    x: left",
    ],
)
def test_every_layout_of_a_section_is_known(section: str) -> None:
    assert ([], []) == compare(f"Do it.\n\n{section}\n", "Do it.")


def test_what_stands_in_a_fence_is_text() -> None:
    docstring = "Do it.\n\n```\nArgs:\n    x: left\n```\n"
    assert ([], []) == compare(docstring, docstring)


def test_a_first_line_is_text() -> None:
    assert ([], []) == compare("Returns: the body.", "Returns: the body.")
