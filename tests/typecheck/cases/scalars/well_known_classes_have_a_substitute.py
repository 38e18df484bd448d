"""Of well-known classes without JSON form the way out names the type to take."""

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from fractions import Fraction
from zoneinfo import ZoneInfo

from pydantic import HttpUrl, PostgresDsn, SecretStr

from toolschema_runtime import tool


@tool
def take(
    a: deque[int],
    # E: "a" of tool "take" has type "deque[int]", which has no JSON form  [tool-type]
    # N: Take "list[int]", or hide the parameter with Inject()
    b: defaultdict[str, list[int]],
    # E: "b" of tool "take" has type "defaultdict[str, list[int]]", which has no JSON form  [tool-type]
    # N: Take "dict[str, list[int]]", or hide the parameter with Inject()
    c: OrderedDict[str, str | None],
    # E: "c" of tool "take" has type "OrderedDict[str, str | None]", which has no JSON form  [tool-type]
    # N: Take "dict[str, str | None]", or hide the parameter with Inject()
    d: list[Counter[str]],
    # E: "d[]" of tool "take" has type "Counter[str]", which has no JSON form  [tool-type]
    # N: Take "dict[str, int]", or hide the parameter with Inject()
    e: complex,
    # E: "e" of tool "take" has type "complex", which has no JSON form  [tool-type]
    # N: Take "tuple[float, float]", or hide the parameter with Inject()
    f: Fraction,
    # E: "f" of tool "take" has type "Fraction", which has no JSON form  [tool-type]
    # N: Take "str", or hide the parameter with Inject()
    g: ZoneInfo,
    # E: "g" of tool "take" has type "ZoneInfo", which has no JSON form  [tool-type]
    # N: Take "str", or hide the parameter with Inject()
    h: HttpUrl | None,
    # E: "h" of tool "take" has type "HttpUrl", which has no JSON form  [tool-type]
    # N: Take "str", or hide the parameter with Inject()
    i: PostgresDsn,
    # E: "i" of tool "take" has type "PostgresDsn", which has no JSON form  [tool-type]
    # N: Take "str", or hide the parameter with Inject()
    j: SecretStr,
    # E: "j" of tool "take" has type "SecretStr", which has no JSON form  [tool-type]
    # N: Take "str", or hide the parameter with Inject()
    k: bytearray,
    # E: "k" of tool "take" has type "bytearray", which has no JSON form  [tool-type]
    # N: Take "bytes", or hide the parameter with Inject()
    l: Iterator[int],
    # E: "l" of tool "take" has type "Iterator[int]", which has no JSON form  [tool-type]
    # N: Take "list[int]", or hide the parameter with Inject()
) -> None: ...


@tool
def give() -> deque[str]: ...
# E: "return" of tool "give" has type "deque[str]", which has no JSON form  [tool-type]
# N: Return "list[str]", or annotate object to leave it undescribed


@tool
def iterate() -> Iterator[int]: ...


class Own(deque[int]): ...


@tool
def derived(a: Own) -> None: ...
# E: "a" of tool "derived" has type "Own", which cannot be built from JSON: it has a metaclass  [tool-type]
# N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
