"""Every dotted name the plugin looks for."""

from __future__ import annotations

from typing import Final

# -- ours ----------------------------------------------------------------------------------------
RUNTIME: Final = "toolschema_runtime"
TOOL: Final = "toolschema_runtime._annotations.tool"
TOOL_DECORATOR_CALL: Final = "toolschema_runtime._annotations._Decorator.__call__"
SEES: Final = "toolschema_runtime._annotations.sees"
# A method that little code calls: in the daemon, a call added to the end of a module (`hooks.daemon`).
END_OF_TOP_LEVEL: Final = "builtins.str.isidentifier"
TOOLKIT: Final = "toolschema_runtime._annotations.toolkit"
DESCRIBE: Final = "toolschema_runtime._annotations.Describe"
NAME: Final = "toolschema_runtime._annotations.Name"
INJECT: Final = "toolschema_runtime._annotations.Inject"

# -- typing forms that annotations are read through --------------------------------------------------
_TYPING: Final = ("typing.", "typing_extensions.")
TYPING_MODULES: Final = frozenset({"typing", "typing_extensions", "builtins", "collections.abc"})


def _typing(name: str) -> frozenset[str]:
    return frozenset(prefix + name for prefix in _TYPING)


ANNOTATED: Final = _typing("Annotated")
ANY: Final = _typing("Any")
OPTIONAL: Final = _typing("Optional")
UNION: Final = _typing("Union")
LITERAL: Final = _typing("Literal")
TYPE_ALIAS_TYPE: Final = _typing("TypeAliasType")
UNPACK: Final = _typing("Unpack")
# They qualify a field or parameter and say nothing about its values.
QUALIFIERS: Final = (
    _typing("Required")
    | _typing("NotRequired")
    | _typing("ReadOnly")
    | _typing("Final")
    | _typing("ClassVar")
    | UNPACK
    | frozenset({"dataclasses.InitVar"})
)

# -- metadata ----------------------------------------------------------------------------------------
DOC: Final = frozenset({"typing_extensions.Doc", "annotated_doc.Doc", "annotated_doc.main.Doc"})
PYDANTIC_DISCRIMINATOR: Final = frozenset({"pydantic.types.Discriminator", "pydantic.types.Tag"})
PYDANTIC_FIELD: Final = frozenset({"pydantic.Field", "pydantic.fields.Field"})
MSGSPEC_META: Final = frozenset({"msgspec.Meta", "msgspec._core.Meta"})
# Metadata of these libraries that nothing reads is worth a note; anybody else's is ignored.
READ_LIBRARIES: Final = ("annotated_types.", "pydantic.", "msgspec.", "toolschema_runtime.")
# Our datetimes have an offset.
HELD_ANYWAY: Final = frozenset({"pydantic.types.AwareDatetime"})

PYDANTIC_NAIVE: Final = "pydantic.types.NaiveDatetime"
PYDANTIC_JSON: Final = "pydantic.types.Json"
# They decode what is bytes or text already.
PYDANTIC_DECODERS: Final = frozenset({"pydantic.types.EncodedBytes", "pydantic.types.EncodedStr"})

# -- defaults of fields ----------------------------------------------------------------------------
MSGSPEC_UNSET: Final = "msgspec.UnsetType"
KW_ONLY: Final = "dataclasses.KW_ONLY"
DATACLASS_FIELD: Final = frozenset({"dataclasses.field"})
ATTRS_FIELD: Final = frozenset(
    {
        "attr.ib",
        "attr.attrib",
        "attr.field",
        "attr._next_gen.field",
        "attrs.field",
        "attr._make.attrib",
    }
)
ATTRS_FACTORY: Final = frozenset({"attr.Factory", "attrs.Factory", "attr._make.Factory"})
ATTRS_OPTIONAL: Final = frozenset({"attr.converters.optional", "attrs.converters.optional"})
MSGSPEC_FIELD: Final = frozenset({"msgspec.field", "msgspec._core.field"})
FIELD_FUNCTIONS: Final = DATACLASS_FIELD | ATTRS_FIELD | MSGSPEC_FIELD | PYDANTIC_FIELD
# Those whose default may stand first, without a name.
POSITIONAL_DEFAULT: Final = PYDANTIC_FIELD | {"attr.ib", "attr.attrib", "attr._make.attrib"}

PYDANTIC_DATACLASS: Final = "pydantic.dataclasses.dataclass"
PYDANTIC_MODEL: Final = "pydantic.main.BaseModel"
PYDANTIC_ALIAS_CHOICES: Final = "pydantic.aliases.AliasChoices"
PYDANTIC_ROOT_MODEL: Final = "pydantic.root_model.RootModel"
# What says by code how a value is written: as metadata, and on methods.
PYDANTIC_SERIALIZERS: Final = frozenset(
    f"pydantic.functional_serializers.{name}"
    for name in ("PlainSerializer", "WrapSerializer", "SerializeAsAny")
)
# Types that are written as asterisks.
PYDANTIC_SECRETS: Final = frozenset(
    {"pydantic.types.Secret", "pydantic.types.SecretStr", "pydantic.types.SecretBytes"}
)
PYDANTIC_WRITERS: Final = frozenset(
    {
        "pydantic.functional_serializers.field_serializer",
        "pydantic.functional_serializers.model_serializer",
        "pydantic.fields.computed_field",
    }
)
MSGSPEC_STRUCT: Final = "msgspec.Struct"

ENUM_AUTO: Final = "enum.auto"
CACHES: Final = frozenset({"functools.lru_cache", "functools.cache"})
PARTIAL: Final = "functools.partial"
PROPERTIES: Final = frozenset(
    {"builtins.property", "abc.abstractproperty", "functools.cached_property"}
)

PATTERN: Final = "re.Pattern"

# -- types -------------------------------------------------------------------------------------------
LISTS: Final = frozenset(
    {
        "builtins.list",
        "typing.Sequence",
        "typing.MutableSequence",
        "typing.Iterable",
        "typing.Collection",
        "collections.abc.Sequence",
        "collections.abc.Iterable",
        "collections.abc.Collection",
    }
)
RESULT_LISTS: Final = frozenset(
    {
        "typing.Iterator",
        "typing.Generator",
        "typing.AsyncIterator",
        "typing.AsyncIterable",
        "typing.AsyncGenerator",
    }
)
ASYNC_ITERATORS: Final = frozenset(
    {"typing.AsyncIterator", "typing.AsyncIterable", "typing.AsyncGenerator"}
)
GENERATORS: Final = frozenset({"typing.Iterator", "typing.Generator"}) | ASYNC_ITERATORS
SETS: Final = frozenset({"builtins.set", "typing.AbstractSet", "typing.MutableSet"})
FROZENSET: Final = "builtins.frozenset"
TUPLE: Final = "builtins.tuple"
MAPS: Final = frozenset({"builtins.dict", "typing.Mapping", "typing.MutableMapping"})
COROUTINES: Final = frozenset({"typing.Coroutine", "typing.Awaitable"})
SCALAR_BASES: Final = ("builtins.str", "builtins.int", "builtins.float", "builtins.bytes")
