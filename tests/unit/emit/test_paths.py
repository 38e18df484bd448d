"""Side-files stand beside their source, or together in the folder of the setting `output`."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolschema_mypy.emit.paths import is_orphan, side_file_path, source_path


@pytest.mark.parametrize(
    ("source", "module", "output", "expected"),
    [
        ("shop/tools.py", "shop.tools", None, "shop/tools.toolschema.json"),
        ("shop/__init__.py", "shop", None, "shop/__init__.toolschema.json"),
        ("tool.set.py", "tool", None, "tool.set.toolschema.json"),
        ("shop/tools.py", "shop.tools", "gen", "gen/shop.tools.toolschema.json"),
        ("shop/__init__.py", "shop", "gen", "gen/shop.toolschema.json"),
    ],
)
def test_place_of_a_side_file(source: str, module: str, output: str | None, expected: str) -> None:
    folder = None if output is None else Path(output)
    assert expected == side_file_path(source, module, folder)


@pytest.mark.parametrize("source", ["shop/tools.py", "shop/__init__.py"])
def test_source_is_found_back(source: str) -> None:
    assert Path(source) == source_path(Path(side_file_path(source, "shop", None)))


@pytest.mark.parametrize(
    ("content", "is_ours"),
    [
        ('{"toolschema": 1, "tools": []}', True),
        ('{"mine": 1}', False),
        ("[1]", False),
        ("{", False),
        ("[" * 200_000, False),
    ],
    ids=["ours", "object", "array", "torn", "deep"],
)
def test_files_of_other_people_are_no_orphans(tmp_path: Path, content: str, is_ours: bool) -> None:
    path = tmp_path / "shop.toolschema.json"
    path.write_text(content)
    assert is_ours == is_orphan(path)
