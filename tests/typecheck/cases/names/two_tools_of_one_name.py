"""Of two tools of one name in one namespace neither is written; another class is another namespace."""

from toolschema_runtime import tool


@tool
def scan(path: str) -> str: ...
# E: Two tools here are called "scan", so neither is written  [tool-name]
# N: Rename one of them, or give it a name=


@tool(name="scan")
def other(path: str) -> str: ...
# E: Two tools here are called "scan", so neither is written  [tool-name]
# N: Rename one of them, or give it a name=


class Desk:
    @tool
    def scan(self, path: str) -> str: ...
