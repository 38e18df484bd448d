"""What the mypy plugin costs on top of mypy: ratios of CPU time and of peak memory.

    python benchmarks/plugin_cost.py [--rounds 5] [--growth]

Each project is checked with and without the plugin, turn about, in caches of their own: cold (no
cache), warm (nothing has changed) and after an edit of one module.  A figure is the least of all
rounds, since whatever else the machine does can only add to it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TOOLS_IN_A_MODULE = 10

HEADER = """\
import dataclasses
import enum
from datetime import datetime
from typing import Literal
from uuid import UUID

from toolschema_runtime import tool


class Priority(enum.Enum):
    LOW = "low"
    HIGH = "high"


@dataclasses.dataclass
class Address:
    street: str
    city: str
    postcode: str | None = None


@dataclasses.dataclass
class Order:
    customer: str
    ship_to: Address
    skus: list[str]
    priority: Priority
    note: str | None = None
"""
# Four kinds of tool, as a project has them: flat, with a choice, with classes, with dates.
KINDS = (
    '''

{decorator}def search_{number}(query: str, limit: int = 20, min_score: float = 0.5) -> str:
    """Search the product catalogue.

    Returns the best matches first, one per line.

    Args:
        query: Words to look for, in any order.
        limit: The most matches to return.
        min_score: Drop matches scoring below this, from 0 to 1.
    """
    return query
''',
    '''

{decorator}def open_ticket_{number}(
    title: str,
    priority: Priority,
    labels: list[str],
    mode: Literal["fast", "balanced", "thorough"] = "balanced",
    assignee: str | None = None,
    points: int | None = None,
) -> str:
    """Open a ticket in the tracker.

    Args:
        title: One line saying what is wrong.
        priority: How urgent the ticket is.
        labels: Labels to put on the ticket.
        mode: How hard to look for duplicates first.
        assignee: Who gets the ticket, if known.
        points: The estimate in story points, if known.
    """
    return title
''',
    '''

{decorator}def place_order_{number}(order: Order, dry_run: bool = False) -> str:
    """Place an order.

    Args:
        order: The order with its lines and the address to send it to.
        dry_run: Check the order without placing it.
    """
    return order.customer
''',
    '''

{decorator}def move_event_{number}(
    event_id: UUID, start: datetime, end: datetime | None = None, title: str = "untitled"
) -> str:
    """Move a calendar event.

    Args:
        event_id: The event to move.
        start: The new start, with its time zone.
        end: The new end; keeps the duration when absent.
        title: The new title.
    """
    return title
''',
)


class Project(NamedTuple):
    """A project of *modules* modules, of which every *step*-th makes its functions tools."""

    name: str
    modules: int = 100
    functions: int = TOOLS_IN_A_MODULE
    step: int = 1
    # The most that the plugin may cost: cold, warm, after an edit (design, "Speed and size").
    goals: tuple[float, float, float] | None = None

    def has_tools(self, module: int) -> bool:
        return self.step > 0 and module % self.step == 0

    @property
    def tools(self) -> int:
        return self.functions * sum(map(self.has_tools, range(self.modules)))


class Cost(NamedTuple):
    """What one run of mypy took."""

    cpu: float
    peak_mb: float


PROJECTS = (
    Project("no tools", step=0),
    Project("one module in twenty", step=20, goals=(1.05, 1.08, 1.08)),
    Project("every module", goals=(1.25, 1.15, 1.15)),
)
GROWTH = (
    Project("1,000 tools, 100 modules"),
    Project("3,000 tools, 300 modules", modules=300),
    Project("10,000 tools, 1,000 modules", modules=1000),
    Project("1,000 tools, one module", modules=1, functions=1000),
)


def write(project: Project, folder: Path) -> None:
    package = folder / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for module in range(project.modules):
        decorator = "@tool\n" if project.has_tools(module) else ""
        functions = (
            KINDS[number % len(KINDS)].format(decorator=decorator, number=number)
            for number in range(project.functions)
        )
        (package / f"m{module:04}.py").write_text(HEADER + "".join(functions))
    for name, plugins in (("off", ""), ("on", "plugins = toolschema_mypy\n")):
        (folder / f"{name}.ini").write_text(f"[mypy]\ncache_dir = {name}.cache\n{plugins}")


def check(folder: Path, variant: str) -> Cost:
    """Run mypy on a project, `off` or `on` the plugin."""
    environment = {key: value for key, value in os.environ.items() if key[:6] != "PYTHON"}
    environment["PYTHONPATH"] = str(ROOT)
    # Bytecode of ours as an installed package has it, without a trace in the checkout.
    environment["PYTHONPYCACHEPREFIX"] = str(folder.parent / "bytecode")
    process = os.fork()
    if process == 0:
        os.chdir(folder)
        output = os.open("mypy.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        command = [sys.executable, "-m", "mypy", "--config-file", f"{variant}.ini", "pkg"]
        os.execve(sys.executable, command, environment)
    _, status, usage = os.wait4(process, 0)
    if status != 0:
        raise SystemExit((folder / "mypy.log").read_text())
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def edit(project: Project, folder: Path, module: int) -> None:
    path = folder / "pkg" / f"m{module:04}.py"
    path.write_text(path.read_text() + f"\nEDITED_{path.stat().st_size} = True\n")


def forget(folder: Path, variant: str) -> None:
    shutil.rmtree(folder / f"{variant}.cache", ignore_errors=True)
    if variant == "on":
        for side_file in folder.rglob("*.toolschema.json"):
            side_file.unlink()


def measure(project: Project, folder: Path, rounds: int) -> dict[str, dict[str, Cost]]:
    """The least cost of each kind of run, by variant."""
    found: dict[str, dict[str, list[Cost]]] = defaultdict(lambda: defaultdict(list))

    def note(run: str, variant: str) -> None:
        found[run][variant].append(check(folder, variant))

    edits = {"edit": 0} if project.step == 1 else {"edit": 1, "edit of tools": 0}
    if project.step == 0:
        edits = {"edit": 1}
    for _ in range(rounds):
        for variant in ("off", "on"):
            forget(folder, variant)
            note("cold", variant)
        for variant in ("off", "on") * 2:
            note("warm", variant)
        for run, module in edits.items():
            edit(project, folder, module)
            for variant in ("off", "on"):
                note(run, variant)
    return {
        run: {
            variant: Cost(min(c.cpu for c in costs), min(c.peak_mb for c in costs))
            for variant, costs in variants.items()
        }
        for run, variants in found.items()
    }


def print_ratios(rounds: int, folder: Path) -> None:
    print("| project | run | mypy, s | with plugin, s | ratio | goal | peak memory, ratio |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for project in PROJECTS:
        place = folder / project.name.replace(" ", "_")
        write(project, place)
        check(place, "on")  # compiles the plugin
        goals = dict(zip(("cold", "warm", "edit"), project.goals or (), strict=False))
        for run, costs in measure(project, place, rounds).items():
            off, on = costs["off"], costs["on"]
            print(
                f"| {project.name} | {run} | {off.cpu:.3f} | {on.cpu:.3f} | {on.cpu / off.cpu:.2f} "
                f"| {goals.get(run, '')} | {on.peak_mb / off.peak_mb:.2f} |",
                flush=True,
            )


def print_growth(rounds: int, folder: Path) -> None:
    print("| project | mypy, s | with plugin, s | ratio | plugin, ms a tool | peak memory, ratio |")
    print("|---|---:|---:|---:|---:|---:|")
    for project in GROWTH:
        place = folder / project.name.replace(" ", "_").replace(",", "")
        write(project, place)
        costs: dict[str, list[Cost]] = defaultdict(list)
        for _ in range(rounds):
            for variant in ("off", "on"):
                forget(place, variant)
                costs[variant].append(check(place, variant))
        off, on = (min(each.cpu for each in costs[variant]) for variant in ("off", "on"))
        memory = [min(each.peak_mb for each in costs[variant]) for variant in ("off", "on")]
        print(
            f"| {project.name} | {off:.2f} | {on:.2f} | {on / off:.2f} "
            f"| {(on - off) / project.tools * 1000:.2f} | {memory[1] / memory[0]:.2f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="The cost of the mypy plugin, as ratios.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="cold runs up to 10,000 tools")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        show = print_growth if arguments.growth else print_ratios
        show(arguments.rounds, Path(name))


if __name__ == "__main__":
    main()
