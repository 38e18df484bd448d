"""Settings come from the file that mypy reads; what is wrong is said once and changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from toolschema_mypy.hooks.options import read_settings
from toolschema_mypy.model.settings import DEFAULT_SETTINGS, Settings

ALL_TOML = """
[tool.mypy]
plugins = ["toolschema_mypy"]
[tool.toolschema]
output = "schemas"
nullable = "union"
enum = "name"
refs = "defs"
omit_null = true
inject_types = ["mcp.server.mcpserver.Context", "pydantic_ai.RunContext"]
docstrings = "all"
naive_datetime = "allow"
targets = ["openai", "gemini"]
"""
ALL_INI = """
[mypy]
plugins = toolschema_mypy
[toolschema]
output = schemas
nullable = union
enum = name
refs = defs
omit_null = yes
inject_types =
    mcp.server.mcpserver.Context,
    pydantic_ai.RunContext
docstrings = all
naive_datetime = allow
targets = openai, gemini
"""


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", ALL_TOML),
        ("other.toml", ALL_TOML),
        ("mypy.ini", ALL_INI),
        (".mypy.ini", ALL_INI),
        ("setup.cfg", ALL_INI),
    ],
)
def test_every_setting_is_read_from_every_kind_of_file(
    tmp_path: Path, name: str, text: str
) -> None:
    expected = Settings(
        output=tmp_path / "schemas",
        nullable="union",
        enum="name",
        refs="defs",
        omit_null=True,
        inject_types=("mcp.server.mcpserver.Context", "pydantic_ai.RunContext"),
        docstrings="all",
        naive_datetime="allow",
        targets=("openai", "gemini"),
    )
    assert (expected, ()) == read_settings(write(tmp_path, name, text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.mypy]\nstrict = true\n"),
        ("pyproject.toml", ""),
        ("mypy.ini", "[mypy]\nstrict = true\n"),
        ("pyproject.toml", "not toml at all ["),
        ("mypy.ini", "not ini at all"),
    ],
)
def test_without_a_readable_section_the_defaults_hold(tmp_path: Path, name: str, text: str) -> None:
    assert (DEFAULT_SETTINGS, ()) == read_settings(write(tmp_path, name, text))


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert (DEFAULT_SETTINGS, ()) == read_settings(None)
    assert (DEFAULT_SETTINGS, ()) == read_settings(str(tmp_path / "gone.toml"))


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (
            'nullabel = "union"',
            'Unrecognized option: nullabel = "union" (did you mean "nullable"?)',
        ),
        ("omit-null = true", 'Unrecognized option: omit-null = true (did you mean "omit_null"?)'),
        ("zzz = [1]", "Unrecognized option: zzz = [1]"),
        (
            'nullable = "unions"',
            (
                'nullable: invalid choice "unions" (choose from "anyof", "union")'
                ' (did you mean "union"?)'
            ),
        ),
        ("enum = 1", 'enum: invalid choice "1" (choose from "value", "name")'),
        ("refs = [1]", 'refs: invalid choice "[1]" (choose from "auto", "inline", "defs")'),
        ('omit_null = "maybe"', "omit_null: Not a boolean: maybe"),
        ("output = 1", "output: Not the path of a folder"),
        ('output = ""', "output: Not the path of a folder"),
        ("inject_types = 3", "inject_types: Not a list: 3"),
        ('inject_types = ["a..b"]', 'inject_types: Not a dotted name: "a..b"'),
        (
            'targets = ["openai", "gemnii"]',
            (
                'targets: invalid choice "gemnii" (choose from "openai", "openai_responses",'
                ' "anthropic", "gemini", "mcp", "bedrock", "mistral", "cohere", "ollama")'
                ' (did you mean "gemini"?)'
            ),
        ),
    ],
)
def test_a_wrong_entry_is_one_line_and_the_default_holds(
    tmp_path: Path, entry: str, line: str
) -> None:
    path = write(tmp_path, "pyproject.toml", f"[tool.toolschema]\n{entry}\n")
    assert (DEFAULT_SETTINGS, (f"{path}: [tool.toolschema]: {line}",)) == read_settings(path)


def test_ini_values_are_shown_as_they_are_written(tmp_path: Path) -> None:
    path = write(tmp_path, "mypy.ini", "[toolschema]\nnullabel = union\n")
    expected = (
        f'{path}: [toolschema]: Unrecognized option: nullabel = union (did you mean "nullable"?)'
    )
    assert (DEFAULT_SETTINGS, (expected,)) == read_settings(path)


def test_a_folder_in_quotes_is_no_folder_of_an_ini_file(tmp_path: Path) -> None:
    path = write(tmp_path, "mypy.ini", '[toolschema]\noutput = "schemas"\n')
    line = (
        f'{path}: [toolschema]: output: Not the path of a folder: "schemas" (without quotes here)'
    )
    assert (DEFAULT_SETTINGS, (line,)) == read_settings(path)


def test_sound_entries_beside_a_wrong_one_are_kept(tmp_path: Path) -> None:
    path = write(tmp_path, "setup.cfg", "[toolschema]\nrefs = defs\nenum = values\n")
    settings, lines = read_settings(path)
    assert Settings(refs="defs") == settings
    assert 1 == len(lines)


def test_a_section_that_is_no_table_is_reported(tmp_path: Path) -> None:
    path = write(tmp_path, "pyproject.toml", "[tool]\ntoolschema = 1\n")
    assert (DEFAULT_SETTINGS, (f"{path}: [tool.toolschema]: Not a table: 1",)) == read_settings(
        path
    )


@pytest.mark.parametrize(
    ("name", "section", "own"),
    [
        ("pyproject.toml", "toolschema", "tool.toolschema"),
        ("pyproject.toml", "tool.toolschema_mypy", "tool.toolschema"),
        ("pyproject.toml", "tool.toolschema-mypy", "tool.toolschema"),
        ("pyproject.toml", "tool.ToolSchema", "tool.toolschema"),
        ("mypy.ini", "tool.toolschema", "toolschema"),
        ("setup.cfg", "tool:toolschema", "toolschema"),
        ("setup.cfg", "toolschema-mypy", "toolschema"),
    ],
)
def test_a_section_of_a_like_name_is_reported(
    tmp_path: Path, name: str, section: str, own: str
) -> None:
    path = write(tmp_path, name, f'[{section}]\nrefs = "defs"\n')
    line = f'{path}: [{section}]: Unrecognized section (did you mean "[{own}]"?)'
    assert (DEFAULT_SETTINGS, (line,)) == read_settings(path)


def test_sections_of_others_are_theirs(tmp_path: Path) -> None:
    path = write(tmp_path, "pyproject.toml", "tool = 1\n[tools.schema]\n[project]\n")
    assert (DEFAULT_SETTINGS, ()) == read_settings(path)


def test_digest_tells_settings_apart(tmp_path: Path) -> None:
    digests = {
        settings.digest()
        for settings in (
            DEFAULT_SETTINGS,
            Settings(nullable="union"),
            Settings(omit_null=True),
            Settings(targets=("openai",)),
            Settings(output=tmp_path),
        )
    }
    assert 5 == len(digests)
    assert Settings(refs="auto").digest() == DEFAULT_SETTINGS.digest()


def test_reading_settings_does_not_import_mypy() -> None:
    program = "import toolschema_mypy.hooks.options, sys; print('mypy' in sys.modules)"
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert "False" == done.stdout.strip()
