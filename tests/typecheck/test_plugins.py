"""Other plugins of mypy beside ours: what they know of a class changes no schema."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.typecheck.case import FOLDER
from tests.typecheck.project import Project

CASES = (
    "classes/pydantic_model",
    "classes/pydantic_generics_and_inheritance",
    "unions/pydantic_discriminator",
    "metadata/field_says_more",
)


@pytest.mark.parametrize(
    "plugins", [("pydantic.mypy", "toolschema_mypy"), ("toolschema_mypy", "pydantic.mypy")]
)
def test_pydantic_plugin_changes_no_side_file(plugins: tuple[str, ...], tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write({"pyproject.toml": f"[tool.mypy]\nplugins = {list(plugins)}\n"})
    project.write(
        {f"{Path(name).name}.py": (FOLDER / f"{name}.py").read_text("utf-8") for name in CASES}
    )
    said = project.mypy("--disable-error-code=empty-body", "--cache-dir=/dev/null")
    assert {} == said.printed, said.stdout
    for name in CASES:
        golden = (FOLDER / f"{name}.golden.json").read_text("utf-8")
        assert golden == (tmp_path / f"{Path(name).name}.toolschema.json").read_text("utf-8")
