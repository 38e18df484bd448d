"""What lowering the types of one tool shares: its scope, its faults, its definitions."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import TypeInfo
from mypy.types import LiteralType, Type, get_proper_type

from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.defaults import Misfit
from toolschema_mypy.analysis.metadata import Problem
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Message
from toolschema_mypy.model.record import with_changes
from toolschema_mypy.model.schema import (
    NO_WORDS,
    AnySchema,
    DefinitionSpec,
    EnumSchema,
    NullSchema,
    ReferenceSchema,
    SchemaSpec,
    Words,
)
from toolschema_mypy.model.settings import Settings

# A text, the module and the classes around it.
WrittenKey: TypeAlias = "tuple[bytes, str, tuple[TypeInfo, ...]]"


# A `Node[T]` that holds a `Node[T | None]` would have something else written of it without end.
_MOST_NESTED: Final = 5
# How much of a description goes into the name of a definition.
_LONGEST_WORDS: Final = 40


class Fault(NamedTuple):
    """A problem and the path of the part that has it."""

    message: Message
    path: str
    fields: dict[str, str]


class Lowered(NamedTuple):
    """A schema, and the definitions that it refers to, in the order in which they were met."""

    schema: SchemaSpec
    definitions: tuple[DefinitionSpec, ...]


class Shared:
    """What the tools of one module share: what was lowered without a fault.

    A fault names its path in the tool at hand; what has one is lowered anew for each.
    """

    def __init__(self) -> None:
        # By name, and whether for a result.
        self.classes: dict[tuple[str, bool], Lowered] = {}
        self.enums: dict[TypeInfo, EnumSchema] = {}
        # Annotations of parameters by what is written and in which class: a function's own type of
        # what is written the same differs only where `= None` makes it optional.
        self.sources: dict[WrittenKey, AnnotationSource] = {}
        self.annotations: dict[WrittenKey, tuple[Type, Lowered]] = {}


class LoweringContext(ABC):
    """The state of lowering one tool's types, and what the class families need of it."""

    def __init__(
        self,
        program: Program,
        scope: Scope,
        settings: Settings,
        shared: Shared,
        *,
        is_result: bool = False,
    ) -> None:
        self.program = program
        self.scope = scope
        self.settings = settings
        self.shared = shared
        self.is_result = is_result
        self.faults: list[Fault] = []
        self.definitions: dict[str, DefinitionSpec] = {}
        # Something is wrong that mypy itself has reported: the tool is left out without a word of ours.
        self.is_reported = False
        # Recursive aliases that are being lowered, and what is written of their arguments.
        self.pending_aliases: dict[str, str] = {}
        # Classes that are being lowered, by their types alone.
        self._pending: dict[str, list[str]] = {}
        self._is_defining = False

    @abstractmethod
    def lower(self, typ: Type, source: AnnotationSource, path: str) -> SchemaSpec:
        """The schema of a type with the metadata of its source, both at *path*."""

    @abstractmethod
    def lower_bare(self, typ: Type, source: AnnotationSource, path: str) -> SchemaSpec:
        """The same without the metadata of the outermost annotation, which the caller reads itself."""

    @abstractmethod
    def literals(self, types: list[LiteralType], path: str) -> SchemaSpec:
        """The schema of `Literal[...]`."""

    def definition(self, name: str) -> SchemaSpec:
        """What a reference stands for."""
        return self.definitions[name].schema

    def fault(self, message: Message, path: str, **fields: str) -> SchemaSpec:
        """Note a fault; the schema given back is never published."""
        if self.is_result:
            message = messages.OF_RESULTS.get(message, message)
        self.faults.append(Fault(message, path, fields))
        return AnySchema()

    def problem(self, problem: Problem, path: str) -> SchemaSpec:
        """Note a problem that a reader found."""
        message, fields = problem
        return self.fault(message, path, **fields)

    def misfit(self, misfit: Misfit, path: str) -> None:
        """Note a default that does not fit; one of a wrong type is mypy's to report."""
        match misfit:
            case Misfit.BOUNDS:
                # A result always has its own value.
                if not self.is_result:
                    self.fault(messages.DEFAULT_BOUNDS, path)
            case Misfit.TYPE:
                self.is_reported = True

    def define(
        self,
        info: TypeInfo,
        arguments: list[Type],
        source: AnnotationSource,
        build: Callable[[], SchemaSpec],
    ) -> SchemaSpec:
        """A reference to a class's definition, built when it is first met."""
        # Without what stands around the class, which is not the definition's.
        written = source._replace(metadata=()).written() if arguments else ""
        name = definition_name(info.fullname, arguments, written)
        if name not in self.definitions:
            short = label(info.name, arguments, written)
            pending = self._pending.setdefault(definition_name(info.fullname, arguments, ""), [])
            if len(pending) == _MOST_NESTED:
                return ReferenceSchema(pending[-1])

            def defined() -> SchemaSpec:
                # In its own fields a class is already a reference.
                self.definitions[name] = DefinitionSpec(name, short, NullSchema())
                pending.append(name)
                self.definitions[name] = DefinitionSpec(name, short, build())
                pending.pop()
                return ReferenceSchema(name)

            known = self.shared.classes.get((name, self.is_result))
            # Type arguments may bring metadata, which no name tells.
            if known is None and not arguments and not self._is_defining:
                self._is_defining = True
                known = self.apart(defined)
                self._is_defining = False
                if known is not None:
                    self.shared.classes[name, self.is_result] = known
            return defined() if known is None else self.taken(known)
        return ReferenceSchema(name)

    def apart(self, lower: Callable[[], SchemaSpec]) -> Lowered | None:
        """Lower something for all tools that may ask for it; `None` when it has a fault."""
        own = self.definitions, self.faults, self.is_reported
        self.definitions, self.faults, self.is_reported = {}, [], False
        lowered = Lowered(lower(), tuple(self.definitions.values()))
        is_faulty = self.faults or self.is_reported
        self.definitions, self.faults, self.is_reported = own
        return None if is_faulty else lowered

    def taken(self, lowered: Lowered) -> SchemaSpec:
        """What was lowered apart, its definitions put beside those of the tool."""
        for each in lowered.definitions:
            self.definitions.setdefault(each.name, each)
        return lowered.schema


def with_words(schema: SchemaSpec, words: Words) -> SchemaSpec:
    """*schema* with further words; those that are said win over those it has."""
    if words is NO_WORDS:
        return schema
    own = schema.words
    if own is NO_WORDS:
        return with_changes(schema, words=words)
    merged = Words(
        title=words.title if words.title is not None else own.title,
        description=words.description if words.description is not None else own.description,
        examples=words.examples or own.examples,
        deprecated=words.deprecated or own.deprecated,
        extra=words.extra or own.extra,
    )
    return with_changes(schema, words=merged)


def definition_name(fullname: str, arguments: list[Type], written: str) -> str:
    """The name of a definition: `app.Box[int]`, and what is *written* of its type arguments."""
    return f"{fullname}[{', '.join(map(str, arguments))}]{written}" if arguments else fullname


def type_name(typ: Type) -> str:
    """A type as a user would write it."""
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", str(get_proper_type(typ)).replace("?", ""))


def label(name: str, arguments: list[Type], written: str) -> str:
    """A short name for a definition: `Box_int` for `Box[int]`, `Box_int_Ge_1` where that is bounded."""
    parts = [name, *(type_name(argument) for argument in arguments), written[:_LONGEST_WORDS]]
    return re.sub(r"_?\W+", "_", "_".join(parts)).strip("_")
