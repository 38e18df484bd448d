"""Start-up and dispatch of the runtime beside pydantic, msgspec and aisuite: ratios of one run.

Each contender runs in an environment of its own, made at the first run, turn about with the others; the
figures are the least of all rounds.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import workload

import toolschema_runtime

HERE = Path(__file__).resolve().parent
# label -> module in contenders/, and what its environment holds
CONTENDERS = {
    "toolschema": ("toolschema", ()),
    "pydantic": ("pydantic_model", ("pydantic",)),
    "msgspec": ("msgspec_struct", ("msgspec",)),
    "aisuite": ("aisuite_tools", ("aisuite",)),
}
FLOOR = "module alone"
SIZES = (10, 100)
ENVIRONMENT = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}


def python_of(folder: Path, label: str) -> str:
    """The interpreter of a contender's environment, which is made when it is not there."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    home = folder / f"{label}-{version}"
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    needed = CONTENDERS[label][1]
    if not (home / "ready").exists():
        venv.create(home, with_pip=bool(needed), clear=True)
        if needed:
            subprocess.run([python, "-m", "pip", "install", "-q", *needed], check=True)
        (home / "ready").touch()
    return str(python)


def write_tools(folder: Path) -> None:
    """Modules of tools, and the side-files of those that are ours."""
    for count in (4, *SIZES):
        for is_marked in (False, True):
            name = f"{'marked' if is_marked else 'plain'}_{count}.py"
            (folder / name).write_text(workload.source(count, is_marked=is_marked))
    (folder / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")
    paths = [str(Path(toolschema_runtime.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-m", "mypy", *(f"marked_{count}.py" for count in (4, *SIZES))]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)


def cpu_seconds(command: list[str]) -> float:
    """What one process takes of the processor, its start included."""
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command[-1]!r} failed")
    return used.ru_utime + used.ru_stime


def start_up(pythons: dict[str, str], paths: list[str], rounds: int) -> None:
    for count in SIZES:
        commands = {}
        for label, (module, _) in CONTENDERS.items():
            code = (
                f"import sys; sys.path[:0] = {paths!r}\nimport {module} as c\n"
                f"c.schemas(c.build(c.MODULE.format(count={count})))"
            )
            commands[label] = [pythons[label], "-c", code]
        code = f"import sys; sys.path[:0] = {paths!r}\nimport plain_{count}"
        commands[FLOOR] = [pythons["toolschema"], "-c", code]
        code = f"import marked_{count}\n"
        own = commands["toolschema"][-1]
        commands["toolschema, module imported"] = [pythons["toolschema"], "-c", f"{own}\n{code}"]
        for command in commands.values():
            cpu_seconds(command)  # writes bytecode
        least = dict.fromkeys(commands, 1e9)
        for _ in range(rounds):
            for label, command in commands.items():
                least[label] = min(least[label], cpu_seconds(command))
        print(f"\nStart-up, {count} tools: import, load, encode for OpenAI (CPU)")
        print(f"{'':30}{'ms':>9}{'of pydantic':>14}{'of module alone':>18}")
        for label, seconds in least.items():
            of_peer, of_floor = seconds / least["pydantic"], seconds / least[FLOOR]
            print(f"{label:30}{seconds * 1e3:9.1f}{of_peer:14.2f}{of_floor:18.2f}")


def dispatch(pythons: dict[str, str], paths: list[str], rounds: int) -> None:
    least: dict[str, dict[str, float | str]] = {label: {} for label in CONTENDERS}
    for _ in range(rounds):
        for label, (module, _) in CONTENDERS.items():
            command = [pythons[label], str(HERE / "runtime_child.py"), module, *paths]
            done = subprocess.run(
                command, env=ENVIRONMENT, check=True, stdout=subprocess.PIPE, text=True
            )
            for row, figure in json.loads(done.stdout.splitlines()[-1]).items():
                known = least[label].get(row, figure)
                is_less = isinstance(figure, float) and isinstance(known, float) and figure < known
                least[label][row] = figure if is_less else known
    print("\nOne call, in microseconds, and ours as a ratio of each")
    others = [label for label in CONTENDERS if label != "toolschema"]
    print(
        f"{'':24}" + "".join(f"{label:>14}" for label in (*CONTENDERS, *(f"/{o}" for o in others)))
    )
    for row, ours in least["toolschema"].items():
        cells = [_cell(least[label][row]) for label in CONTENDERS]
        for label in others:
            figure = least[label][row]
            is_ratio = isinstance(ours, float) and isinstance(figure, float)
            cells.append(f"{ours / figure:.2f}" if is_ratio else "-")
        print(f"{row:24}" + "".join(f"{cell:>14}" for cell in cells))


def _cell(figure: float | str) -> str:
    return figure[:13] if isinstance(figure, str) else f"{figure:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=["start-up", "dispatch"])
    parser.add_argument(
        "--environments", type=Path, default=Path(tempfile.gettempdir(), "toolschema-bench")
    )
    given = parser.parse_args()
    given.environments.mkdir(parents=True, exist_ok=True)
    pythons = {label: python_of(given.environments, label) for label in CONTENDERS}
    with tempfile.TemporaryDirectory() as folder:
        write_tools(Path(folder))
        root = str(Path(toolschema_runtime.__file__).parents[1])
        paths = [folder, str(HERE / "contenders"), str(HERE), root]
        if given.only != "dispatch":
            start_up(pythons, paths, given.rounds)
        if given.only != "start-up":
            dispatch(pythons, paths, given.rounds)


if __name__ == "__main__":
    main()
