"""Reads a plan into nodes.  A side-file may be hostile, so that nothing in it is taken on trust."""

from __future__ import annotations

from math import isfinite

from toolschema_runtime._decode.compounds import (
    ArrayNode,
    Field,
    FixedNode,
    KeyTextNode,
    MapNode,
    ObjectNode,
    OptionalNode,
    RefNode,
    Size,
    UnionNode,
)
from toolschema_runtime._decode.grammars import NAIVE_DATE_TIME, TEXTS
from toolschema_runtime._decode.nodes import (
    AnyNode,
    BoolNode,
    Bounds,
    ChoiceNode,
    FloatNode,
    IntNode,
    Node,
    NullNode,
    ScalarClassNode,
    StrNode,
    TextNode,
    TextRules,
    format_number,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from toolschema_runtime._decode.classes import Classes

_CONTAINERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}
_OPERATORS = (
    ("minimum", ">="),
    ("maximum", "<="),
    ("exclusiveMinimum", ">"),
    ("exclusiveMaximum", "<"),
)


class DamagedPlan(Exception):
    """The plan is not one; the text says what was met."""


class PlanReader:
    """Reads the plans of one tool, which share its definitions.

    Args:
        classes: Where the classes that plans name are looked up.
        definitions: The plans that references name.
    """

    def __init__(self, classes: Classes, definitions: Any) -> None:
        self._classes = classes
        self._plans = _checked(definitions, dict, "definitions")
        self._nodes: dict[str, Node] = {}
        self._references: list[RefNode] = []
        # By which key their arms are told apart is known once all that they refer to is read.
        self._tagged_unions: list[tuple[UnionNode, str]] = []
        self._readers: dict[str, Callable[[dict[str, Any]], Node]] = {
            "literal": self._read_literal,
            "enum": self._read_enum,
            "fixed": self._read_fixed,
            "dict": self._read_map,
            "object": self._read_object,
            "scalar": self._read_scalar_class,
            "optional": lambda plan: OptionalNode(self._read(plan.get("of"))),
            "union": self._read_union,
            "ref": self._read_reference,
            "any": lambda _: AnyNode(),
            "null": lambda _: NullNode(),
            "bool": lambda _: BoolNode(),
            "int": lambda plan: IntNode(_read_bounds(plan, _number), is_exact=_flag(plan, "exact")),
            "float": lambda plan: FloatNode(_read_bounds(plan, _number)),
            "number": lambda plan: FloatNode(_read_bounds(plan, _number), keeps_int=True),
            "str": lambda plan: StrNode(_read_text_rules(plan)),
        }

    def read(self, plan: Any) -> Node:
        """The node for *plan*, with all that it refers to.

        Raises:
            DamagedPlan: When it is not a plan.
            SideFileError: When a class that it names is not there, or is not what was recorded.
        """
        try:
            node = self._read(plan)
            while self._references:
                reference = self._references.pop()
                reference.target = self._definition(reference.name)
            while self._tagged_unions:
                _set_tag(*self._tagged_unions.pop())
        except RecursionError as error:
            raise DamagedPlan("a plan that is nested too deeply") from error
        return node

    def _read(self, plan: Any) -> Node:
        if type(plan) is str:
            plan = {"type": plan}
        kind = _checked(plan, dict, "plan").get("type")
        if type(kind) is not str:
            raise DamagedPlan("a plan without a type")
        if kind in _CONTAINERS:
            return self._read_array(kind, plan)
        if kind in TEXTS:
            return _read_text(kind, plan)
        if kind not in self._readers:
            raise DamagedPlan(f"a plan of type {kind[:40]!r}")
        return self._readers[kind](plan)

    def _definition(self, name: str) -> Node:
        if name not in self._nodes:
            self._nodes[name] = self._read(self._plans[name])
        return self._nodes[name]

    def _read_reference(self, plan: dict[str, Any]) -> Node:
        name = _checked(plan.get("name"), str, "name")
        if name not in self._plans:
            raise DamagedPlan(f"a reference to {name[:40]!r}, which is not defined")
        reference = RefNode(name, _expected_of(self._plans[name]))
        self._references.append(reference)
        return reference

    def _read_literal(self, plan: dict[str, Any]) -> Node:
        values = [_scalar(value) for value in _checked(plan.get("values"), list, "values")]
        return ChoiceNode([(value, value) for value in values])

    def _read_enum(self, plan: dict[str, Any]) -> Node:
        members = _checked(plan.get("members"), dict, "members")
        cls = self._classes.enum(plan.get("class"), members)
        return ChoiceNode([(_scalar(value), cls[name]) for name, value in members.items()])

    def _read_array(self, kind: str, plan: dict[str, Any]) -> Node:
        size = Size(_count(plan, "minItems"), _count(plan, "maxItems"))
        return ArrayNode(
            _CONTAINERS[kind],
            self._read(plan.get("items")),
            size,
            is_unique=_flag(plan, "unique") or kind in ("set", "frozenset"),
        )

    def _read_fixed(self, plan: dict[str, Any]) -> Node:
        plans = _checked(plan.get("items"), list, "items")
        cls = None
        if "class" in plan:
            cls = self._classes.named_tuple(plan["class"], len(plans))
        return FixedNode(tuple(map(self._read, plans)), cls)

    def _read_map(self, plan: dict[str, Any]) -> Node:
        keys = _key_node(self._read(plan.get("keys", "str")))
        size = Size(_count(plan, "minProperties"), _count(plan, "maxProperties"))
        return MapNode(keys, self._read(plan.get("values", "any")), size)

    def _read_object(self, plan: dict[str, Any]) -> Node:
        fields = tuple(map(self._read_field, _checked(plan.get("fields"), list, "fields")))
        if len({field.key for field in fields}) != len(fields):
            raise DamagedPlan("an object with one key twice")
        extra = None if plan.get("extra") is None else self._read(plan["extra"])
        family = _checked(plan.get("family"), str, "family")
        names = _checked(plan.get("hidden", []), list, "hidden")
        hidden = frozenset(_checked(name, str, "hidden") for name in names)
        node = self._classes.object(family, plan.get("class"), fields, extra, hidden)
        if family == "pydantic":
            from toolschema_runtime._decode.enum_values import note_kept_values

            note_kept_values(node)
        return node

    def _read_field(self, plan: Any) -> Field:
        name = _checked(_checked(plan, dict, "field").get("name"), str, "name")
        return Field(
            name,
            _checked(plan.get("key", name), str, "key"),
            self._read(plan.get("plan")),
            is_optional=_flag(plan, "optional"),
            null_is_default=_flag(plan, "null_is_default"),
            is_positional=_flag(plan, "positional"),
            is_tag=_flag(plan, "tag"),
            attribute=_checked(plan.get("attribute", name), str, "attribute"),
            is_output=_flag(plan, "output"),
        )

    def _read_scalar_class(self, plan: dict[str, Any]) -> Node:
        return ScalarClassNode(
            self._classes.scalar(plan.get("class")), self._read(plan.get("base"))
        )

    def _read_union(self, plan: dict[str, Any]) -> Node:
        arms = tuple(map(self._read, _checked(plan.get("arms"), list, "arms")))
        if not arms:
            raise DamagedPlan("a union without arms")
        union = UnionNode(arms, None, {})
        if plan.get("tag") is not None:
            self._tagged_unions.append((union, _checked(plan["tag"], str, "tag")))
        return union


def _set_tag(union: UnionNode, tag: str) -> None:
    """Lets *tag* choose the arm, unless some object could belong to an arm without it."""
    tagged: dict[Any, Node] = {}
    for arm in union.arms:
        target = arm.target if isinstance(arm, RefNode) else arm
        if isinstance(target, (OptionalNode, UnionNode, MapNode, AnyNode, RefNode)):
            return
        if not isinstance(target, ObjectNode):
            continue
        field = target.keys.get(tag)
        if field is None or not isinstance(field.node, ChoiceNode):
            return
        for key in field.node.table:
            if key in tagged:
                return
            tagged[key] = arm
    union.tag, union.tagged = tag, tagged


def _key_node(node: Node) -> Node:
    """The node of a key, which is text whatever it stands for."""
    match node:
        case StrNode() | TextNode():
            return node
        case AnyNode():
            return StrNode()
        case IntNode() | ChoiceNode():
            return KeyTextNode(node)
        case ScalarClassNode(cls=cls, base=base):
            return ScalarClassNode(cls, _key_node(base))
        case UnionNode(arms=arms):
            return UnionNode(tuple(map(_key_node, arms)), None, {})
        case _:
            raise DamagedPlan("a map whose keys are no text")


def _checked(value: Any, kind: type, what: str) -> Any:
    if type(value) is not kind:
        raise DamagedPlan(f"a plan whose {what} is missing or wrong")
    return value


def _flag(plan: dict[str, Any], name: str) -> bool:
    flag: bool = _checked(plan.get(name, False), bool, name)
    return flag


def _count(plan: dict[str, Any], name: str) -> int | None:
    count = plan.get(name)
    if count is None:
        return None
    if type(count) is not int or count < 0:
        raise DamagedPlan(f"a plan whose {name} is not a count")
    return count


def _number(value: Any) -> Any:
    if type(value) is int or (type(value) is float and isfinite(value)):
        return value
    raise DamagedPlan("a bound that is not a number")


def _scalar(value: Any) -> Any:
    if value is None or type(value) in (bool, int, str):
        return value
    return _number(value)


def _read_bounds(plan: dict[str, Any], build: Callable[[Any], Any]) -> Bounds | None:
    checks = tuple(
        (operator, build(plan[name])) for name, operator in _OPERATORS if plan.get(name) is not None
    )
    multiple_of = plan.get("multipleOf")
    if multiple_of is not None and _number(multiple_of) <= 0:
        raise DamagedPlan("a multipleOf that is not above zero")
    return Bounds(checks, multiple_of) if checks or multiple_of is not None else None


def _read_text_rules(plan: dict[str, Any]) -> TextRules | None:
    source = plan.get("pattern")
    pattern = None
    if source is not None:
        import re

        from toolschema_runtime._decode.patterns import compile_pattern

        try:
            pattern = compile_pattern(_checked(source, str, "pattern"))
        except (re.error, OverflowError) as error:
            raise DamagedPlan(f"a pattern that is none: {error}") from error
    minimum, maximum = _count(plan, "minLength"), _count(plan, "maxLength")
    if pattern is None and minimum is None and maximum is None:
        return None
    return TextRules(minimum, maximum, pattern, source)


def _read_text(kind: str, plan: dict[str, Any]) -> Node:
    make, expected = TEXTS[kind]
    is_naive = _flag(plan, "naive")
    grammar = make(is_naive)
    if kind == "datetime" and is_naive:
        expected = NAIVE_DATE_TIME

    def build_bound(value: Any) -> Any:
        # Bounds stand in the type's own text; those of a Decimal may be numbers too.
        try:
            return grammar.read(value if type(value) is str else format_number(_number(value)))
        except ValueError as error:
            raise DamagedPlan(f"a bound that is no {kind}") from error

    rules = _read_text_rules(plan)
    bounds = _read_bounds(plan, build_bound)
    return TextNode(kind, grammar, expected, rules, bounds)


def _expected_of(plan: Any) -> str:
    kind = plan.get("type") if type(plan) is dict else plan
    if kind in ("list", "tuple", "set", "frozenset", "fixed"):
        return "array"
    return "object" if kind in ("object", "dict") else "what is described"
