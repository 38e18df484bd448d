"""The loops of docs/loops.md are what strict type checkers take beside the real SDKs, without a cast."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n# (?P<path>\S+\.py)\n(?P<text>.*?)```", re.DOTALL)
LOOPS = {
    match["path"]: match["text"]
    for match in BLOCK.finditer((ROOT / "docs" / "loops.md").read_text("utf-8"))
}
# google-genai's own signature holds types that pyright cannot name.
UNKNOWN_IN_THE_SDK = {"gemini_contents.py": ["reportUnknownMemberType"]}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("loops")
    for name, text in LOOPS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        switches = "".join(
            f"# pyright: {rule}=false\n" for rule in UNKNOWN_IN_THE_SDK.get(name, ())
        )
        path.write_text(switches + text, "utf-8")
    return folder


def said(folder: Path, *command: str) -> str:
    result = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


def test_there_is_a_loop_for_each_provider_with_a_page() -> None:
    assert {"openai_chat.py", "openai_responses.py", "anthropic_messages.py"} <= LOOPS.keys()
    assert "gemini_contents.py" in LOOPS
    assert not any(re.search(r"\bcast\(|type: ignore", text) for text in LOOPS.values())


def test_mypy_strict_takes_every_loop(pages: Path) -> None:
    printed = said(pages, "mypy", "--strict", ".")
    assert "Success" in printed, printed


def test_pyright_strict_takes_every_loop(pages: Path) -> None:
    configuration = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT)]}
    (pages / "pyrightconfig.json").write_text(json.dumps(configuration), "utf-8")
    printed = said(pages, "pyright", "--pythonpath", sys.executable, ".")
    assert "0 errors, 0 warnings" in printed, printed
