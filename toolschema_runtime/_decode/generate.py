"""Compiles a signature into Python, for tools that are called often.

What is made says yes, by calling the tool, or no; why not is for the nodes to say, which hold the same
rules.
"""

from __future__ import annotations

from toolschema_runtime._decode.compiled import interpreted
from toolschema_runtime._decode.compounds import (
    ArrayNode,
    FixedNode,
    MapNode,
    ObjectNode,
    OptionalNode,
    RefNode,
    UnionNode,
)
from toolschema_runtime._decode.json_text import (
    has_double_keys,
    scan_plain,
    scan_with_pairs,
)
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._decode.nodes import AnyNode, ScalarClassNode
from toolschema_runtime._decode.signature import may_be_left_out, unpacked_object
from toolschema_runtime._decode.writer import DEEPEST_BLOCK, Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from toolschema_runtime._decode.compounds import Field
    from toolschema_runtime._decode.nodes import Node
    from toolschema_runtime._decode.signature import Parameter, Signature

    Call: TypeAlias = Callable[[object], Any]
    # (function, injected values, what its exceptions are given to, what refused arguments are given to)
    # -> a function from arguments, as a dict or JSON text, to what the tool gives
    Make: TypeAlias = Callable[
        [
            Callable[..., Any],
            dict[str, Any],
            Callable[[BaseException], Any],
            Callable[[object], Any],
        ],
        Call,
    ]

# Arguments for a plan of more nodes than this are measured as a whole at each call.
_LARGEST = 2_000
# A plan of more nodes than this is written in pieces.
_LARGEST_FLAT = 200


def generate(signature: Signature, defaults: dict[str, Any] | None) -> Make | None:
    """The compiled form of *signature*.

    Args:
        signature: What is decoded and how it is passed.
        defaults: The function's own, which are passed for what was not sent; None when the function
            wraps another and has to be called without them.

    Returns:
        What makes calls, or None when arguments can only be bound one by one, or Python cannot compile it.
    """
    if signature.open_unpacked is not None:
        return None
    if defaults is None and any(
        parameter.kind == "positional_only"
        or parameter.is_field_default
        or (parameter.field is not None and parameter.field.supply is not None)
        or (parameter.is_injected and not parameter.must_be_injected)
        for parameter in signature.parameters
    ):
        return None
    size = _PlanSize(signature)
    writer = Writer(DEFAULT_LIMITS.nodes // size.nodes - 1, is_flat=size.is_flat)
    writer.namespace.update(
        excess=DEFAULT_LIMITS.excess,
        scan=scan_with_pairs,
        scan_plain=scan_plain,
        has_double_keys=has_double_keys,
    )
    try:
        _Invocation(writer, signature, defaults).write(must_measure=size.is_open)
        code = compile(writer.source(), "<toolschema decoder>", "exec")
    except (RecursionError, MemoryError):  # a plan hundreds of levels deep
        return None
    exec(code, writer.namespace)  # noqa: S102  # our own source, with repr() of keys and numbers
    make: Make = writer.namespace["make"]
    return make


class _PlanSize:
    """How large arguments can be by the plan alone.

    Attributes:
        nodes: How many values one element of the plan can have at most.
        is_open: Whether the plan does not say, so that arguments have to be measured.
        is_flat: Whether the plan is small and without alternatives: then it is written as one
            piece, which sees every object that is accepted once and can count keys.
    """

    def __init__(self, signature: Signature) -> None:
        self.nodes = 1
        self.is_open = signature.extra is not None
        self._has_choices = any(parameter.is_unpacked for parameter in signature.parameters)
        self._depth = 0
        self._above: list[int] = []
        for parameter in signature.parameters:
            if parameter.field is not None:
                self._visit(parameter.field.node, is_repeated=False)
        self.is_flat = (
            not self.is_open
            and not self._has_choices
            and self.nodes <= _LARGEST_FLAT
            and self._depth <= DEEPEST_BLOCK - 4
        )

    def _visit(self, node: Node, *, is_repeated: bool) -> None:
        repeats = isinstance(node, (ArrayNode, MapNode))
        if (
            isinstance(node, AnyNode)
            or id(node) in self._above
            or (repeats and is_repeated)
            or len(self._above) > DEFAULT_LIMITS.depth // 2
            or self.nodes > _LARGEST
        ):
            self.is_open = True
            return
        self.nodes += 1
        self._has_choices |= isinstance(node, UnionNode)
        self._above.append(id(node))
        self._depth = max(self._depth, len(self._above))
        for child in _children(node):
            self._visit(child, is_repeated=is_repeated or repeats)
        self._above.pop()


def _children(node: Node) -> Iterator[Node]:
    match node:
        case ArrayNode(items=items):
            yield items
        case FixedNode(items=several):
            yield from several
        case MapNode(values=values):
            yield values
        case ObjectNode(fields=fields, extra=extra):
            yield from (field.node for field in fields)
            if extra is not None:
                yield extra
                # A class that takes further keys has no largest size.
                yield AnyNode()
        case OptionalNode(node=inner):
            yield inner
        case UnionNode(arms=arms):
            yield from arms
        case RefNode(target=target):
            yield target
        case ScalarClassNode(base=base):
            yield base
        case _:
            return


# Text that is longer could hold an integer of too many digits: that is for the nodes to look at.
_READ = f"""\
            if type(a) is str:
                if len(a) > {DEFAULT_LIMITS.digits}: raise Mismatch
                a, end = scan(sent, 0)
                if end != len(sent): raise Mismatch
            if type(a) is not dict: raise Mismatch"""
# The quicker scanner keeps the last of two equal keys, so the keys of all objects are counted.  What has as many
# colons as there are keys, and as stand in values that were looked at (`inner`), has every key once; those
# in values can only be told where nothing is escaped.
_READ_FLAT = f"""\
            colons = None
            inner = 0
            if type(a) is str:
                if len(a) > {DEFAULT_LIMITS.digits}: raise Mismatch
                colons = a.count(":")
                a, end = scan_plain(sent, 0)
                if end != len(sent): raise Mismatch
            if type(a) is not dict: raise Mismatch
            keys = len(a)"""
_COUNTED = (
    "colons is not None and (colons != keys + inner or inner and '\\\\' in sent)"
    " and has_double_keys(sent, keys)"
)


class _Invocation:
    """Writes `make`, and in it `call`: the parameters in signature order, then the call of the tool."""

    def __init__(
        self, writer: Writer, signature: Signature, defaults: dict[str, Any] | None
    ) -> None:
        self._writer = writer
        self._signature = signature
        self._defaults = defaults
        self._passed: list[str] = []
        # The dict for what is passed by keyword only when it was sent.
        self._named = ""

    def write(self, *, must_measure: bool) -> None:
        w = self._writer
        w.lines += ["def make(fn, inj, fail, refuse):", "    def call(a):", "        sent = a"]
        w.lines += ["        try:", _READ_FLAT if w.is_flat else _READ]
        w.indent = 3
        if must_measure:
            w.refuse_if("excess(a) is not None")
        required = sum(self._is_counted(parameter) for parameter in self._signature.parameters)
        w.line(f"left = len(a) - {required}")
        if self._defaults is None or any(
            parameter.kind in ("unpacked", "var_keyword")
            for parameter in self._signature.parameters
        ):
            self._named = "named"
            w.line("named = {}")
        for parameter in self._signature.parameters:
            self._parameter(parameter)
        self._further_keys()
        if w.is_flat:
            w.refuse_if(_COUNTED)
        w.indent = 2
        w.line("except Exception: pass")
        if self._named:
            self._passed.append("**named")
        w.line("else:")
        w.line(f"    try: return fn({', '.join(self._passed)})")
        w.line("    except BaseException as error: return fail(error)")
        w.line("return refuse(sent)")
        w.lines.append("    return call")

    def _is_counted(self, parameter: Parameter) -> bool:
        field = parameter.field
        is_key = field is not None and parameter is not self._signature.extra
        return is_key and not parameter.is_unpacked and not (field and field.is_optional)

    def _parameter(self, parameter: Parameter) -> None:
        if parameter is self._signature.extra:
            return
        if parameter.is_injected:
            self._inject(parameter)
        elif self._defaults is None or parameter.kind == "unpacked":
            self._by_keyword_if_sent(parameter)
        else:
            self._by_variable(parameter, self._defaults)

    def _inject(self, parameter: Parameter) -> None:
        w = self._writer
        name = parameter.name
        if self._defaults is None:
            w.line(f"if {name!r} in inj: named[{name!r}] = inj[{name!r}]")
        elif name in self._defaults:
            default = w.constant(self._defaults[name])
            self._pass(parameter, f"inj.get({name!r}, {default})")
        else:  # not required and without a default: then it admits None
            self._pass(parameter, f"inj.get({name!r})")

    def _pass(self, parameter: Parameter, expression: str) -> None:
        is_keyword = parameter.kind == "keyword_only"
        self._passed.append(f"{parameter.name}={expression}" if is_keyword else expression)

    def _by_variable(self, parameter: Parameter, defaults: dict[str, Any]) -> None:
        w = self._writer
        field = parameter.field
        assert field is not None  # injected ones went another way
        x = w.fresh("x")
        default = ""
        if field.supply is not None:
            default = f"{w.constant(_supplied(field, field.supply))}()"
        elif parameter.name in defaults:
            default = w.constant(defaults[parameter.name])
            if parameter.is_field_default:
                default += ".get_default(call_default_factory=True)"
        if parameter.is_unpacked:
            keys = w.constant(tuple(unpacked_object(field.node).keys))
            w.line(f"{x} = {{k: a[k] for k in {keys} if k in a}}")
            w.line(f"left -= len({x})")
            if may_be_left_out(field):
                w.line(f"if not {x}: {x} = {default}")
                w.line("else:")
            else:
                w.line("if True:")
            w.indent += 1
            w.value(x, unpacked_object(field.node))
            w.indent -= 1
        else:
            w.open_field("a", field, "left")
            w.bind(x, "a", field, default)
            if field.is_optional:
                w.indent -= 1
                w.line(f"else: {x} = {default}")
        self._pass(parameter, x)

    def _by_keyword_if_sent(self, parameter: Parameter) -> None:
        w = self._writer
        field = parameter.field
        assert field is not None  # injected ones went another way
        if parameter.is_unpacked:
            keys = w.constant(tuple(unpacked_object(field.node).keys))
            x = w.fresh("x")
            w.line(f"{x} = {{k: a[k] for k in {keys} if k in a}}")
            w.line(f"left -= len({x})")
            w.line(f"if {x}:" if may_be_left_out(field) else "if True:")
            w.indent += 1
            w.value(x, unpacked_object(field.node))
            w.line(f"named[{parameter.name!r}] = {x}")
            w.indent -= 1
            return
        w.open_field("a", field, "left")
        w.store("named", "a", field)
        if field.is_optional:
            w.indent -= 1

    def _further_keys(self) -> None:
        signature = self._signature
        extra = signature.extra
        if extra is None or extra.field is None:
            self._writer.refuse_if("left")
        else:
            known, hidden = set(signature.keys), set(signature.hidden)
            self._writer.further("a", "left", extra.field.node, known, hidden, "named")


def _supplied(field: Field, supply: tuple[Any]) -> Callable[[], Any]:
    """Decodes anew, at each call, what the side-file supplies for a key that was not sent."""
    decode = interpreted(field.node)
    return lambda: decode(supply[0])
