"""A pattern arrives as one for text: one for bytes is an error."""

import re
from re import Pattern
from typing import Any, AnyStr

from toolschema_runtime import tool


@tool
def find(
    by: re.Pattern[bytes],
    # E: "by" of tool "find" has type "Pattern[bytes]", which has no JSON form  [tool-type]
    # N: Take "Pattern[str]", or hide the parameter with Inject()
    several: list[Pattern[bytes]],
    # E: "several[]" of tool "find" has type "Pattern[bytes]", which has no JSON form  [tool-type]
    # N: Take "Pattern[str]", or hide the parameter with Inject()
) -> None: ...


@tool
def find_any(by: Pattern[AnyStr]) -> None: ...
# E: "by" of tool "find_any" has type "Pattern[AnyStr]", which has no JSON form  [tool-type]
# N: Take "Pattern[str]", or hide the parameter with Inject()


@tool
def last() -> Pattern[bytes]: ...
# E: "return" of tool "last" has type "Pattern[bytes]", which has no JSON form  [tool-type]
# N: Return "Pattern[str]", or annotate object to leave it undescribed


@tool
def fine(by: Pattern[str], other: Pattern[Any]) -> Pattern[str]: ...
