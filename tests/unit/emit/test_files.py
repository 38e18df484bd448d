"""A side-file is written whole or not at all, also beside runs that sweep what others were writing."""

from __future__ import annotations

import os
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest

from toolschema_mypy.emit.files import sweep, write

_SUFFIX = ".toolschema.json"


def sweep_until_stopped(folder: Path) -> None:
    """Sweep as other runs of mypy would, all the time."""
    while not (folder / "stop").exists():
        sweep(folder, os.listdir(folder), _SUFFIX)


def test_sweeping_takes_what_killed_runs_were_writing_and_nothing_else(tmp_path: Path) -> None:
    others = ["shop.toolschema.json", ".shop.toolschema.json.tmp", ".notes.7.tmp", "x.7.tmp"]
    for name in [*others, ".shop.toolschema.json.680.tmp", ".shop.toolschema.json.680-0fe1.tmp"]:
        (tmp_path / name).touch()
    sweep(tmp_path, os.listdir(tmp_path), _SUFFIX)
    assert sorted(others) == sorted(os.listdir(tmp_path))


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_what_another_run_is_writing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves, move = [], os.replace

    def swept_first(source: Path, target: Path) -> None:
        sweep(tmp_path, os.listdir(tmp_path), _SUFFIX)
        moves.append(source)
        move(source, target)

    monkeypatch.setattr(os, "replace", swept_first)
    assert write(tmp_path / "shop.toolschema.json", b"{}\n")
    assert 1 == len(moves)
    assert ["shop.toolschema.json"] == os.listdir(tmp_path)


def test_processes_of_one_number_do_not_write_into_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As runs in two containers with one folder may have it.
    path, sources, move = tmp_path / "shop.toolschema.json", [], os.replace

    def written_by_another_first(source: Path, target: Path) -> None:
        sources.append(source)
        if len(sources) == 1:
            assert write(path, b"of the other\n")
        move(source, target)

    monkeypatch.setattr(os, "replace", written_by_another_first)
    assert write(path, b"ours\n")
    assert b"ours\n" == path.read_bytes()
    assert 2 == len({*sources})
    assert ["shop.toolschema.json"] == os.listdir(tmp_path)


def test_a_run_whose_file_is_swept_away_where_there_are_no_locks_writes_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, left, move = tmp_path / "shop.toolschema.json", [3], os.replace

    def swept_first(source: Path, target: Path) -> None:
        if left[0]:
            left[0] -= 1
            os.unlink(source)
        move(source, target)

    monkeypatch.setattr(os, "replace", swept_first)
    assert write(path, b"{}\n")
    assert [0] == left
    assert ["shop.toolschema.json"] == os.listdir(tmp_path)


def test_a_thousand_files_are_whole_beside_a_sweeper(tmp_path: Path) -> None:
    sweeper = get_context("spawn").Process(target=sweep_until_stopped, args=(tmp_path,))
    sweeper.start()
    try:
        for number in range(1000):
            content = b"%d" % number * 1000
            assert write(tmp_path / "shop.toolschema.json", content)
            assert content == (tmp_path / "shop.toolschema.json").read_bytes()
    finally:
        (tmp_path / "stop").touch()
        sweeper.join()
    assert 0 == sweeper.exitcode


@pytest.mark.parametrize("length", [20, 239])
def test_a_file_of_any_name_that_the_system_takes_is_written(tmp_path: Path, length: int) -> None:
    path = tmp_path / ("x" * length + _SUFFIX)
    assert write(path, b"{}\n")
    assert [path.name] == os.listdir(tmp_path)


def test_a_write_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "shop.toolschema.json"
    path.mkdir()
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        write(path, b"{}\n")
    assert ["shop.toolschema.json"] == os.listdir(tmp_path)
