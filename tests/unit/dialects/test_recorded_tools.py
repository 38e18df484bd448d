"""What the type tests produce goes through every dialect."""

from __future__ import annotations

import pytest

from tests.unit.dialects.recorded import recorded_tools
from tests.unit.dialects.test_any_schema import assert_sound
from toolschema_runtime.dialects import FORMATS, dialect

TOOLS = recorded_tools()


def test_there_are_tools() -> None:
    assert len(TOOLS) > 50


@pytest.mark.parametrize("fmt", FORMATS)
def test_recorded_tool_stays_sound(fmt: str) -> None:
    for label, tool in TOOLS.items():
        for strict in {False, tool["strict"]}:
            new, changes = dialect(fmt).schema(tool["parameters"], strict=strict)
            assert_sound(new)
            foreign = [c for c in changes if c.rule.id.startswith("JS")]
            assert [] == foreign, f"{label} is not in our own form"


@pytest.mark.parametrize("fmt", ["openai", "anthropic", "bedrock"])
def test_recorded_strict_tool_is_sent_strict_or_says_why(fmt: str) -> None:
    """What the plugin lets be strict, OpenAI takes; what another provider does not is sent loose."""
    for label, tool in TOOLS.items():
        if not tool["strict"]:
            continue
        rejected = {
            c.rule.id
            for c in dialect(fmt).schema(tool["parameters"], strict=True)[1]
            if c.rule.action == "reject"
        }
        is_strict = '"strict": True' in repr(dialect(fmt).tool(tool)).replace("'", '"')
        assert is_strict == (not rejected), label
        if fmt == "openai" and tool["formats"] in (None, ["openai"]):
            assert not rejected, label
