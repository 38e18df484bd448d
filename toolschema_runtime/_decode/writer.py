"""Writes the rules of nodes as Python statements that check a variable and bind it to the decoded value.

Nothing of a side-file stands in the source but the repr of keys and numbers: everything else is a
constant in the namespace.
"""

from __future__ import annotations

from toolschema_runtime._decode.classes import build_by_constructor, build_typed_dict
from toolschema_runtime._decode.compiled import (
    Mismatch,
    built,
    by_tag,
    first_of,
    interpreted,
)
from toolschema_runtime._decode.compounds import (
    ArrayNode,
    FixedNode,
    MapNode,
    ObjectNode,
    OptionalNode,
    RefNode,
    UnionNode,
    is_unique,
)
from toolschema_runtime._decode.constructors import direct_call
from toolschema_runtime._decode.inline import inline_text
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._decode.nodes import (
    EXACT,
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
    copy_json,
    is_json,
    is_multiple,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.compounds import Field
    from toolschema_runtime._decode.constructors import DirectCall

# Python allows 20 blocks inside one another; what lies deeper becomes a function of its own.
DEEPEST_BLOCK = 14
_OPPOSITE = {">=": "<", "<=": ">", ">": "<=", "<": ">="}


class Writer:
    """Collects the source of one decoder.

    Args:
        most_items: The length of an array or map from which the nodes have to count exactly.
        is_flat: Whether definitions are written in place, and the keys of all objects counted.
    """

    def __init__(self, most_items: int, *, is_flat: bool) -> None:
        self.namespace: dict[str, Any] = {
            "Mismatch": Mismatch,
            "is_json": is_json,
            "copy_json": copy_json,
            "is_unique": is_unique,
            "is_multiple": is_multiple,
            "first_of": first_of,
            "by_tag": by_tag,
            "LEAST": -(10**DEFAULT_LIMITS.digits),
            "MOST": 10**DEFAULT_LIMITS.digits,
            "LOW": float("-inf"),
            "HIGH": float("inf"),
        }
        self.lines: list[str] = []
        self.indent = 0
        # In a function of its own a value is refused by Mismatch alone, so that another arm is tried.
        self.is_nested = False
        self.is_flat = is_flat
        self._most_items = most_items
        self._count = 0
        self._definitions: list[str] = []
        # After all definitions, which they name.
        self._assignments: list[str] = []
        self._functions: dict[int, str] = {}

    def source(self) -> str:
        return "\n".join([*self._definitions, *self._assignments, *self.lines, ""])

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def fresh(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"

    def constant(self, value: Any) -> str:
        name = self.fresh("C")
        self.namespace[name] = value
        return name

    def refuse_if(self, condition: str) -> None:
        self.line(f"if {condition}: raise Mismatch")

    def function_of(self, node: Node) -> str:
        """The name of a function from a value to the decoded value, which raises Mismatch."""
        known = self._functions.get(id(node))
        if known is not None:
            return known
        name = self._functions[id(node)] = self.fresh("f")
        outer = self.lines, self.indent, self.is_nested
        self.lines, self.indent, self.is_nested = [], 1, True
        self.value("v", node)
        self._definitions += [f"def {name}(v):", *self.lines, "    return v"]
        self.lines, self.indent, self.is_nested = outer
        return name

    def value(self, v: str, node: Node) -> None:
        """Statements that check the variable *v* by *node* and bind it to the decoded value."""
        if self.indent > DEEPEST_BLOCK:
            self.line(f"{v} = {self.function_of(node)}({v})")
            return
        match node:
            case StrNode(rules=rules):
                self.refuse_if(f"type({v}) is not str")
                self._text_rules(v, rules)
            case IntNode():
                self._integer(v, node)
            case FloatNode():
                self._number(v, node)
            case BoolNode():
                self.refuse_if(f"{v} is not True and {v} is not False")
            case NullNode():
                self.refuse_if(f"{v} is not None")
            case AnyNode():
                self.refuse_if(f"not is_json({v})")
                self.line(f"{v} = copy_json({v})")
            case TextNode():
                self._text(v, node)
            case ChoiceNode():
                self._choice(v, node)
            case OptionalNode(node=inner):
                self.line(f"if {v} is not None:")
                self._block(v, inner)
            case ArrayNode():
                self._array(v, node)
            case ObjectNode():
                self._object(v, node)
            case MapNode():
                self._map(v, node)
            case FixedNode():
                self._fixed(v, node)
            case UnionNode():
                self._union(v, node)
            case RefNode(target=target) if self.is_flat:
                self.value(v, target)
            case RefNode(target=target):
                self.line(f"{v} = {self.function_of(target)}({v})")
            case ScalarClassNode(cls=cls, base=base):
                self.value(v, base)
                self.line(f"{v} = {self.constant(cls)}({v})")
            case _:  # a key that stands for something other than text
                self.line(f"{v} = {self.constant(interpreted(node))}({v})")

    def _block(self, v: str, node: Node) -> None:
        self.indent += 1
        self.value(v, node)
        self.indent -= 1

    def _text_rules(self, v: str, rules: TextRules | None) -> None:
        if rules is None:
            return
        if rules.minimum:
            self.refuse_if(f"len({v}) < {rules.minimum}")
        if rules.maximum is not None:
            self.refuse_if(f"len({v}) > {rules.maximum}")
        if rules.pattern is not None:
            self.refuse_if(f"{self.constant(rules.pattern.search)}({v}) is None")

    def _bounds(self, v: str, bounds: Bounds | None) -> None:
        if bounds is None:
            return
        for operator, bound in bounds.checks:
            self.refuse_if(f"{v} {_OPPOSITE[operator]} {self.constant(bound)}")
        if bounds.multiple_of is not None:
            self.refuse_if(f"not is_multiple({v}, {self.constant(bounds.multiple_of)})")

    def _integer(self, v: str, node: IntNode) -> None:
        if node.is_exact:
            self.refuse_if(f"type({v}) is not int")
        else:
            self.line(f"if type({v}) is not int:")
            self.indent += 1
            self.refuse_if(
                f"type({v}) is not float or not -{EXACT} < {v} < {EXACT} or not {v}.is_integer()"
            )
            self.line(f"{v} = int({v})")
            self.indent -= 1
        self._digits(v, node.bounds)
        self._bounds(v, node.bounds)

    def _digits(self, v: str, bounds: Bounds | None) -> None:
        operators = {operator[0] for operator, _ in bounds.checks} if bounds is not None else set()
        if operators != {"<", ">"}:  # bounded on both sides it has few digits anyway
            self.refuse_if(f"not LEAST < {v} < MOST")

    def _number(self, v: str, node: FloatNode) -> None:
        self.line(f"if type({v}) is float:")
        self.indent += 1
        self.refuse_if(f"not LOW < {v} < HIGH")
        self.indent -= 1
        self.line("else:")
        self.indent += 1
        self.refuse_if(f"type({v}) is not int")
        # Bounds are compared with the integer as it was written; float() refuses what is no double.
        if node.bounds is not None or node.keeps_int:
            self._digits(v, node.bounds)
            self._bounds(v, node.bounds)
        self.line(f"float({v})" if node.keeps_int else f"{v} = float({v})")
        self.indent -= 1
        if node.bounds is not None:
            self._bounds(v, node.bounds)

    def _text(self, v: str, node: TextNode) -> None:
        self.refuse_if(f"type({v}) is not str")
        self._text_rules(v, node.rules)
        lines = self._reading(v, node)
        if not self.is_nested:  # there a ValueError says no just as well
            for line in lines:
                self.line(line)
        else:
            self.line("try:")
            for line in lines:
                self.line("    " + line)
            self.line("except ValueError: raise Mismatch")
        if node.bounds is not None:
            self.refuse_if(f"not {self.constant(node.bounds.admit)}({v})")

    def _reading(self, v: str, node: TextNode) -> list[str]:
        grammar = node.grammar
        inline = inline_text(node.kind, grammar)
        if inline is not None:
            names = {name: self.constant(value) for name, value in inline.names.items()}
            names.update(v=v, t=self.fresh("t"), colons="inner +=" if self.is_flat else "_ =")
            return [line.format_map(names) for line in inline.lines]
        lines = [f"{v} = {self.constant(grammar.build)}({v})"]
        if grammar.refuses is not None:
            lines.insert(0, f"if {self.constant(grammar.refuses)}({v}) is not None: raise Mismatch")
        return lines

    def _choice(self, v: str, node: ChoiceNode) -> None:
        if all(type(value) is str for value in node.values):
            table = {value: node.table[False, value] for value in node.values}
            self.refuse_if(f"type({v}) is not str")
            if not self.is_nested:  # there a KeyError says no just as well
                self.line(f"{v} = {self.constant(table)}[{v}]")
            else:
                name = self.constant(table)
                self.refuse_if(f"{v} not in {name}")
                self.line(f"{v} = {name}[{v}]")
        else:
            self.line(f"{v} = {self.constant(interpreted(node))}({v})")

    def _array(self, v: str, node: ArrayNode) -> None:
        self.refuse_if(f"type({v}) is not list")
        self._size(v, node.size.minimum, node.size.maximum)
        if node.is_unique:
            self.refuse_if(f"not is_unique({v})")
        item = self.fresh("i")
        container = "" if node.container is list else self.constant(node.container)
        self._count_items(v)
        if isinstance(node.items, (StrNode, BoolNode)):  # what comes out is what came in
            self.line(f"for {item} in {v}:")
            self._block(item, node.items)
            self.line(f"{v} = {container}({v})" if container else f"{v} = {v}.copy()")
            return
        out = self.fresh("o")
        self.line(f"{out} = []")
        self.line(f"for {item} in {v}:")
        self._block(item, node.items)
        self.line(f"    {out}.append({item})")
        self.line(f"{v} = {container}({out})")

    def _size(self, v: str, minimum: int | None, maximum: int | None) -> None:
        if minimum:
            self.refuse_if(f"len({v}) < {minimum}")
        if maximum is not None:
            self.refuse_if(f"len({v}) > {maximum}")

    def _count_items(self, v: str) -> None:
        # One element over it in any array, and the nodes decide by counting everything.
        self.line(f"if len({v}) > {self._most_items}: raise OverflowError")

    def _fixed(self, v: str, node: FixedNode) -> None:
        self.refuse_if(f"type({v}) is not list or len({v}) != {len(node.items)}")
        names = [self.fresh("i") for _ in node.items]
        if names:
            self.line(f"{', '.join(names)}, = {v}")
        for name, item in zip(names, node.items, strict=True):
            self.value(name, item)
        cls = "" if node.cls is None else self.constant(node.cls)
        inside = ", ".join(names)
        self.line(f"{v} = {cls}({inside})" if cls else f"{v} = ({inside}{',' if names else ''})")

    def _map(self, v: str, node: MapNode) -> None:
        self.refuse_if(f"type({v}) is not dict")
        self._count_keys(v)
        self._size(v, node.size.minimum, node.size.maximum)
        self._count_items(v)
        key, item, out = self.fresh("k"), self.fresh("i"), self.fresh("o")
        self.line(f"{out} = {{}}")
        self.line(f"for {key}, {item} in {v}.items():")
        self._block(key, node.keys)
        self._block(item, node.values)
        self.line(f"    {out}[{key}] = {item}")
        if not isinstance(node.keys, StrNode):  # two texts may name one key
            self.refuse_if(f"len({out}) != len({v})")
        self.line(f"{v} = {out}")

    def _union(self, v: str, node: UnionNode) -> None:
        arms = ", ".join(self.function_of(arm) for arm in node.arms)
        name = self.fresh("u")
        if node.tag is None:
            self._assignments.append(f"{name} = first_of(({arms},))")
        else:
            table = ", ".join(
                f"({self.constant(key)}, {self.function_of(arm)})"
                for key, arm in node.tagged.items()
            )
            tag = self.constant(node.tag)
            self._assignments.append(f"{name} = by_tag({tag}, ({table},), ({arms},))")
        self.line(f"{v} = {name}({v})")

    def _count_keys(self, v: str) -> None:
        if self.is_flat:
            self.line(f"keys += len({v})")

    def _object(self, v: str, node: ObjectNode) -> None:
        self.refuse_if(f"type({v}) is not dict")
        self._count_keys(v)
        required = sum(not field.is_optional for field in node.fields)
        left = ""
        if node.extra is None and required == len(node.fields):
            self.refuse_if(f"len({v}) != {required}")
        else:
            left = self.fresh("n")
            self.line(f"{left} = len({v}) - {required}")
        call = None if node.build is not build_by_constructor else direct_call(node)
        if call is None:
            self._object_from_dict(v, node, left)
        else:
            self._object_by_position(v, node, left, call)

    def _object_by_position(self, v: str, node: ObjectNode, left: str, call: DirectCall) -> None:
        variables = {field.name: self.fresh("x") for field in node.fields}
        for field in node.fields:
            x = variables[field.name]
            has_default = field.is_optional or field.null_is_default
            default = self.constant(call.defaults[field.name]) if has_default else ""
            self.open_field(v, field, left)
            self.bind(x, v, field, default)
            if field.is_optional:
                self.indent -= 1
                self.line(f"else: {x} = {default}")
        if left:
            self.refuse_if(left)
        self.line(f"{v} = {self.constant(node.cls)}({call.arguments(variables)})")

    def open_field(self, v: str, field: Field, left: str) -> None:
        """Starts the block for a key that may be missing; makes sure of one that may not."""
        if field.is_optional:
            self.line(f"if {field.key!r} in {v}:")
            self.indent += 1
            self.line(f"{left} -= 1")
        elif self.is_nested:  # a KeyError would end the search for another arm
            self.refuse_if(f"{field.key!r} not in {v}")

    def bind(self, x: str, v: str, field: Field, default: str) -> None:
        """Binds *x* to the decoded value of a key that is there."""
        self.line(f"{x} = {v}[{field.key!r}]")
        if field.null_is_default:
            self.line(f"if {x} is None: {x} = {default}")
            self.line("else:")
            self._block(x, field.node)
        else:
            self.value(x, field.node)

    def store(self, out: str, v: str, field: Field) -> None:
        """Puts the decoded value of a key that is there into a dict; null may stand for nothing."""
        x = self.fresh("x")
        self.line(f"{x} = {v}[{field.key!r}]")
        if field.null_is_default:
            self.line(f"if {x} is not None:")
            self.indent += 1
        self.value(x, field.node)
        self.line(f"{out}[{field.name!r}] = {x}")
        if field.null_is_default:
            self.indent -= 1

    def _object_from_dict(self, v: str, node: ObjectNode, left: str) -> None:
        out = self.fresh("o")
        self.line(f"{out} = {{}}")
        for field in node.fields:
            self.open_field(v, field, left)
            self.store(out, v, field)
            if field.is_optional:
                self.indent -= 1
        if node.extra is not None:
            names = {field.name for field in node.fields}
            self.further(v, left, node.extra, set(node.keys), names - node.keys.keys(), out)
        elif left:
            self.refuse_if(left)
        is_dict = node.build is build_typed_dict
        self.line(f"{v} = {out}" if is_dict else f"{v} = {self.constant(built(node))}({out})")

    def further(
        self, v: str, left: str, extra: Node, known: set[str], hidden: set[str], out: str
    ) -> None:
        """Puts the keys that are not *known* into a dict, none of which may be *hidden*."""
        key, item = self.fresh("k"), self.fresh("i")
        self.line(f"if {left}:")
        self.line(f"    for {key} in {v}:")
        self.indent += 2
        self.line(f"if {key} in {self.constant(frozenset(known))}: continue")
        self.refuse_if(f"type({key}) is not str or {key} in {self.constant(frozenset(hidden))}")
        self.line(f"{item} = {v}[{key}]")
        self.value(item, extra)
        self.line(f"{out}[{key}] = {item}")
        self.indent -= 2
