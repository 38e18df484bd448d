"""Codes, messages, cases and pages say the same: every message has a case and stands on its code's page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.docs.pages import blocks, commands
from tests.docs.test_pages import PLUGIN, matches, run, write
from tests.typecheck.case import FOLDER, Printed, expectations
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.diagnostics.diagnostic import Message

ROOT = Path(__file__).parents[2]
PAGES = {page.stem: page for page in sorted((ROOT / "docs" / "diagnostics").glob("tool-*.md"))}
MESSAGES = {name: value for name, value in vars(messages).items() if isinstance(value, Message)}
# Named in the design; nothing says them yet.
UNSAID = {Code.FORMAT, Code.REGISTRY} - {message.code for message in MESSAGES.values()}


@cache
def expected_texts() -> tuple[Printed, ...]:
    """What the cases expect mypy to print, and the tests beside them that hold their sources."""
    files = [*FOLDER.rglob("*.py"), *FOLDER.parent.glob("test_*.py")]
    return tuple(each for path in files for each in expectations(path.read_text("utf-8")))


def says(message: Message, printed: Printed) -> bool:
    """Whether a printed text is the message's, whatever its fields."""
    fixed = re.split(r"\{\w+\}", message.text)
    pattern = ".*".join(map(re.escape, fixed)) + rf"(  \[{message.code.value}\])?"
    return re.fullmatch(pattern, printed.text) is not None


@pytest.mark.parametrize("name", MESSAGES)
def test_message_has_a_case(name: str) -> None:
    assert any(says(MESSAGES[name], printed) for printed in expected_texts())


@pytest.mark.parametrize("name", MESSAGES)
def test_message_is_used(name: str) -> None:
    sources = (ROOT / "toolschema_mypy").rglob("*.py")
    uses = [path for path in sources if re.search(rf"\b{name}\b", path.read_text("utf-8"))]
    assert len(uses) > 1, "a message is used somewhere else than where it is defined"


@pytest.mark.parametrize("name", MESSAGES)
def test_message_stands_on_the_page_of_its_code(name: str) -> None:
    message = MESSAGES[name]
    shown = re.sub(r"\{\w+\}", "…", message.text)
    assert f"`{shown}`" in PAGES[message.code.value].read_text("utf-8")


def test_codes_messages_and_pages_are_the_same_set() -> None:
    assert {code.value for code in set(Code) - UNSAID} == set(PAGES)
    assert set(Code) - UNSAID == {message.code for message in MESSAGES.values()}


def test_index_lists_every_page() -> None:
    index = (ROOT / "docs" / "diagnostics" / "README.md").read_text("utf-8")
    assert list(PAGES) == sorted(re.findall(r"\[`(tool-\w+)`\]\(\1\.md\)", index))


@pytest.mark.parametrize("code", PAGES)
def test_page_shows_what_mypy_says(code: str, tmp_path: Path) -> None:
    """The first run of a page fails with its code, the last one passes."""
    write(PLUGIN, tmp_path)
    printed = []
    for block in blocks(PAGES[code]):
        if block.path is not None:
            write(block, tmp_path)
        elif block.language == "console":
            for command in commands(block.text):
                said = run(command.line, tmp_path)
                assert matches(command.printed, said), f"$ {command.line}\n{said}"
                printed.append(said)
    assert f"[{code}]" in printed[0]
    assert printed[-1].startswith("Success")
