"""What a constructor said when it refused, in words for a model."""

from __future__ import annotations

from toolschema_runtime._decode.faults import render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolschema_runtime._decode.faults import Path


def refusal_text(error: ValueError) -> str:
    """What *error* says, without a class name."""
    said = validation_faults(error)
    if said is None:
        return str(error) or "not acceptable"
    return "; ".join(f"{render(at)}: {text}" if at else text for at, text in said)


def validation_faults(error: ValueError) -> list[tuple[Path, str]] | None:
    """Path and text of each fault of a pydantic `ValidationError`; None for another error.

    Its own text holds class names, values and addresses.
    """
    errors = getattr(error, "errors", None)
    if errors is None or not hasattr(error, "error_count"):
        return None
    faults = errors(include_url=False, include_context=False, include_input=False)
    return [(tuple(fault["loc"]), _without_prefix(str(fault["msg"]))) for fault in faults]


def _without_prefix(text: str) -> str:
    return text.removeprefix("Value error, ").removeprefix("Assertion failed, ")
