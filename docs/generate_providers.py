"""Writes docs/providers/ from the rules of the dialects: `python docs/generate_providers.py` from the repository's root."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from toolschema_runtime import ToolCall, ToolResult, ToolResults
from toolschema_runtime.dialects import FORMATS, dialect
from toolschema_runtime.dialects._foreign import FOREIGN_RULES
from toolschema_runtime.dialects._rewriting import Rule

FOLDER = Path(__file__).parent / "providers"

TITLES = {
    "openai": "OpenAI Chat Completions",
    "openai_responses": "OpenAI Responses",
    "anthropic": "Anthropic Messages",
    "gemini": "Gemini",
    "mcp": "MCP",
    "bedrock": "Amazon Bedrock Converse",
    "mistral": "Mistral",
    "cohere": "Cohere",
    "ollama": "Ollama",
}
ACTIONS = {
    "drop": "an annotation is left out; nothing is lost that is enforced",
    "rewrite": "the same in other words",
    "lower": "said in the description instead; our decoder still enforces it",
    "warn": "sent as it is; what the provider makes of it is open",
    "reroute": "the tool goes in the provider's other form",
    "reject": "the provider refuses it; a strict tool is then sent loose, anything else is sent as it is",
}
CONFIDENCE = {
    "A": "SDK source, API specification, or an error message quoted in a dated public thread",
    "B": "the provider's documentation",
    "C": "a third party that tried it on the live API",
    "D": "inferred",
    "U": "unknown",
}
_ADDING = (
    "1. Write `toolschema_runtime/dialects/NAME.py` with `rules`, `tool`, `tools`, `schema`, `check`, `calls` and `messages`;",
    "   the protocol `Dialect` in the package says what each takes and gives. `mistral.py` is the smallest.",
    "2. A rule is a `Rule` with an id of its own, a link to where the provider says so, and how sure that is. What changes a",
    "   node is a step of `walk`; the usual ones stand in `_rewriting.py` and `_moves.py`.",
    "3. Name it in `FORMATS` and `SchemaFormat`, and give it a title here.",
    "4. Give every rule a case in `tests/unit/dialects/`, and the SDK's own types a test in `tests/oracles/`. The random",
    "   schemas of `test_any_schema.py` reach it by themselves.",
    "5. Run `python docs/generate_providers.py`.",
)
_DAYS = {"type": "integer", "minimum": 1, "maximum": 14, "default": 3}
_UNIT = {"anyOf": [{"enum": ["celsius", "kelvin"], "type": "string"}, {"type": "null"}]}
SAMPLE = {
    "name": "forecast",
    "description": "The weather of the next days.",
    "parameters": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Which city."},
            "days": _DAYS,
            "unit": {**_UNIT, "default": None},
        },
        "required": ["city"],
        "additionalProperties": False,
    },
    "returns": {"type": "array", "items": {"type": "number"}},
    "strict": False,
    "annotations": {"readOnlyHint": True},
}


def pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    return {"README.md": _index(), **{f"{fmt}.md": _page(fmt) for fmt in FORMATS}}


def _index() -> str:
    lines = [
        "# Providers",
        "",
        "What each provider's API takes as a tool, what we make of the rest, and where we know it from. These pages are",
        "generated from the rules that the runtime follows.",
        "",
        *(f"- [{TITLES[fmt]}]({fmt}.md) (`{fmt}`)" for fmt in FORMATS),
        "",
        "## What can become of a construct",
        "",
        *(f"- **{action}**: {text}" for action, text in ACTIONS.items()),
        "",
        "## How sure we are",
        "",
        *(f"- **{letter}**: {text}" for letter, text in CONFIDENCE.items()),
        "",
        "A rule of confidence D or U never rejects.",
        "",
        "## For every provider",
        "",
        "Schemas of strangers may be of another draft, and refer to anywhere. They are first brought into one form.",
        "",
        *_table(FOREIGN_RULES),
        "",
        "## Adding a provider",
        "",
        *_ADDING,
    ]
    return "\n".join([*lines, ""])


def _page(fmt: str) -> str:
    module = dialect(fmt)
    call = ToolCall("forecast", {"city": "Oslo"}, "call_1", fmt)
    answers = ToolResults(
        [ToolResult(call, value=[3.5, 4]), ToolResult(call, error="There is no such city.")]
    )
    lines = [
        f"# {TITLES[fmt]}",
        "",
        str(module.__doc__).strip(),
        "",
        "## A tool",
        "",
        *_json(module.tools([SAMPLE])),
        "",
        "## Two results, the second an error",
        "",
        *_json(answers.messages),
        "",
        "## Rules",
        "",
        *_table(module.rules()),
        "",
        "What holds for every provider, and what the words mean, is on [the overview](README.md).",
    ]
    return "\n".join([*lines, ""])


def _json(value: Any) -> list[str]:
    return ["```json", json.dumps(value, indent=2, ensure_ascii=False), "```"]


def _table(rules: tuple[Rule, ...]) -> list[str]:
    head = ["| rule | for | what | | becomes | sure |", "|---|---|---|---|---|---|"]
    ordered = sorted(rules, key=lambda rule: rule.id)
    return head + [_row(rule) for rule in ordered]


def _row(rule: Rule) -> str:
    mode = "all" if rule.mode == "any" else rule.mode
    if rule.mode in ("parameters", "parametersJsonSchema"):
        mode = f"`{rule.mode}`"
    construct = rule.construct.replace("|", "\\|")
    sure = f"[{rule.confidence}]({rule.source})"
    return f"| {rule.id} | {mode} | {construct} | **{rule.action}** | {rule.effect} | {sure} |"


def main() -> None:
    """Write the pages."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
