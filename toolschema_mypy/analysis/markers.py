"""Metadata inside `Annotated` or `= Field(...)`, as each library's constructors say it.

One reader per constructor, looked up by its exact fullname.  All items of an annotation are read,
in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from mypy.nodes import TypeAlias, Var
from mypy.types import Instance, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.metadata import (
    NO_METADATA,
    FieldDefault,
    InjectMark,
    Metadata,
    MetadataDraft,
)
from toolschema_mypy.analysis.values import (
    Call,
    Constant,
    Member,
    Named,
    Undefined,
    Unknown,
    Value,
)
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import JsonValue

# Descriptions by who wins (design: Describe > Doc > Field/Meta > bare string > docstring).
_BARE, _FIELD, _DOC, _DESCRIBE = range(4)

# Of pydantic's Field and msgspec's Meta: what is said by name, and where it goes.
_BOUNDS: Final = {
    "gt": "exclusive_minimum",
    "ge": "minimum",
    "lt": "exclusive_maximum",
    "le": "maximum",
    "multiple_of": "multiple_of",
}
_LENGTHS: Final = {"min_length": "minimum", "max_length": "maximum"}
# They change nothing about what may be sent or returned.
_SILENT: Final = frozenset(
    {
        "alias_priority",
        # The arms' own literals say which key tells them apart.
        "discriminator",
        "extra",
        "field_title_generator",
        "frozen",
        "init",
        "init_var",
        "kw_only",
        "repr",
        "union_mode",
        "validate_default",
    }
)


def read_metadata(values: Iterable[Value]) -> Metadata:
    """Read metadata items in order."""
    if not values:
        return NO_METADATA
    draft = MetadataDraft()
    for value in values:
        _read(draft, value)
    return draft.finish()


def _read(draft: MetadataDraft, value: Value) -> None:
    match value:
        case Constant(value=str(text)):
            draft.describe(_BARE, text)
        case Undefined(name=name):
            draft.problem(messages.METADATA_UNDEFINED, name=name)
        case Unknown(text=text, is_text=True):
            draft.problem(messages.METADATA_UNEVALUATED, what=text)
        case Named(resolved=resolved):
            _read_name(draft, resolved.fullname, resolved.node)
        case Call():
            reader = _READERS.get(value.fullname)
            if reader is not None:
                reader(draft, value)
            elif value.fullname.startswith(fullnames.READ_LIBRARIES):
                draft.problem(messages.METADATA_UNREAD, what=value.fullname)
        case Constant() | Member() | Unknown():
            pass  # somebody else's marker


def _read_name(draft: MetadataDraft, fullname: str, node: object) -> None:
    if fullname == fullnames.INJECT:
        draft.injects.append(InjectMark(is_required=False))
    elif isinstance(node, TypeAlias) and fullname.startswith(fullnames.READ_LIBRARIES):
        if fullname == fullnames.PYDANTIC_NAIVE:
            draft.problem(messages.TYPE_NAIVE, type=fullname)
        elif fullname == fullnames.PYDANTIC_JSON:
            draft.problem(messages.TYPE_JSON_TEXT, type=fullname)
        elif fullname not in fullnames.HELD_ANYWAY:
            draft.problem(messages.METADATA_UNREAD, what=fullname)
    elif isinstance(node, Var) and node.type is not None:
        typ = get_proper_type(node.type)
        if isinstance(typ, Instance) and typ.type.fullname == "builtins.str":
            draft.problem(messages.METADATA_UNEVALUATED, what=fullname)


def _describe(draft: MetadataDraft, call: Call) -> None:
    if not _takes(call, range(1, 2)):
        draft.problem(messages.METADATA_CALL, what="Describe(...)", way='Describe("…")')
        return
    text = draft.text(call.argument(0), "Describe(...)")
    if text is not None:
        draft.describe(_DESCRIBE, text)


def _doc(draft: MetadataDraft, call: Call) -> None:
    text = draft.text(call.argument(0, "documentation"), "Doc(...)")
    if text is not None:
        draft.describe(_DOC, text)


def _name(draft: MetadataDraft, call: Call) -> None:
    if not _takes(call, range(1, 2)):
        draft.problem(messages.METADATA_CALL, what="Name(...)", way='Name("…")')
        return
    text = draft.text(call.argument(0), "Name(...)")
    if text is not None:
        draft.name(_DESCRIBE, text)
        draft.name_in_result(_DESCRIBE, text)


def _inject(draft: MetadataDraft, call: Call) -> None:
    is_sound = _takes(call, range(2), "required")
    if not is_sound:
        draft.problem(
            messages.METADATA_CALL, what="Inject(...)", way="Inject() or Inject(required=True)"
        )
    required = draft.flag(call.keyword("required"), "Inject(required=...)")
    # Whatever else is wrong with it: it was to be hidden.
    draft.injects.append(InjectMark(required or not is_sound))


def _takes(call: Call, positional: range, *keywords: str) -> bool:
    """Whether a marker of ours can be called so: mypy does not look, and Python stops at the import."""
    return len(call.arguments) in positional and call.keywords.keys() <= set(keywords)


def _bound(name: str, keyword: str) -> Callable[[MetadataDraft, Call], None]:
    def read(draft: MetadataDraft, call: Call) -> None:
        draft.bound(name, call.argument(0, keyword), ast_text(call, keyword))

    return read


def _length(*names: str) -> Callable[[MetadataDraft, Call], None]:
    def read(draft: MetadataDraft, call: Call) -> None:
        for index, name in enumerate(names):
            draft.limit(_LENGTHS[name], call.argument(index, name), ast_text(call, name))

    return read


def _interval(draft: MetadataDraft, call: Call) -> None:
    for keyword, name in _BOUNDS.items():
        draft.bound(name, call.keyword(keyword), ast_text(call, keyword))


def ast_text(call: Call, keyword: str) -> str:
    """How to name an argument in a message."""
    return f"{call.fullname.rpartition('.')[2]}({keyword}=...)"


def _constraints(draft: MetadataDraft, call: Call) -> set[str]:
    """Read what Field, Meta and StringConstraints share; give back the keywords taken."""
    for keyword, name in _BOUNDS.items():
        draft.bound(name, call.keyword(keyword), ast_text(call, keyword))
    for keyword, name in _LENGTHS.items():
        draft.limit(name, call.keyword(keyword), ast_text(call, keyword))
    draft.matches(call.keyword("pattern"), ast_text(call, "pattern"))
    title = draft.text(call.keyword("title"), ast_text(call, "title"))
    draft.title = title if title is not None else draft.title
    text = draft.text(call.keyword("description"), ast_text(call, "description"))
    if text is not None:
        draft.describe(_FIELD, text)
    examples = draft.json(call.keyword("examples"), ast_text(call, "examples"))
    if isinstance(examples, list):
        draft.examples.extend(JsonValue(example) for example in examples)
    return {*_BOUNDS, *_LENGTHS, "pattern", "title", "description", "examples"}


def _pydantic_field(draft: MetadataDraft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.deprecated |= draft.flag(call.keyword("deprecated"), "Field(deprecated=...)")
    draft.is_exact |= draft.flag(call.keyword("strict"), "Field(strict=...)")
    draft.more(call.keyword("json_schema_extra"), "Field(json_schema_extra=...)")
    for rank, keyword in enumerate(("alias", "validation_alias", "serialization_alias")):
        text = draft.text(first_choice(call.keyword(keyword)), f"Field({keyword}=...)")
        if text is not None and keyword != "serialization_alias":
            draft.name(rank, text)
        if text is not None and keyword != "validation_alias":
            draft.name_in_result(rank, text)
    exclude = call.keyword("exclude")
    draft.is_hidden |= exclude == Constant(True)
    if call.keyword("exclude_if") is not None:
        draft.writer = "exclude_if"
    elif exclude not in (None, Constant(None), Constant(True), Constant(False)):
        draft.writer = "exclude"
    value, factory = call.argument(0, "default"), call.keyword("default_factory")
    if (value is not None and value != Constant(...)) or factory is not None:
        draft.default = FieldDefault(value, factory)
    _note_unread(
        draft,
        call,
        taken
        | _SILENT
        | {"deprecated", "strict", "json_schema_extra", "alias", "validation_alias"}
        | {"serialization_alias", "exclude", "exclude_if", "default", "default_factory"},
    )


def first_choice(alias: Value | None) -> Value | None:
    """Of `AliasChoices("a", "b")` the first is published; the decoder takes no other."""
    if isinstance(alias, Call) and alias.fullname == fullnames.PYDANTIC_ALIAS_CHOICES:
        return alias.argument(0, "first_choice")
    return alias


def _nothing(draft: MetadataDraft, call: Call) -> None:
    """Says nothing that is not said elsewhere."""


def _serializer(draft: MetadataDraft, call: Call) -> None:
    draft.writer = call.fullname.rpartition(".")[2]


def _decoder(draft: MetadataDraft, call: Call) -> None:
    draft.problem(messages.TYPE_DECODED_AGAIN, type=call.fullname)


def _string_constraints(draft: MetadataDraft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.is_exact |= draft.flag(call.keyword("strict"), "StringConstraints(strict=...)")
    _note_unread(draft, call, taken | {"strict"})


def _msgspec_meta(draft: MetadataDraft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.more(call.keyword("extra_json_schema"), "Meta(extra_json_schema=...)")
    _note_unread(draft, call, taken | _SILENT | {"extra_json_schema"})


def _note_unread(draft: MetadataDraft, call: Call, known: set[str] | frozenset[str]) -> None:
    for keyword in call.keywords:
        if keyword not in known:
            draft.problem(messages.METADATA_UNREAD, what=ast_text(call, keyword))


_READERS: Final[Mapping[str, Callable[[MetadataDraft, Call], None]]] = {
    fullnames.DESCRIBE: _describe,
    fullnames.NAME: _name,
    fullnames.INJECT: _inject,
    **dict.fromkeys(fullnames.DOC, _doc),
    **dict.fromkeys(fullnames.PYDANTIC_FIELD, _pydantic_field),
    **dict.fromkeys(fullnames.MSGSPEC_META, _msgspec_meta),
    "pydantic.types.StringConstraints": _string_constraints,
    # The arms' own literals say which key tells them apart.
    **dict.fromkeys(fullnames.PYDANTIC_DISCRIMINATOR, _nothing),
    **dict.fromkeys(fullnames.PYDANTIC_SERIALIZERS, _serializer),
    **dict.fromkeys(fullnames.PYDANTIC_DECODERS, _decoder),
    "annotated_types.Gt": _bound("exclusive_minimum", "gt"),
    "annotated_types.Ge": _bound("minimum", "ge"),
    "annotated_types.Lt": _bound("exclusive_maximum", "lt"),
    "annotated_types.Le": _bound("maximum", "le"),
    "annotated_types.MultipleOf": _bound("multiple_of", "multiple_of"),
    "annotated_types.Interval": _interval,
    "annotated_types.MinLen": _length("min_length"),
    "annotated_types.MaxLen": lambda draft, call: draft.limit(
        "maximum", call.argument(0, "max_length"), "MaxLen(max_length=...)"
    ),
    "annotated_types.Len": _length("min_length", "max_length"),
}
