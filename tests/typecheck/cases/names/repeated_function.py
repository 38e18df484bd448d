"""Two decorated functions of one name are two tools of one name."""

from toolschema_runtime import tool


@tool
def find(path: str) -> str: ...


@tool
def scan(path: str) -> str: ...
# E: Two tools here are called "scan", so neither is written  [tool-name]
# N: Rename one of them, or give it a name=


@tool  # E: Name "scan" already defined on line 10  [no-redef]
def scan(path: str, depth: int) -> str: ...
# E: Two tools here are called "scan", so neither is written  [tool-name]
# N: Rename one of them, or give it a name=
