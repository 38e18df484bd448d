"""How a class may be called fastest: by position, its own defaults standing for what was not sent."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.compounds import ObjectNode


class DirectCall:
    """A constructor that can be called by position.

    Passing `__init__`'s own default is the same as passing nothing, for the sentinels by which
    dataclasses and attrs mark a factory too.

    Attributes:
        positional: The names to pass by position, in order.
        keywords: The names to pass by keyword.
        defaults: The own defaults of `__init__`, by name.
    """

    __slots__ = ("defaults", "keywords", "positional")

    def __init__(
        self, positional: tuple[str, ...], keywords: tuple[str, ...], defaults: dict[str, Any]
    ) -> None:
        self.positional = positional
        self.keywords = keywords
        self.defaults = defaults

    def arguments(self, variables: dict[str, str]) -> str:
        """The text between the brackets of the call."""
        passed = [variables[name] for name in self.positional]
        passed += [f"{name}={variables[name]}" for name in self.keywords]
        return ", ".join(passed)


def direct_call(node: ObjectNode) -> DirectCall | None:
    """How to call the class of *node* by position; None when it has to be built from a dict."""
    cls = node.cls
    init = cls.__init__
    code = getattr(init, "__code__", None)
    if (
        node.extra is not None
        or code is None
        or hasattr(init, "__wrapped__")
        or cls.__new__ is not object.__new__
        or type(cls).__call__ is not type.__call__
    ):
        return None
    parameters = code.co_varnames[1 : code.co_argcount]
    defaults = dict(init.__kwdefaults__ or {})
    own = init.__defaults__ or ()
    defaults.update(zip(parameters[len(parameters) - len(own) :], own, strict=True))
    named = {field.name: field for field in node.fields}
    if any(
        field.name not in defaults
        for field in node.fields
        if field.is_optional or field.null_is_default
    ):
        return None
    # By position as far as every parameter is a field; after a gap by keyword.
    gap = next((i for i, name in enumerate(parameters) if name not in named), len(parameters))
    positional = parameters[:gap]
    keywords = tuple(name for name in named if name not in positional)
    by_keyword = {*parameters[code.co_posonlyargcount :], *code.co_varnames[code.co_argcount :]}
    if not all(name in by_keyword and name.isidentifier() for name in keywords):
        return None
    return DirectCall(positional, keywords, defaults)
