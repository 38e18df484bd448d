"""Where the side-file of a module stands."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

SUFFIX: Final = ".toolschema.json"


def side_file_path(source: str, module: str, output: Path | None) -> str:
    """The place of a module's side-file.

    Args:
        source: The module's own file.
        module: Its dotted name.
        output: The setting `output`, if any.

    Returns:
        `tools.toolschema.json` beside `tools.py` (`__init__.toolschema.json` for a package), or
        `shop.tools.toolschema.json` in *output*.
    """
    if output is not None:
        return f"{output}{os.sep}{module}{SUFFIX}"
    return f"{os.path.splitext(source)[0]}{SUFFIX}"


def takes_place_of(source: str, earlier: str) -> bool:
    """Whether the side-file of a module at *source* replaces the one that it had at *earlier*.

    Also where a package now hides the module beside it, but not where another root has the module.
    """
    path, before = os.path.abspath(source), os.path.abspath(earlier)
    return path in {before, os.path.join(os.path.splitext(before)[0], "__init__.py")}


def is_orphan(side_file: Path) -> bool:
    """Whether a file beside sources is a side-file that no source stands for.

    The name must be that of a module and the content ours, so that other people's files are safe.
    """
    name = side_file.name.removesuffix(SUFFIX)
    return name.isidentifier() and not source_path(side_file).exists() and is_side_file(side_file)


def is_side_file(path: Path) -> bool:
    """Whether a file of such a name holds what the plugin writes."""
    try:
        content: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(content, dict) and {"toolschema", "tools"} <= content.keys()


def source_path(side_file: Path) -> Path:
    """The source that a side-file beside it belongs to, whether that exists or not."""
    return side_file.with_name(f"{side_file.name.removesuffix(SUFFIX)}.py")
