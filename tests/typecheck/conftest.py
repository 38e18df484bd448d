"""The flag that rewrites golden side-files."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="rewrite the golden side-files of the typecheck cases by what mypy wrote",
    )
