"""How long an MCP host waits for the tools: from the start of the process to the answer of tools/list.

    python benchmarks/mcp_start.py [--rounds 10] [--tools 20]

The environment needs this project and the peers: `pip install -e ".[mcp,mypy]" fastmcp`.  The same tools are served
by a server of the SDK that has the list as JSON (what nobody can save), by toolschema, by the SDK's own MCPServer
and by FastMCP, turn about.  *ms* is the wait, *CPU ms* what the process took until its end just after; a figure is
the least of all rounds, since whatever else the machine does can only add to it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, NamedTuple

from plugin_cost import HEADER, KINDS

ROOT = Path(__file__).resolve().parents[1]

BARE = """
import asyncio
import json
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

async def list_tools(context, params):
    with open("list.json") as file:
        return {"tools": json.load(file)}

async def main():
    server = Server("bare", on_list_tools=list_tools)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())

asyncio.run(main())
"""
LISTING = """
import json
from toolschema_runtime import ToolRegistry
from toolschema_runtime.dialects import mcp

records = ToolRegistry.load("desk").schemas._records
print(json.dumps(mcp.tools(records, version="2025-11-25")))
"""
PEER = """
from {module} import {name}

server = {name}("peer")
tool = server.tool()
{tools}
server.run()
"""
REQUESTS: list[dict[str, Any]] = [
    {
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 1, "method": "tools/list"},
]


def write(folder: Path, tools: int) -> dict[str, list[str]]:
    """The contenders' programs, and how each is started."""
    functions = "".join(
        KINDS[number % len(KINDS)].format(decorator="@tool\n", number=number)
        for number in range(tools)
    )
    (folder / "desk.py").write_text(HEADER + functions)
    (folder / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")
    subprocess.run(
        [sys.executable, "-m", "mypy", "desk.py"], cwd=folder, check=True, stdout=sys.stderr
    )
    listing = [sys.executable, "-c", LISTING]
    with (folder / "list.json").open("w") as file:
        subprocess.run(listing, cwd=folder, check=True, stdout=file)
    header = HEADER.replace("from toolschema_runtime import tool\n", "")
    (folder / "bare.py").write_text(BARE)
    for program, module, name in (
        ("own", "mcp.server.mcpserver", "MCPServer"),
        ("fast", "fastmcp", "FastMCP"),
    ):
        text = PEER.format(module=module, name=name, tools=header + functions)
        (folder / f"{program}.py").write_text(text)
    return {
        "SDK, ready list": ["bare.py"],
        "toolschema": ["-m", "toolschema_runtime", "serve", "desk"],
        "SDK's MCPServer": ["own.py"],
        "FastMCP": ["fast.py"],
    }


class Cost(NamedTuple):
    """The seconds until a server's list, and those of CPU until its end."""

    wait: float
    cpu: float


def start(arguments: list[str], folder: Path, tools: int) -> Cost:
    """Start a server, ask for its list, and end it."""
    before = getrusage(RUSAGE_CHILDREN)
    begun = time.perf_counter()
    server = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    for request in REQUESTS:
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **request}).encode() + b"\n")
    server.stdin.flush()
    answer: dict[str, Any] = {}
    while answer.get("id") != 1:
        answer = json.loads(server.stdout.readline())
    took = time.perf_counter() - begun
    server.communicate()
    if len(answer["result"]["tools"]) != tools:
        raise SystemExit(f"{arguments} lists {answer}")
    after = getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(took, cpu)


def main() -> None:
    parser = argparse.ArgumentParser(description="From a server's start to its list of tools.")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--tools", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        contenders = write(folder, options.tools)
        costs: dict[str, list[Cost]] = {contender: [] for contender in contenders}
        for _ in range(options.rounds):
            for contender, arguments in contenders.items():
                costs[contender].append(start(arguments, folder, options.tools))
    least = {
        contender: Cost(min(c.wait for c in each), min(c.cpu for c in each))
        for contender, each in costs.items()
    }
    ours, bare = least["toolschema"], least["SDK, ready list"]
    print(f"| {options.tools} tools | ms | CPU ms | beyond the SDK's own | ratio to toolschema |")
    print("|---|---:|---:|---:|---:|")
    for contender, cost in least.items():
        print(
            f"| {contender} | {cost.wait * 1e3:.0f} | {cost.cpu * 1e3:.0f} "
            f"| {(cost.cpu - bare.cpu) * 1e3:.0f} | {cost.cpu / ours.cpu:.2f} |"
        )


if __name__ == "__main__":
    main()
