"""A cache below @tool forgets the parameters, and nobody can type it: above @tool it is called."""

import functools
from functools import cache, lru_cache

from toolschema_runtime import tool


@tool
@lru_cache
def a(x: int) -> str: ...
# E: The parameters of tool "a" are not known: its type does not name them  [tool-signature]
# N: Put @tool directly above the function, below "@lru_cache", or cache in a function that the tool calls


@tool
@functools.lru_cache(maxsize=None)
def b(x: int) -> str: ...
# E: The parameters of tool "b" are not known: its type does not name them  [tool-signature]
# N: Put @tool directly above the function, below "@functools.lru_cache", or cache in a function that the tool calls


class Shop:
    @tool
    @cache
    def c(self, x: int) -> str: ...
    # E: The parameters of tool "c" are not known: its type does not name them  [tool-signature]
    # N: Put @tool directly above the function, below "@cache", or cache in a function that the tool calls


@cache
def plain(x: int) -> str: ...


d = tool(plain)
# E: The parameters of tool "d" are not known: its type does not name them  [tool-signature]
# N: Put @tool directly above the function, below "@cache", or cache in a function that the tool calls


@lru_cache
@tool
def fine(x: int) -> str: ...
