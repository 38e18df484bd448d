"""What a provider does to a set of tools, in words: its limits, and every construct that it changes or refuses."""

from __future__ import annotations

from toolschema_runtime._calls import _Value
from toolschema_runtime._definition import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime.dialects._rewriting import Action


class FormatChange(_Value):
    """One rule of a provider that a registry's tools meet.

    Attributes:
        format: The format.
        tool: The name of the tool; None when it is about all tools together.
        path: The parameter, as `order.lines[].sku`; `""` when it is about the tool as a whole.
        rule: The rule's id, as in the pages of docs/providers.
        action: `drop` (an annotation goes), `rewrite` (the same values in other words), `lower` (the
            description says it, and our decoder enforces it), `warn` (sent as it is, with an open question),
            `reroute` (sent in the provider's other form) or `reject` (the provider refuses it).
        text: What was met, and what becomes of it or what to do.
        source: A link to where the provider says or shows so.
    """

    __slots__ = ("action", "format", "path", "rule", "source", "text", "tool")
    _fields = ("format", "tool", "path", "rule", "action", "text", "source")

    format: str
    tool: str | None
    path: str
    rule: str
    action: Action
    text: str
    source: str

    def __init__(
        self,
        format: str,
        tool: str | None,
        path: str,
        *,
        rule: str,
        action: Action,
        text: str,
        source: str,
    ) -> None:
        given = (format, tool, path, rule, action, text, source)
        for name, value in zip(self._fields, given, strict=True):
            object.__setattr__(self, name, value)

    @property
    def is_refusal(self) -> bool:
        """Whether the provider refuses the tool, and with it the request."""
        return self.action == "reject"


def changes(fmt: str, records: list[dict[str, Any]]) -> list[FormatChange]:
    """What the dialect of *fmt* says of *records*; see `ToolRegistry.check`."""
    found: list[FormatChange] = []
    for pointer, rule in encode(fmt, lambda module: module.check(records)):
        steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
        change = FormatChange(
            fmt,
            records[int(steps[0])]["name"] if steps else None,
            _path(steps[1:]),
            rule=rule.id,
            action=rule.action,
            text=f"{rule.construct}: {rule.effect}".replace("`", ""),
            source=rule.source,
        )
        if change not in found[-20:]:  # one rule may be met by every arm of a union
            found.append(change)
    return found


def _path(steps: list[str]) -> str:
    """`parameters/properties/lines/items/properties/sku` as a person reads it: `lines[].sku`."""
    path = ""
    rest = steps
    while rest:
        match rest:
            case ["properties", name, *rest]:
                path += f".{name}" if path else name
            case ["$defs", name, *rest]:
                path = f"$defs.{name}"
            case ["items", *rest]:
                path += "[]"
            case ["prefixItems", index, *rest]:
                path += f"[{index}]"
            case ["additionalProperties", *rest]:
                path += "{}"
            case _:
                rest = rest[1:]
    return path
