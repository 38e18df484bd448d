"""Repairs around the whole arguments, for a lenient registry: code fences and double encoding."""

from __future__ import annotations

from toolschema_runtime._decode.json_text import NotAcceptable, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolschema_runtime._decode.faults import Faults
    from toolschema_runtime._decode.limits import Limits

_FENCE = "```"


def unwrap(text: str, limits: Limits, faults: Faults) -> str:
    """The JSON text inside a code fence, or inside a JSON string; *text* itself when it is neither.

    Text that was cut off is never completed.
    """
    stripped = text.strip()
    if stripped.startswith(_FENCE) and stripped.endswith(_FENCE) and len(stripped) > 6:
        first, _, inside = stripped[3:-3].partition("\n")
        if first.strip().lower() in ("", "json"):
            faults.repaired((), "code fence taken off")
            stripped = text = inside.strip()
    if not stripped.startswith('"'):
        return text
    try:
        inner = parse(stripped, limits)
    except NotAcceptable:
        return text
    if type(inner) is not str or not inner.lstrip().startswith("{"):
        return text
    faults.repaired((), "JSON text inside JSON text read")
    return inner
