"""docs/providers/ says what the rules say."""

from __future__ import annotations

from docs.generate_providers import ACTIONS, CONFIDENCE, FOLDER, TITLES, pages
from toolschema_runtime.dialects import FORMATS, rules


def test_pages_are_those_that_the_rules_give() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert pages() == written, "run python docs/generate_providers.py"


def test_every_word_is_explained() -> None:
    every = [rule for fmt in FORMATS for rule in rules(fmt)]
    assert set(ACTIONS) == {rule.action for rule in every}
    assert set(CONFIDENCE) == {rule.confidence for rule in every}
    assert list(TITLES) == list(FORMATS)
