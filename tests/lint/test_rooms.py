"""What each room takes from outside; import-linter checks what the rooms take from one another."""

from __future__ import annotations

import sys
from graphlib import TopologicalSorter

import grimp
import pytest

GRAPH = grimp.build_graph(
    "toolschema_mypy", "toolschema_runtime", include_external_packages=True, cache_dir=None
)
DIALECTS = "toolschema_runtime.dialects"
OURS = frozenset({"toolschema_mypy", "toolschema_runtime"})

# typing_extensions comes with mypy; only `assert_never` and `override` are taken from it.
ROOMS = {
    "model": {"attrs", "typing_extensions"},
    "diagnostics": {"attrs", "typing_extensions"},
    "analysis": {"attrs", "docstring_parser", "mypy", "typing_extensions"},
    "transform": {"attrs", "typing_extensions"},
    "emit": {"attrs", "typing_extensions"},
    "hooks": {"attrs", "mypy", "tomli", "tomllib", "typing_extensions"},
    "cli": {"attrs", "rich", "typing_extensions"},
    "__main__": set(),
}


def outside(room: str) -> set[str]:
    """The top-level packages, neither ours nor Python's, that the modules of *room* import."""
    modules = {room, *GRAPH.find_descendants(room)} if room in GRAPH.modules else set()
    taken = {
        imported.partition(".")[0]
        for module in modules
        for imported in GRAPH.find_modules_directly_imported_by(module)
    }
    return taken - OURS - sys.stdlib_module_names


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_takes_only_what_it_may_from_outside(room: str) -> None:
    assert set() == outside(f"toolschema_mypy.{room}") - ROOMS[room]


def test_every_room_of_the_plugin_is_in_the_table() -> None:
    rooms = {module.rpartition(".")[2] for module in GRAPH.find_children("toolschema_mypy")}
    assert set() == rooms - ROOMS.keys()


def test_the_runtime_takes_nothing_from_outside_but_its_adapters_do() -> None:
    modules = {"toolschema_runtime", *GRAPH.find_descendants("toolschema_runtime")}
    strangers = {
        module
        for module in modules
        if not module.startswith("toolschema_runtime.adapters.")
        and any(
            imported.partition(".")[0] not in OURS | sys.stdlib_module_names
            for imported in GRAPH.find_modules_directly_imported_by(module)
        )
    }
    assert set() == strangers


def test_the_dialects_import_one_another_one_way() -> None:
    """Imports inside functions and for types count; the package loads a dialect by its name alone."""
    room = {DIALECTS, *GRAPH.find_descendants(DIALECTS)}
    imports = {module: GRAPH.find_modules_directly_imported_by(module) & room for module in room}
    order = list(TopologicalSorter(imports).static_order())
    assert room == set(order)
