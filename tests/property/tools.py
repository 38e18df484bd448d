"""Hypothesis strategies: tools as analysis would describe them, with their definitions, and settings."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from tests.property.strategies import HERE, MODULE, Draw, World
from toolschema_mypy.model.schema import (
    ArraySchema,
    Container,
    IntegerSchema,
    JsonValue,
    NullSchema,
    NumberSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    UnionSchema,
)
from toolschema_mypy.model.settings import Nullable, Refs, Settings
from toolschema_mypy.model.tool import (
    DefaultSource,
    ModuleSpec,
    ParameterKind,
    ParameterSpec,
    Receiver,
    ToolAnnotations,
    ToolOptions,
    ToolSpec,
)

# Schemas, each with a JSON value that can be supplied for it.
SUPPLIED: tuple[tuple[SchemaSpec, JsonValue], ...] = (
    (IntegerSchema(), JsonValue(3)),
    (StringSchema(), JsonValue("x")),
    (TextSchema(Text.DATE), JsonValue("2024-02-29")),
    (ArraySchema(IntegerSchema(), Container.TUPLE), JsonValue([1, 2])),
    (UnionSchema((NumberSchema(), NullSchema())), JsonValue(None)),
)


@st.composite
def tools(draw: Draw, name: str = "act", *, is_closed: bool = False) -> ToolSpec:
    """A tool before the transforms; its classes are all in `MODULE`.

    With *is_closed* strict mode can express it.
    """
    world = World(draw, is_closed)
    parameters: list[ParameterSpec] = []
    for position, parameter in enumerate(world.names(4)):
        kind = world.pick([ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY])
        schema = world.alias() if world.pick(range(8)) == 7 else world.schema(2)
        is_required, default = world.presence()
        key = world.pick([parameter, f"{parameter}-{position}"])
        source = DefaultSource.PYTHON if is_required else world.pick(list(DefaultSource))
        spec = ParameterSpec(parameter, key, kind, schema, is_required, HERE, default)
        parameters.append(evolve(spec, default_source=source))
    parameters.sort(
        key=lambda each: (each.kind is ParameterKind.KEYWORD_ONLY, not each.is_required)
    )
    parameters = _with_positional_only(world, parameters) + _special_parameters(world)
    sent = dict(world.definitions)
    returns = world.pick([None, world.schema(2)])
    return ToolSpec(
        name=name,
        qualname=name,
        description=draw(st.text(max_size=10)),
        parameters=tuple(parameters),
        location=HERE,
        receiver=Receiver.FUNCTION,
        title=world.pick([None, "Title"]),
        returns=returns,
        definitions=tuple(sent.values()),
        return_definitions=tuple(world.definitions.values()),
        formats=world.pick([None, ("openai", "mcp")]),
        annotations=ToolAnnotations(read_only=world.pick([None, True])),
        options=ToolOptions(approval=world.pick([None, True]), tags=world.pick([(), ("x",)])),
        is_async=draw(st.booleans()),
    )


def _with_positional_only(world: World, parameters: list[ParameterSpec]) -> list[ParameterSpec]:
    """The first of the *parameters* stand before a `/`."""
    positional = [each for each in parameters if each.kind is not ParameterKind.KEYWORD_ONLY]
    last = world.pick([0, 0, *range(len(positional) + 1)])
    kind = ParameterKind.POSITIONAL_ONLY
    return [evolve(each, kind=kind) if at < last else each for at, each in enumerate(parameters)]


def _special_parameters(world: World) -> list[ParameterSpec]:
    made: list[ParameterSpec] = []
    keyword = ParameterKind.KEYWORD_ONLY
    if world.pick([True, False, False]):
        made.append(
            ParameterSpec("session", "session", keyword, None, True, HERE, is_injected=True)
        )
    if world.pick([True, False, False]):
        schema, supply = world.pick(SUPPLIED)
        spec = ParameterSpec("supplied", "supplied", keyword, schema, False, HERE, supply)
        made.append(evolve(spec, supply=supply))
    if world.pick([True, False, False]):
        made.append(_unpacked(world))
    kinds = [None, None, ParameterKind.UNPACKED]
    match world.pick(kinds if world.is_closed else [*kinds, ParameterKind.VAR_KEYWORD]):
        case ParameterKind.VAR_KEYWORD as kind:
            made.append(ParameterSpec("kw", "kw", kind, world.schema(1), False, HERE))
        case ParameterKind.UNPACKED as kind:
            for key in ("u1", "u2"):
                is_required, _ = world.presence()
                made.append(ParameterSpec(key, key, kind, world.schema(1), is_required, HERE))
        case _:
            pass
    return made


def _unpacked(world: World) -> ParameterSpec:
    """The parameter of `@tool(unpack="job")`."""
    job = world.record(names=("job_a", "job_b", "job_c"))
    kind = ParameterKind.KEYWORD_ONLY
    return ParameterSpec("job", "job", kind, job, world.flip(), HERE, is_unpacked=True)


@st.composite
def unpacking_tools(draw: Draw) -> ToolSpec:
    """A tool of nothing but an unpacked parameter."""
    world = World(draw, is_closed=False)
    parameters = (_unpacked(world),)
    return ToolSpec(
        "act", "act", "", parameters, HERE, definitions=tuple(world.definitions.values())
    )


@st.composite
def modules(draw: Draw) -> ModuleSpec:
    """A module with up to three tools, before the transforms."""
    names = draw(st.lists(st.sampled_from(["act", "find", "send"]), max_size=3, unique=True))
    made = tuple(draw(tools(name)) for name in names)
    omitted = draw(st.sampled_from([(), ("bad",)]))
    return ModuleSpec(MODULE, made, tuple(map(_state, made[:1])), omitted)


def _state(tool: ToolSpec) -> ToolSpec:
    """What `@sees` shows of the type that a tool returns."""
    return ToolSpec(
        name=tool.name,
        qualname=f"Desk.{tool.name}",
        description="",
        parameters=(),
        location=HERE,
        receiver=Receiver.PROPERTY,
        returns=tool.returns or StringSchema(),
        return_definitions=tool.return_definitions,
    )


_nullables: list[Nullable] = ["anyof", "union"]
_refs: list[Refs] = ["auto", "inline", "defs"]
# Not by the class alone, of which Hypothesis would draw the other fields too.
settings = st.builds(
    lambda nullable, refs, omit_null: Settings(nullable=nullable, refs=refs, omit_null=omit_null),
    st.sampled_from(_nullables),
    st.sampled_from(_refs),
    st.booleans(),
)
