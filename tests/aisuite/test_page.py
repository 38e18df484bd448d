"""The loops of docs/aisuite.md run with the real package."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.aisuite.conftest import Talk, asks, call, says
from tests.docs.pages import blocks

ROOT = Path(__file__).parents[2]
PARCEL = {"to": {"street": "Kirchgasse 1", "city": "Jena"}, "grams": 500}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The page's files, with side-files that mypy wrote."""
    folder = tmp_path_factory.mktemp("page")
    for block in blocks(ROOT / "docs" / "aisuite.md"):
        if block.path is not None:
            path = folder / block.path
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    (folder / "pyproject.toml").write_text(
        '[tool.mypy]\nplugins = ["toolschema_mypy"]\nfiles = ["post"]\nstrict = true\n'
    )
    command = [sys.executable, "-m", "mypy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.mark.usefixtures("project", "without_mcp")
@pytest.mark.parametrize("module", ["post.assistant", "post.own_loop"])
def test_a_loop_of_the_page_runs(module: str) -> None:
    talk = Talk(
        asks(call("send_parcel", json.dumps({**PARCEL, "grams": 30_000}), "1")),
        asks(call("send_parcel", json.dumps(PARCEL), "2")),
        says("Sent."),
    )
    assert "Sent." == importlib.import_module(module).ask(talk.client, "Send it.")
    assert ["sent to Jena"] == [json.loads(each["content"]) for each in talk.heard]
    refused = talk.provider.asked[1]["messages"][-1]["content"]
    assert {"error": "parcels weigh 20 kg at most"} == json.loads(refused)
