"""The parameters of a tool as the runtime needs them: what a model may send, and how Python passes it."""

from __future__ import annotations

from toolschema_runtime._decode.compounds import Field, ObjectNode, RefNode
from toolschema_runtime._decode.faults import ABSENT, INVALID, Faults
from toolschema_runtime._decode.reader import DamagedPlan, PlanReader
from toolschema_runtime._errors import SideFileError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.classes import Classes
    from toolschema_runtime._decode.nodes import Node

_KINDS = ("positional_only", "positional_or_keyword", "keyword_only", "unpacked", "var_keyword")
_RECEIVERS = ("function", "method", "classmethod", "staticmethod", "value")


class Parameter:
    """One parameter of a function.

    Attributes:
        name: Python's name.
        kind: How Python passes it.
        field: What the model writes for it; None when it is injected.
        literal: The recorded default as `(value,)`, or None when none was recorded.
        is_field_default: Whether the default is a FieldInfo, which is asked for the value.
        is_unpacked: Whether the keys of this object stand at the top level.
        is_injected: Whether the host gives it.
        must_be_injected: Whether the host has to.
        inject_type: The dotted name of its type, by which the host may give it too.
    """

    __slots__ = (
        "field",
        "inject_type",
        "is_field_default",
        "is_injected",
        "is_unpacked",
        "kind",
        "literal",
        "must_be_injected",
        "name",
    )

    def __init__(self, record: Any, reader: PlanReader) -> None:
        if type(record) is not dict:
            raise DamagedPlan("a parameter that is not an object")
        self.name = _text(record, "name")
        self.kind = _text(record, "kind")
        if self.kind not in _KINDS or not self.name.isidentifier():
            raise DamagedPlan("a parameter of an unknown kind")
        inject = record.get("inject")
        self.is_injected = inject is not None
        self.must_be_injected = False
        self.inject_type: str | None = None
        self.field: Field | None = None
        if inject is not None:
            if type(inject) is not dict:
                raise DamagedPlan("an injection that is not an object")
            self.must_be_injected = inject.get("required") is True
            self.inject_type = inject.get("type")
            if self.inject_type is not None and type(self.inject_type) is not str:
                raise DamagedPlan("an injection of a type without a name")
        else:
            self.field = Field(
                self.name,
                _text(record, "key") if "key" in record else self.name,
                reader.read(record.get("plan")),
                is_optional=record.get("optional") is True,
                null_is_default=record.get("null_is_default") is True,
                supply=(record["supply"],) if "supply" in record else None,
            )
        self.literal = (record["default"],) if "default" in record else None
        self.is_field_default = record.get("field_default") is True
        self.is_unpacked = record.get("unpack") is True


def _text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    if type(value) is not str:
        raise DamagedPlan(f"a parameter whose {name} is missing or wrong")
    return value


class Signature:
    """All parameters of a tool, and the plan of its result.

    Attributes:
        parameters: In signature order.
        receiver: What the tool is called on.
        keys: What is published at the top level, in order.
        hidden: Names that a model may never send, also where further keys are open.
        extra: The parameter `**kw`, if there is one.
        open_unpacked: The unpacked parameter whose object takes further keys, if there is one.
        injected: The parameters that the host gives.
        is_generator: Whether the value is the list of what the tool yields.
    """

    __slots__ = (
        "_fields",
        "_key_of",
        "_known",
        "extra",
        "hidden",
        "injected",
        "is_generator",
        "keys",
        "open_unpacked",
        "parameters",
        "receiver",
    )

    def __init__(self, binding: dict[str, Any], classes: Classes) -> None:
        reader = PlanReader(classes, binding.get("definitions", {}))
        records = binding.get("parameters")
        receiver = binding.get("receiver")
        if type(records) is not list or receiver not in _RECEIVERS:
            raise DamagedPlan("a binding without parameters or receiver")
        self.parameters = tuple(Parameter(record, reader) for record in records)
        self.receiver: str = receiver
        self.is_generator = binding.get("is_generator") is True
        self.extra: Parameter | None = None
        self.open_unpacked: Parameter | None = None
        self.keys: list[str] = []
        self._read_keys()
        # A further key may be called as `**kw` itself: Python takes `f(kw=2)`.
        hidden = {
            parameter.name for parameter in self.parameters if parameter.kind != "var_keyword"
        }
        if receiver in ("method", "classmethod"):
            hidden |= {"self", "cls"}
        self.hidden = hidden.difference(self.keys)
        self._known = frozenset(self.keys)
        self._fields = [
            (parameter.name, parameter.field, parameter.is_unpacked)
            for parameter in self.parameters
            if parameter.field is not None and parameter.kind != "var_keyword"
        ]
        # The keys that hidden names stand for, so that a model can be told.
        self._key_of = {
            name: field.key for name, field, is_unpacked in self._fields if not is_unpacked
        }
        self.injected = tuple(p for p in self.parameters if p.is_injected)

    def _read_keys(self) -> None:
        for parameter in self.parameters:
            field = parameter.field
            if field is None:
                continue
            if parameter.kind == "var_keyword":
                self.extra = parameter
            elif parameter.is_unpacked:
                node = unpacked_object(field.node)
                self.keys += node.keys
                if node.extra is not None:
                    self.open_unpacked = parameter
            else:
                self.keys.append(field.key)
        if len(set(self.keys)) != len(self.keys):
            raise DamagedPlan("one key for two parameters")

    def decode(self, sent: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """The arguments by Python's names, those that are left to their defaults absent."""
        values: dict[str, Any] = {}
        further = {key: sent[key] for key in sent if key not in self._known}
        for name, field, is_unpacked in self._fields:
            if is_unpacked:
                value = self._decode_unpacked(name, field, sent, further, faults)
            else:
                value = field.decode(sent, (), faults)
            if value is not ABSENT:
                values[name] = value
        for key in further:
            self._decode_further(key, sent, faults, values)
        return values

    def _decode_unpacked(
        self,
        name: str,
        field: Field,
        sent: dict[str, Any],
        further: dict[str, Any],
        faults: Faults,
    ) -> Any:
        """The object of the keys that are its own; those it takes go from *further*."""
        node = unpacked_object(field.node)
        own = {key: sent[key] for key in sent if key in node.keys}
        if self.open_unpacked is not None and self.open_unpacked.name == name:
            taken = [key for key in further if type(key) is str and key not in self.hidden]
            own.update((key, further.pop(key)) for key in taken)
        if not own and may_be_left_out(field):
            return ABSENT
        values = node.decode_fields(own, (), faults)
        return INVALID if values is None else node.build(node, values, (), faults)

    def _decode_further(
        self, key: Any, sent: dict[str, Any], faults: Faults, values: dict[str, Any]
    ) -> None:
        if type(key) is not str:
            faults.wrong_type((), "text for every key", sent)
        elif self.extra is None or self.extra.field is None or key in self.hidden:
            is_open = self.extra is not None or self.open_unpacked is not None
            faults.unknown((key,), self.keys, self._key_of.get(key) if is_open else None)
        else:
            values[key] = self.extra.field.node.decode(sent[key], (key,), faults)


def unpacked_object(node: Node) -> ObjectNode:
    """The object whose keys stand at the top level."""
    target = node.target if isinstance(node, RefNode) else node
    if not isinstance(target, ObjectNode):
        raise DamagedPlan("an unpacked parameter that is not an object")
    return target


def may_be_left_out(field: Field) -> bool:
    """Whether an unpacked parameter is left to its default when none of its keys is sent."""
    # A key that is required at the top is so whatever the parameter's own default is.
    return field.is_optional and all(
        each.is_optional for each in unpacked_object(field.node).fields
    )


def read_signature(binding: dict[str, Any], classes: Classes, tool: str) -> Signature:
    """The signature in a side-file's *binding*.

    Raises:
        SideFileError: When the binding is damaged, or names a class that is not what was recorded.
    """
    try:
        return Signature(binding, classes)
    except DamagedPlan as damage:
        raise _damaged(tool, damage) from damage


def read_returns(binding: dict[str, Any], classes: Classes, tool: str) -> Node:
    """The node of the result's plan in a side-file's *binding*.

    Raises:
        SideFileError: When the plan is damaged, or names a class that is not what was recorded.
    """
    try:
        return PlanReader(classes, binding.get("return_definitions", {})).read(binding["returns"])
    except DamagedPlan as damage:
        raise _damaged(tool, damage) from damage


def _damaged(tool: str, damage: DamagedPlan) -> SideFileError:
    return SideFileError(f'tool "{tool}": its side-file has {damage}; run mypy again')
