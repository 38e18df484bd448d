"""A project with side-files that mypy wrote, and servers of its tools in processes of their own."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
_PYPROJECT = '[tool.mypy]\nplugins = ["toolschema_mypy"]\nfiles = ["shop", "desk.py", "door.py", "leaver.py"]\n'
_ANSWERS_WITHIN = 60


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "examples" / "shop", folder / "shop")
    for side_file in folder.glob("shop/*.json"):
        side_file.unlink()
    for name in ("desk.py", "door.py", "leaver.py", "application.py"):
        shutil.copy(HERE / name, folder / name)
    (folder / "pyproject.toml").write_text(_PYPROJECT)
    command = [sys.executable, "-m", "mypy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (folder / "desk.toolschema.json").exists(), done.stdout + done.stderr
    return folder


class Served:
    """Starts servers of the project's tools, and runs conversations with them."""

    def __init__(self, project: Path, marks: Path, transport: str, mode: str) -> None:
        self.project = project
        self.marks = marks
        self.transport = transport
        self.mode = mode
        self._environment = {**os.environ, "DESK_MARKS": str(marks)}

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "toolschema_runtime", "serve", *arguments]

    def process(self, *arguments: str) -> subprocess.Popen[bytes]:
        """A server whose pipes are ours."""
        return subprocess.Popen(
            self.command(*arguments),
            cwd=self.project,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def talk(
        self,
        target: str,
        conversation: Callable[[Client], Coroutine[Any, Any, Any]],
        **options: Any,
    ) -> Any:
        """What *conversation* with a new server of *target* gives."""

        async def run(server: Any) -> Any:
            async with Client(server, mode=self.mode, **options) as client:
                return await asyncio.wait_for(conversation(client), _ANSWERS_WITHIN)

        if self.transport == "stdio":
            command, *arguments = self.command(target)
            parameters = StdioServerParameters(
                command=command, args=arguments, cwd=self.project, env=self._environment
            )
            return asyncio.run(run(parameters))
        with self.over_http(target) as url:
            return asyncio.run(run(url))

    @contextmanager
    def over_http(self, target: str, *options: str) -> Iterator[str]:
        """The address of a server over HTTP."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        server = self.process(target, "--http", "--port", str(port), *options)
        try:
            _wait_for(port, server)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.terminate()
            server.communicate(timeout=20)


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert server.poll() is None, server.communicate()
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the server does not listen")


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture(params=["stdio", "http"])
def transport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=["legacy", "auto"])
def mode(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def served(project: Path, marks: Path, transport: str, mode: str) -> Served:
    return Served(project, marks, transport, mode)


@pytest.fixture
def over_stdio(project: Path, marks: Path) -> Served:
    return Served(project, marks, "stdio", "legacy")


@pytest.fixture
def over_http(project: Path, marks: Path) -> Served:
    return Served(project, marks, "http", "legacy")
