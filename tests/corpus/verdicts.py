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
_WITHOUT_DOCSTRINGS = ("mcp", "langchain_tool")
_WITHOUT_TEXTS = ("mcp", "pydantic_ai")

VERDICTS: tuple[Verdict, ...] = (
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
        "a single parameter that is a model is replaced by the model's fields unasked; "
        "ours is a parameter like any other, and `unpack=` is there for who wants it",
    ),
    Verdict(
        "required: only ours",
        ("pydantic_ai", "transformers"),
        Right.OURS,
        "`= Field(description=…)` stands as a default but holds none: without the argument the "
        "function gets a FieldInfo",
    ),
    Verdict(
        "default: only ours",
        ("transformers",),
        Right.OURS,
        "it writes no defaults, so the model cannot know what leaving out means",
    ),
    Verdict(
        "* only ours*",
        ("transformers",),
        Right.OURS,
        "it does not read constraints or what stands in Annotated",
    ),
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
        "description: differs, source docstring and *",
        _ANY,
        Right.BOTH,
        "two texts were written; which one wins is a choice, ours is metadata before docstring",
    ),
    Verdict(
        "white space of *description: differs*",
        _ANY,
        Right.BOTH,
        "lines are joined or kept: no word differs",
    ),
    Verdict(
        "tool description: theirs goes on",
        _ANY,
        Right.OURS,
        "the sections about parameters and results say again what the schema says",
    ),
    Verdict(
        "tool description: differs",
        ("pydantic_ai",),
        Right.BOTH,
        "it wraps summary and result in XML tags",
    ),
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
