"""`Name` gives the key; Python's name is bound. Two parameters of one key are an error (C102)."""

from datetime import date
from typing import Annotated

from toolschema_runtime import Name, tool


@tool
def bars(from_: Annotated[date, Name("from")], cik: Annotated[str, Name("cik-A")]) -> str: ...


@tool
def clash(a: Annotated[int, Name("key")], key: int) -> str: ...
# E: Two parameters of tool "clash" are called "key" by the model  [tool-name]
# N: Give one of them another Name(...)
