"""JSON text to values: strict, bounded, and every failure said in one line for the model."""

from __future__ import annotations

import json

from toolschema_runtime._decode.faults import ABSENT, Met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from toolschema_runtime._decode.limits import Limits

    Scan: TypeAlias = Callable[[str, int], tuple[Any, int]]

_SPACE = " \t\n\r"


class NotAcceptable(ValueError):
    """The text is not what may be sent: not JSON, or too large.

    Attributes:
        expected: What would have been acceptable.
        value: What was met, or a Met with words for it.
    """

    def __init__(self, expected: str, value: object = ABSENT) -> None:
        self.expected = expected
        self.value = value
        super().__init__(expected)


def _refuse_constant(name: str) -> Any:
    raise NotAcceptable("JSON numbers", Met(name))


def _object_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise NotAcceptable("every key once", Met("one twice"))
    return value


# C functions of (text, start) -> (value, end), which typeshed does not know; json.loads costs twice as much.
_pairs_decoder: Any = json.JSONDecoder(
    object_pairs_hook=_object_without_duplicates, parse_constant=_refuse_constant
)
_plain_decoder: Any = json.JSONDecoder(parse_constant=_refuse_constant)
scan_with_pairs: Scan = _pairs_decoder.scan_once
scan_plain: Scan = _plain_decoder.scan_once


def parse(text: str, limits: Limits) -> Any:
    """The value of *text*.

    Raises:
        NotAcceptable: When it is not JSON, repeats a key, or is larger than *limits*.
    """
    length = len(text)
    # A character is at most four bytes, so that most texts need not be encoded to be measured.
    if length * 4 > limits.text and _size(text) > limits.text:
        raise NotAcceptable(f"at most {limits.text} bytes of JSON text")
    start = 0
    while start < length and text[start] in _SPACE:
        start += 1
    try:
        value, end = _scan_once(text, start)
    except NotAcceptable:
        raise
    except RecursionError as error:
        raise NotAcceptable(f"at most {limits.depth} levels") from error
    except (StopIteration, ValueError) as error:
        raise NotAcceptable("JSON", Met(_what_failed(error))) from error
    if end != length and text[end:].strip(_SPACE):
        raise NotAcceptable("JSON", Met(f"more text after it, at character {end + 1}"))
    if _may_exceed(text, length, limits):
        excess = limits.excess(value)
        if excess is not None:
            raise NotAcceptable(excess)
    return value


def _scan_once(text: str, start: int) -> tuple[Any, int]:
    # One object of as many keys as there are colons has every key once; only otherwise is the slower
    # scanner needed, which sees each pair.
    if text.count("{") == 1:
        value, end = scan_plain(text, start)
        if type(value) is dict and len(value) == text.count(":"):
            return value, end
    return scan_with_pairs(text, start)


def has_double_keys(text: str, keys: int) -> bool:
    """Whether some object in *text* may have a key twice, when its objects have *keys* keys in all.

    Where no blank can stand between a key and its colon, there are exactly as many keys as `":`, unless
    that stands inside a text; then, and with blanks, the answer is yes, and somebody has to look closer.
    """
    if text.count('":') != keys:
        return True
    return " :" in text or "\n" in text or "\t" in text or "\r" in text


def _may_exceed(text: str, length: int, limits: Limits) -> bool:
    return (
        length > limits.nodes
        or length > limits.digits
        or text.count("[") + text.count("{") > limits.depth
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _what_failed(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        if error.pos >= len(error.doc.rstrip()):
            return "text that ends too early"
        return f"text that is not JSON at character {error.pos + 1}"
    if isinstance(error, StopIteration):
        return "text that ends too early" if error.value else "no JSON"
    return "a number with too many digits"
