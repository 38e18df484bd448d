"""A side-file is written whole or not at all, and says the same for the same spec."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.unit.specs import parameter, tool, value
from toolschema_mypy.emit import files, side_file
from toolschema_mypy.model.schema import StringSchema, Words
from toolschema_mypy.model.settings import DEFAULT_SETTINGS
from toolschema_mypy.model.tool import ModuleSpec, ToolAnnotations, ToolOptions

GREET = tool(
    parameter("who", StringSchema(words=Words(description="Räksmörgås"))),
    name="greet",
    qualname="Desk.greet",
    title="Greet",
    description="Say hello.",
    formats=("openai",),
    annotations=ToolAnnotations(read_only=True, destructive=False),
    options=ToolOptions(approval=True, thread=False, timeout=2.5, tags=("a", "b")),
    is_async=True,
)
MODULE = ModuleSpec("shop.tools", (GREET,), omitted=("bad",))
EXPECTED = """\
{
  "toolschema": 1,
  "tools": [
    {
      "name": "greet",
      "qualname": "Desk.greet",
      "title": "Greet",
      "description": "Say hello.",
      "parameters": {
        "type": "object",
        "properties": {
          "who": {
            "type": "string",
            "description": "Räksmörgås"
          }
        },
        "required": [
          "who"
        ],
        "additionalProperties": false
      },
      "returns": null,
      "strict": false,
      "formats": [
        "openai"
      ],
      "annotations": {
        "readOnlyHint": true,
        "destructiveHint": false
      },
      "is_async": true,
      "approval": true,
      "thread": false,
      "timeout": 2.5,
      "tags": [
        "a",
        "b"
      ],
      "binding": {
        "receiver": "function",
        "parameters": [
          {
            "name": "who",
            "kind": "positional_or_keyword",
            "plan": "str"
          }
        ],
        "returns": null
      }
    }
  ],
  "omitted": [
    "bad"
  ]
}
"""


def test_a_side_file_reads_like_this() -> None:
    assert EXPECTED == side_file.render(MODULE, DEFAULT_SETTINGS).decode()


def test_nothing_that_was_not_said_is_written() -> None:
    written = json.loads(side_file.render(ModuleSpec("m", (tool(),)), DEFAULT_SETTINGS))
    assert {"toolschema", "tools"} == written.keys()
    assert [
        "name", "qualname", "description", "parameters", "returns",
        "strict", "formats", "annotations", "is_async", "binding",
    ] == list(written["tools"][0])  # fmt: skip


def test_a_module_whose_tools_are_all_faulty_keeps_their_names() -> None:
    written = json.loads(
        side_file.render(ModuleSpec("m", (), omitted=("a", "b")), DEFAULT_SETTINGS)
    )
    assert {"toolschema": 1, "tools": [], "omitted": ["a", "b"]} == written


def test_a_number_that_is_not_json_is_never_written() -> None:
    spec = tool(parameter("x", StringSchema(), required=False, default=value(float("inf"))))
    with pytest.raises(ValueError, match="JSON compliant"):
        side_file.render(ModuleSpec("m", (spec,)), DEFAULT_SETTINGS)


def test_write_makes_the_folder_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "schemas" / "m.toolschema.json"
    assert files.write(path, b"new")
    assert b"new" == path.read_bytes()
    assert [path] == list(path.parent.iterdir())


def test_write_replaces_a_file_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "m.toolschema.json"
    path.write_bytes(b"old")
    assert files.write(path, b"new")
    assert b"new" == path.read_bytes()


def test_write_does_not_touch_a_file_that_is_equal(tmp_path: Path) -> None:
    path = tmp_path / "m.toolschema.json"
    path.write_bytes(b"same")
    os.utime(path, (1, 1))
    assert not files.write(path, b"same")
    assert 1 == path.stat().st_mtime


def test_a_failed_write_keeps_the_old_file_and_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m.toolschema.json"
    path.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="disk full"):
        files.write(path, b"new")
    assert b"old" == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_a_new_side_file_has_the_mode_of_any_new_file(tmp_path: Path) -> None:
    path, other = tmp_path / "m.toolschema.json", tmp_path / "other"
    files.write(path, b"new")
    other.write_bytes(b"")
    assert other.stat().st_mode == path.stat().st_mode


def test_remove_says_whether_there_was_one(tmp_path: Path) -> None:
    path = tmp_path / "m.toolschema.json"
    path.write_bytes(b"old")
    assert files.remove(path)
    assert not path.exists()
    assert not files.remove(path)
    assert not files.remove(tmp_path / "gone" / "m.toolschema.json")
