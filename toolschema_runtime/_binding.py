"""How Python passes decoded arguments and injected values to a function."""

from __future__ import annotations

from toolschema_runtime._handlers import defaults_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from toolschema_runtime._decode.signature import Signature


def bind(
    signature: Signature, decoded: Mapping[str, Any], injected: Mapping[str, Any], handler: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """What to pass by position and what by keyword; what was not sent is left to *handler*'s defaults."""
    values = {**decoded, **injected}
    positional: list[Any] = []
    # Positional-only ones that were left out, in case that one after them was not.
    pending: list[str] = []
    keywords: dict[str, Any] = {}
    for parameter in signature.parameters:
        name = parameter.name
        if parameter is signature.extra:
            continue
        if name in values:
            value = values.pop(name)
        elif parameter.is_field_default:
            value = defaults_of(handler)[name].get_default(call_default_factory=True)
        elif parameter.is_injected and name not in defaults_of(handler):
            value = None  # it may be left out, has no default, and so admits None
        elif parameter.kind == "positional_only":
            pending.append(name)
            continue
        else:
            continue
        if parameter.kind == "positional_only":
            if pending:
                defaults = defaults_of(handler)
                positional += [defaults[left_out] for left_out in pending]
                pending = []
            positional.append(value)
        else:
            keywords[name] = value
    keywords.update(values)
    return tuple(positional), keywords
