"""What there is of one thing in two places is the same in both."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.typecheck.case import CASES, FOLDER
from toolschema_mypy.model.settings import Settings

ROOT = Path(__file__).parents[2]


def test_every_setting_has_its_section_and_its_row() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    names = list(Settings.__annotations__)
    assert sorted(names) == sorted(re.findall(r"^\| \[`(\w+)`\]\(#\1\) ", page, re.MULTILINE))
    assert sorted(names) == sorted(re.findall(r"^## (\w+)$", page, re.MULTILINE))


def test_every_case_file_is_collected_and_says_its_claim() -> None:
    assert sorted(FOLDER.rglob("*.py")) == sorted(case.path for case in CASES)
    for case in CASES:
        assert re.search(r'^"""\S', case.path.read_text("utf-8"), re.MULTILINE), case


def test_every_golden_belongs_to_a_case() -> None:
    assert {*FOLDER.rglob("*.json")} <= {case.golden for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_case_stands_in_a_topic_under_a_name_that_python_can_import(case: object) -> None:
    topic, claim = str(case).split("/")
    assert topic.isidentifier()
    assert claim.isidentifier()
