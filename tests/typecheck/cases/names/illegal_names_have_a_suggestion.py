"""A name outside the providers' pattern is an error, with a suggestion (C103)."""

from toolschema_runtime import tool


@tool(name="Dockerfile problems scanner")
def scan(path: str) -> str: ...
# E: Tool name "Dockerfile problems scanner" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
# N: Use name="dockerfile_problems_scanner"


@tool(name="1st")
def first(path: str) -> str: ...
# E: Tool name "1st" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
# N: Use name="_1st"


@tool
def größe(path: str) -> str: ...
# E: Tool name "größe" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
# N: Use name="gro_e"


@tool(name="")
def empty(path: str) -> str: ...
# E: Tool name "" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
# N: Use name="tool"


@tool(name="a" * 65)
def long(path: str) -> str: ...
# E: Tool name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
# N: Use name="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"


@tool(name="get-it")
def get(path: str) -> str: ...
