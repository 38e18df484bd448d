"""mypy in processes forked from one that has imported it already: as real, in half the time.

Run as a program it is that one: it reads requests from stdin, a JSON object a line, and forks for
each; the child becomes mypy, and the parent answers with its exit status and output.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import NoReturn


@lru_cache(maxsize=1)
def _server() -> subprocess.Popen[str]:
    # It ends with this process, when its stdin is closed.
    return subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def run_mypy(folder: Path, arguments: list[str]) -> tuple[int, str]:
    """Run mypy in *folder*: its exit status, and all that it printed."""
    status, output = _run_once(folder, arguments)
    for _ in range(2):
        # mypy gives its workers a few seconds to start, which a busy machine may not have.
        if "Failed to establish connection with worker" in output:
            status, output = _run_once(folder, arguments)
    return status, output


def _run_once(folder: Path, arguments: list[str]) -> tuple[int, str]:
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps({"folder": str(folder), "arguments": arguments}) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    return answer["status"], answer["output"]


def _serve() -> None:
    # The plugin too: the child finds it loaded, as mypy finds its own modules.
    import mypy.main  # noqa: F401

    import toolschema_mypy.hooks.building
    import toolschema_mypy.hooks.entry  # noqa: F401

    for line in sys.stdin:
        request = json.loads(line)
        with tempfile.TemporaryFile("w+") as output:
            child = os.fork()
            if child == 0:
                _become_mypy(request["folder"], request["arguments"], output.fileno())
            _, status = os.waitpid(child, 0)
            output.seek(0)
            answer = {"status": os.waitstatus_to_exitcode(status), "output": output.read()}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _become_mypy(folder: str, arguments: list[str], output: int) -> NoReturn:
    import mypy.main

    status = 3
    try:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.argv = ["mypy", *arguments]
        mypy.main.main()
        status = 0
    except SystemExit as exit_request:
        status = exit_request.code if isinstance(exit_request.code, int) else 2
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    _serve()
