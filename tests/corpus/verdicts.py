"""Who is right in each known kind of disagreement, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from fnmatch import fnmatchcase


@unique
class Right(Enum):
    OURS = "ours is right"
    THEIRS = "theirs is right"
    BOTH = "both are right"
    LIMIT = "a limit of ours, said in an error"


@dataclass(frozen=True)
class Verdict:
    """A kind of disagreement with some peers (both may hold `*`), who is right, and the reason."""

    kind: str
    peers: tuple[str, ...]
    right: Right
    reason: str

    @property
    def text(self) -> str:
        return f"{self.right.value}: {self.reason}"


def judge(peer: str, kind: str) -> Verdict | None:
    """The first verdict on this kind of disagreement with this peer; None for an unknown kind."""
    for verdict in VERDICTS:
        if fnmatchcase(kind, verdict.kind) and any(fnmatchcase(peer, one) for one in verdict.peers):
            return verdict
    return None


_ANY = ("*",)
_MCP = ("mcp",)
_STRICT = ("openai_agents_strict",)
_WITHOUT_DOCSTRINGS = ("mcp", "langchain_tool")
_WITHOUT_TEXTS = ("mcp", "pydantic_ai")
_READS_TEXTS_OUTSIDE = ("openai_agents*", "langchain*")
_SHORTENS = ("openai_agents*", "langchain", "transformers", "pydantic_ai")

_CALLS = (
    Verdict(
        "closed root: only ours",
        _ANY,
        Right.OURS,
        "a key that is no parameter is refused in the call, so the schema says so",
    ),
    Verdict(
        "*closed: only ours*",
        _ANY,
        Right.OURS,
        "a key that is no field is refused; a pydantic model would drop it unseen",
    ),
    Verdict(
        "property: only *",
        ("pydantic_ai", "langchain", "langchain_tool"),
        Right.OURS,
        "a single parameter that is a model is replaced by the model's fields unasked, and one called "
        "args is renamed; ours is a parameter like any other, and `unpack=` is there for who wants it",
    ),
    Verdict(
        "required: only ours",
        ("pydantic_ai", "transformers"),
        Right.OURS,
        "`= Field(description=…)` stands as a default but holds none: without the argument the "
        "function gets a FieldInfo",
    ),
    Verdict(
        "integer beside number: only theirs*",
        _ANY,
        Right.OURS,
        "`int | float` admits the same values as `number` alone; one written without a fraction "
        "arrives as an int",
    ),
    Verdict(
        "type: string / string|string",
        _ANY,
        Right.OURS,
        "`str | date`, `str | Path` and the like: every text is a str already, so the second arm is "
        "never reached; left out with a note",
    ),
)

_DEFAULTS = (
    Verdict(
        "default: only ours",
        ("transformers",),
        Right.OURS,
        "it writes no defaults, so the model cannot know what leaving out means",
    ),
    Verdict(
        "default: only ours*",
        ("mcp", "pydantic_ai", "openai_agents", "langchain*"),
        Right.OURS,
        "`default_factory` of a list, or of the parameter's own class whose fields are all optional, "
        "is `[]` or `{}`; pydantic writes no factory",
    ),
)

_DESCRIPTIONS = (
    Verdict(
        "description: only ours, source *docstring*",
        (*_WITHOUT_DOCSTRINGS, "langchain"),
        Right.OURS,
        "the docstring describes the parameter; this library does not read it, or not this layout",
    ),
    Verdict(
        "description: only ours, source *text*",
        _WITHOUT_TEXTS,
        Right.OURS,
        "a bare string in Annotated describes the parameter; this library does not read it",
    ),
    Verdict(
        "description: only ours, source text",
        _READS_TEXTS_OUTSIDE,
        Right.OURS,
        "`Annotated[T, text] | None`: this library reads the text outside a union only",
    ),
    Verdict(
        "description: only ours, source nowhere",
        ("mcp", "pydantic_ai", "openai_agents*", "langchain*"),
        Right.OURS,
        "described all the same, where the index of the sample does not look: in an alias, in a text "
        "made of constants, or in an uncommon layout of a docstring",
    ),
    Verdict(
        "description: *, source docstring and *",
        _ANY,
        Right.BOTH,
        "two texts were written; which one wins is a choice, ours is metadata before docstring",
    ),
    Verdict(
        "description: theirs has more, source docstring",
        ("transformers",),
        Right.OURS,
        "the section that follows runs into its text of the last parameter",
    ),
    Verdict(
        "description: *, source docstring",
        ("openai_agents*", "transformers"),
        Right.BOTH,
        "two texts were written, one of them in an alias; ours is metadata before docstring",
    ),
    Verdict(
        "description: * has more, source docstring",
        ("langchain",),
        Right.OURS,
        "it ends an entry at a blank line, and takes an entry whose type goes on in the next line "
        "for the text of the one before",
    ),
    Verdict(
        "description: differs, source text",
        _WITHOUT_TEXTS,
        Right.OURS,
        "the text in Annotated describes the parameter; theirs describes its class",
    ),
    Verdict(
        "white space of *description: differs",
        _ANY,
        Right.BOTH,
        "lines are joined or kept: no word differs",
    ),
)

_TOOL_DESCRIPTIONS = (
    Verdict(
        "tool description: theirs has more",
        _ANY,
        Right.OURS,
        "they keep the sections about parameters, results and errors, which say again what the "
        "schema says; that nothing else is missing is checked line by line (`docstring_check`)",
    ),
    Verdict(
        "tool description: ours has more",
        _SHORTENS,
        Right.OURS,
        "they drop what stands below the first section: notes and examples meant for the caller",
    ),
    Verdict(
        "tool description: only ours",
        ("openai_agents*",),
        Right.OURS,
        "a docstring that begins with `Description:` is a description",
    ),
    Verdict(
        "tool description: only theirs",
        ("langchain_tool",),
        Right.OURS,
        "there is no docstring; the library refuses that, so it was given a dash",
    ),
    Verdict(
        "tool description: differs",
        ("pydantic_ai",),
        Right.BOTH,
        "it wraps summary and result in XML tags",
    ),
)

_BYTES = (
    Verdict(
        "*contentEncoding: only ours*",
        _ANY,
        Right.OURS,
        "bytes travel as base64, said in the keyword of JSON Schema 2020-12",
    ),
    Verdict(
        "*format: only theirs*",
        _ANY,
        Right.OURS,
        '`"format": "binary"` is OpenAPI\'s and does not say how bytes become text',
    ),
)

_RESULTS = (
    Verdict(
        "result: description: only ours*",
        _MCP,
        Right.OURS,
        "the docstring, an Annotated text or a text below a field describes it",
    ),
    Verdict(
        "result: description: differs*",
        _MCP,
        Right.OURS,
        "ours describes this result or field, theirs the class of it",
    ),
    Verdict(
        "result: default: only ours, nested",
        _MCP,
        Right.OURS,
        "a factory of an empty container is `[]` or `{}`; pydantic writes no factory",
    ),
    Verdict(
        "result: required: only theirs, nested",
        _MCP,
        Right.OURS,
        "a dataclass field with a default_factory has a default; theirs does not see it",
    ),
    Verdict(
        "result: only ours",
        _MCP,
        Right.OURS,
        "a bare dict is an object; they give it no schema",
    ),
    Verdict(
        "result: integer beside number: only theirs*",
        _MCP,
        Right.OURS,
        "the same values: every integer is a number",
    ),
)

_STRICT_MODE = (
    Verdict(
        "null: only ours*",
        _STRICT,
        Right.OURS,
        "strict mode requires every key, so null is the one way to say `use the default`; theirs "
        "makes the model invent a value",
    ),
    Verdict(
        "default: only theirs*",
        _STRICT,
        Right.OURS,
        "strict mode promises nothing about `default`, and some endpoints refuse it",
    ),
    Verdict(
        "default: ours in the description*",
        _STRICT,
        Right.OURS,
        "where null says `use the default`, the description says what that is; theirs does not say it",
    ),
    Verdict(
        "prefixItems: differs*",
        _STRICT,
        Right.OURS,
        "strict mode does not know prefixItems: a tuple of one type is `items` with an exact length",
    ),
    Verdict(
        "schema: only theirs: error [[]tool-strict[]] *",
        _STRICT,
        Right.OURS,
        "strict mode wants a type at every node (`schema must have a 'type' key`): the request fails",
    ),
)

_REFUSED_BY_US = (
    Verdict(
        "schema: only theirs: error [[]tool-signature[]] Parameter * is not annotated",
        _ANY,
        Right.OURS,
        "theirs says that any value will do, or guesses that it is a string",
    ),
    Verdict(
        "schema: only theirs: error [[]tool-type[]] * is a function *",
        _ANY,
        Right.OURS,
        "`str | Callable | None`: theirs leaves the function out without a word",
    ),
    Verdict(
        "schema: only theirs: error [[]tool-type[]] * it derives from *",
        _ANY,
        Right.LIMIT,
        "the result is of a class deriving from dict, which has no schema here; annotated as dict or "
        "object the tool is written. Theirs describe no result, or not this one",
    ),
    Verdict(
        "schema: only theirs: error [[]tool-type[]] * has type *, which has no JSON form",
        _ANY,
        Right.LIMIT,
        "pydantic's AnyUrl is a class with a JSON form that only pydantic knows; str with a pattern "
        "is the way out",
    ),
)

_REFUSED_BY_THEM = (
    Verdict(
        "schema: only ours: ValueError",
        ("langchain",),
        Right.OURS,
        "its docstring names a parameter that the signature lacks (mostly one that the sample "
        "dropped): worth a note, no reason to have no tool",
    ),
    Verdict(
        "schema: only ours: DocstringParsingException",
        ("transformers",),
        Right.OURS,
        "a missing docstring or description is worth a note, no reason to have no tool",
    ),
    Verdict(
        "schema: only ours: TypeHintParsingException",
        ("transformers",),
        Right.OURS,
        "the type has a JSON form; the library knows few types",
    ),
    Verdict(
        "schema: only ours: IndexError",
        ("pydantic_ai",),
        Right.OURS,
        "it crashes on a docstring",
    ),
)

_CONSTRAINTS = tuple(
    Verdict(
        f"{keyword}: only ours*",
        ("transformers",),
        Right.OURS,
        "it does not read constraints, nor the size of a tuple",
    )
    for keyword in (
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "pattern",
        "minItems",
        "maxItems",
    )
)

VERDICTS: tuple[Verdict, ...] = (
    *_CALLS,
    *_DEFAULTS,
    *_DESCRIPTIONS,
    *_TOOL_DESCRIPTIONS,
    *_RESULTS,
    *_BYTES,
    *_STRICT_MODE,
    *_REFUSED_BY_US,
    *_REFUSED_BY_THEM,
    *_CONSTRAINTS,
)
