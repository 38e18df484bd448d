"""Docstrings as people write them, and what is read from each."""

from __future__ import annotations

import pytest
from attrs import frozen
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolschema_mypy.analysis.docstrings import Docstring, read_docstring


@frozen
class Case:
    claim: str
    text: str
    parameters: str
    expected: Docstring


def case(
    claim: str,
    text: str,
    parameters: str = "x y",
    description: str = "Do.",
    returns: str | None = None,
    unknown: tuple[str, ...] = (),
    malformed: bool = False,
    **described: str,
) -> Case:
    expected = Docstring(description, described, returns, unknown, malformed)
    return Case(claim, text, parameters, expected)


GOOGLE = [
    case("nothing but text", "Do.", description="Do."),
    case("empty", "", description=""),
    case("blank lines only", "\n\n   \n", description=""),
    case("args", "Do.\n\n    Args:\n        x: left\n        y: right\n    ", x="left", y="right"),
    case("no blank line before Args", "Do.\n    Args:\n        x: left\n", x="left"),
    case("no summary line", "\n    Args:\n        x: left\n", description="", x="left"),
    case("heading on the first line", "Args:\n        x: left\n    ", description="", x="left"),
    case(
        "two paragraphs before Args, and a result",
        "Do.\n\n    At most three.\n\n    Args:\n        x: left\n\n    Returns:\n        The body.\n",
        description="Do.\n\nAt most three.",
        returns="The body.",
        x="left",
    ),
    case(
        "keyword args",
        "Do.\n\nArgs:\n    x: left\n\nKeyword Args:\n    y: right\n",
        x="left",
        y="right",
    ),
    case("keyword arguments", "Do.\n\nKeyword Arguments:\n    y: right\n", y="right"),
    case("other parameters", "Do.\n\nOther Parameters:\n    y: right\n", y="right"),
    case("lower case heading", "Do.\n\nargs:\n    x: left\n", x="left"),
    case(
        "types",
        "Do.\n\nArgs:\n    x (int): left\n    y (int, optional): right\n",
        x="left",
        y="right",
    ),
    case(
        "types with colons and brackets",
        'Do.\n\nArgs:\n    x (Literal["a:b"]): left\n    y (Callable[[int], str]): right\n',
        x="left",
        y="right",
    ),
    case(
        "type without brackets and space before the colon", "Do.\n\nArgs:\n    x : left\n", x="left"
    ),
    case(
        "a type over several lines",
        "Do.\n\nArgs:\n    x (int): left\n    y (Optional[Union[List[str],\n        Dict[str, int]]], optional):\n        right\n        and more\n",
        x="left",
        y="right\nand more",
    ),
    case(
        "a type over several lines without indent",
        "Do.\n\nArgs:\n    x (Union[int,\n    str]): left\n    y: right\n",
        x="left",
        y="right",
    ),
    case(
        "a type below its name",
        "Do.\n\nArgs:\n    x\n        (Literal['a', 'b']):\n        left\n    y: right\n",
        x="left",
        y="right",
    ),
    case(
        "a bracket that is never closed",
        "Do.\n\nArgs:\n    x: left\n    y (of any size: right\n    more\n",
        x="left\ny (of any size: right\nmore",
    ),
    case(
        "a type without brackets around it",
        "Do.\n\nArgs:\n    x (int): left\n    y Optional[Union[str, dt.date]]: right\n",
        x="left",
        y="right",
    ),
    case(
        "a line that begins with a parameter's name is text",
        "Do.\n\nArgs:\n    x: left\n    y of the other: far\n    y must: not\n    Note str: no\n",
        x="left\ny of the other: far\ny must: not\nNote str: no",
    ),
    case("no space behind the colon", "Do.\n\nArgs:\n    x:left\n", x="left"),
    case(
        "text on the next line",
        "Do.\n\nArgs:\n    x:\n        left\n    y (int):\n        right\n",
        x="left",
        y="right",
    ),
    case(
        "several lines",
        "Do.\n\nArgs:\n    x: left\n        and more\n    y: right\n",
        x="left\nand more",
        y="right",
    ),
    case(
        "several lines without indent",
        "Do.\n\nArgs:\n    x: left\n    and more\n    y: right\n",
        x="left\nand more",
        y="right",
    ),
    case(
        "several paragraphs and a list",
        "Do.\n\nArgs:\n    x: One of:\n        - a: first\n          - nested\n        - b: second\n\n        Or none.\n    y: right\n",
        x="One of:\n- a: first\n  - nested\n- b: second\n\nOr none.",
        y="right",
    ),
    case(
        "a paragraph below the first line",
        "Do.\n\nArgs:\n    x: left\n\n        and more\n",
        x="left\n\nand more",
    ),
    case(
        "blank lines between entries",
        "Do.\n\nArgs:\n    x: left\n\n    y: right\n",
        x="left",
        y="right",
    ),
    case("bullets", "Do.\n\nArgs:\n    - x: left\n    * y (int): right\n", x="left", y="right"),
    case(
        "code quotes and bold",
        "Do.\n\nArgs:\n    `x`: left\n    **y** (int): right\n",
        x="left",
        y="right",
    ),
    case("dashes", "Do.\n\nArgs:\n    x - left\n    y -- right\n", x="left", y="right"),
    case("two names", "Do.\n\nArgs:\n    x, y (float): both\n", x="both", y="both"),
    case("starred names", "Do.\n\nArgs:\n    *x: left\n    **y: right\n", x="left", y="right"),
    case("escaped stars", "Do.\n\nArgs:\n    \\*\\*y: right\n", y="right"),
    case(
        "entries not indented",
        "Do.\n\nArgs:\nx: left\ny: right\n\nAfter.\n",
        description="Do.\n\nAfter.",
        x="left",
        y="right",
    ),
    case("ragged indent", "Do.\n\nArgs:\n        x: left\n    y: right\n", x="left", y="right"),
    case(
        "sections indented below the summary",
        "Do.\n    More.\n\n        Args:\n            x: left\n        Returns:\n            All of it.\n    ",
        description="Do.\nMore.",
        returns="All of it.",
        x="left",
    ),
    case(
        "tabs",
        "Do.\n\n\tArgs:\n\t\tx: left\n\t\t\tand more\n\t\ty: right\n",
        x="left\nand more",
        y="right",
    ),
    case(
        "windows line ends",
        "Do.\r\n\r\nArgs:\r\n    x: left\r\n    y: right\r\n",
        x="left",
        y="right",
    ),
    case(
        "two sections of one name",
        "Do.\n\nArgs:\n    x: left\n\nArgs:\n    y: right\n",
        x="left",
        y="right",
    ),
    case(
        "text after the sections",
        "Do.\n\nArgs:\n    x: left\n\nMind the gap.\n",
        description="Do.\n\nMind the gap.",
        x="left",
    ),
    case(
        "a note after the sections",
        "Do.\n\nArgs:\n    x: left\n\nNote:\n    Slow.\n",
        description="Do.\n\nNote:\n    Slow.",
        x="left",
    ),
    case(
        "errors are left out",
        "Do.\n\nRaises:\n    ValueError: too much\n    OSError\n",
        description="Do.",
    ),
    case("empty section", "Do.\n\nArgs:\n\nReturns:\n    A new one.\n", returns="A new one."),
    case("no parameters said so", "Do.\n\nArgs:\n    None.\n"),
    case(
        "an introduction to the entries",
        "Do.\n\nArgs:\n    All are in metres.\n    x: left\n",
        x="left",
    ),
    case(
        "a stranger's name is told",
        "Do.\n\nArgs:\n    x: left\n    widht: far\n",
        x="left",
        unknown=("widht",),
    ),
    case(
        "a note among the entries is text",
        "Do.\n\nArgs:\n    x: left\n    Note: not negative\n    y: right\n",
        x="left\nNote: not negative",
        y="right",
    ),
    case(
        "a link among the entries is text",
        "Do.\n\nArgs:\n    x: see\n    https://example.org/a: b\n",
        x="see\nhttps://example.org/a: b",
    ),
    case("an entry without text", "Do.\n\nArgs:\n    x:\n    y: right\n", y="right"),
    case("a line that belongs to no entry", "Do.\n\nArgs:\n    just some words\n", malformed=True),
    case(
        "a fault in one section leaves the others",
        "Do.\n\nArgs:\n    just some words\n\nReturns:\n    A new one.\n",
        returns="A new one.",
        malformed=True,
    ),
]
RESULTS = [
    case(
        "a type before the text",
        "Do.\n\nReturns:\n    dict[str, int]: The counts by key.\n",
        returns="The counts by key.",
    ),
    case("a type alone says nothing", "Do.\n\nReturns:\n    dict\n"),
    case("one line", "Do.\n\nReturns: the whole body.\n", returns="the whole body."),
    case(
        "one line that goes on",
        "Do.\n\nReturns: the whole\n    body.\n\nMore.\n",
        description="Do.\n\nMore.",
        returns="the whole\n    body.",
    ),
    case(
        "a summary that looks like a result",
        "Returns: the time now.",
        description="Returns: the time now.",
    ),
    case("yields", "Do.\n\nYields:\n    int: The next one.\n", returns="The next one."),
    case(
        "colons in the text",
        "Do.\n\nReturns:\n    A dict with:\n        a: first\n        b: second\n",
        returns="A dict with:\n    a: first\n    b: second",
    ),
    case(
        "an example of the result",
        'Do.\n\nReturns:\n    {"a": 1, "b": 2}\n',
        returns='{"a": 1, "b": 2}',
    ),
    case(
        "not indented",
        "Do.\n\nReturns:\nThe whole body.\n\nMore.\n",
        description="Do.\n\nMore.",
        returns="The whole body.",
    ),
]
NUMPY = [
    case(
        "parameters",
        "Do.\n\nParameters\n----------\nx : int\n    left\ny : float, default 1.0\n    right\n    and more\n",
        x="left",
        y="right\nand more",
    ),
    case(
        "two names", "Do.\n\nParameters\n----------\nx, y : float\n    both\n", x="both", y="both"
    ),
    case("no type", "Do.\n\nParameters\n----------\nx\n    left\n", x="left"),
    case(
        "indented as written in a function",
        "Do.\n\n    Parameters\n    ----------\n    x : int\n        left\n\n    Returns\n    -------\n    int\n        The count of all.\n    ",
        returns="The count of all.",
        x="left",
    ),
    case(
        "other parameters",
        "Do.\n\nParameters\n----------\nx : int\n    left\n\nOther Parameters\n----------------\ny : int\n    right\n",
        x="left",
        y="right",
    ),
    case("underline of another length", "Do.\n\nParameters\n---\nx : int\n    left\n", x="left"),
    case("title with a colon", "Do.\n\nParameters:\n-----------\nx : int\n    left\n", x="left"),
    case("stars", "Do.\n\nParameters\n----------\n*x, **y\n    both\n", x="both", y="both"),
    case(
        "paragraphs",
        "Do.\n\nParameters\n----------\nx : int\n    left\n\n    - one\n      - two\ny : int\n    right\n",
        x="left\n\n- one\n  - two",
        y="right",
    ),
    case(
        "no text for a parameter",
        "Do.\n\nParameters\n----------\nx : int\ny : int\n    right\n",
        y="right",
    ),
    case(
        "a name that is none",
        "Do.\n\nParameters\n----------\nx, ... : int\n    left\ny : int\n    right\n",
        malformed=True,
        x="left",
        y="right",
    ),
    case(
        "named results",
        "Do.\n\nReturns\n-------\na : int\n    The first one.\nb : int\n    The second one.\n",
        returns="The first one.\nThe second one.",
    ),
    case(
        "a result without type",
        "Do.\n\nReturns\n-------\nThe count of all.\n",
        returns="The count of all.",
    ),
    case(
        "a text whose further lines are indented, as if its first were a type",
        "Do.\n\nReturns:\n--------\nThe count of all,\n    but not of these:\n    - one\n",
        returns="The count of all,\nbut not of these:\n- one",
    ),
    case(
        "a text behind a type",
        "Do.\n\nReturns\n-------\nlist[int] | None\n    The count of all.\n",
        returns="The count of all.",
    ),
    case(
        "examples are text",
        "Do.\n\nParameters\n----------\nx : int\n    left\n\nExamples\n--------\n>>> do(1)\n",
        description="Do.\n\nExamples\n--------\n>>> do(1)",
        x="left",
    ),
    case(
        "a stranger's name is told",
        "Do.\n\nParameters\n----------\nz : int\n    far\n",
        unknown=("z",),
    ),
]
FIELDS = [
    case("Sphinx", "Do.\n\n:param x: left\n:param y: right\n", x="left", y="right"),
    case("Sphinx without a blank line", "Do.\n:param x: left\n", x="left"),
    case("Sphinx without a summary", ":param x: left\n", description="", x="left"),
    case(
        "Sphinx with types",
        "Do.\n\n:param int x: left\n:param dict[str, int] y: right\n:type x: int\n:rtype: bool\n",
        x="left",
        y="right",
    ),
    case(
        "Sphinx over lines",
        "Do.\n\n:param x: left\n    and more\n:param y: right\nand more\n\nAfter.\n",
        description="Do.\n\nAfter.",
        x="left\nand more",
        y="right\nand more",
    ),
    case(
        "Sphinx with text below",
        "Do.\n\n:param x:\n    left\n\n    and more\n:return: The whole body.\n",
        returns="The whole body.",
        x="left\n\nand more",
    ),
    case("Sphinx keywords", "Do.\n\n:keyword x: left\n:arg y: right\n", x="left", y="right"),
    case("Sphinx errors", "Do.\n\n:raises ValueError: too much\n:param x: left\n", x="left"),
    case(
        "a role is no field",
        "Do.\n\n:class:`X` says what.\n",
        description="Do.\n\n:class:`X` says what.",
    ),
    case("a role in a description", "Do.\n\n:param x: a :class:`X`\n", x="a :class:`X`"),
    case(
        "a literal block",
        "Do::\n\n    :param x: not this\n\n:param x: left\n",
        description="Do::\n\n    :param x: not this",
        x="left",
    ),
    case(
        "a field without a name",
        "Do.\n\n:param: left\n:param y: right\n",
        y="right",
        malformed=True,
    ),
    case(
        "a stranger's field is told",
        "Do.\n\n:param z: far\n:param x: left\n",
        x="left",
        unknown=("z",),
    ),
    case(
        "Epydoc",
        "Do.\n\n@param x: left\n@type x: int\n@keyword y: right\n@return: The whole body.\n@raise OSError: often\n",
        returns="The whole body.",
        x="left",
        y="right",
    ),
    case(
        "a decorator in the text is no field",
        "Do.\n\n@tool marks it: see there\n",
        description="Do.\n\n@tool marks it: see there",
    ),
]
TEXTS = [
    case(
        "a note", "Do.\n\nNote: it is slow: very.\n", description="Do.\n\nNote: it is slow: very."
    ),
    case(
        "an example with a section of its own",
        "Do.\n\nExample:\n    def f(x):\n        '''Go.\n\n        Args:\n            x: not this\n        '''\n\nArgs:\n    x: left\n",
        description="Do.\n\nExample:\n    def f(x):\n        '''Go.\n\n        Args:\n            x: not this\n        '''",
        x="left",
    ),
    case(
        "a fenced block",
        "Do.\n\n```\nArgs:\n    x: not this\n```\n\nArgs:\n    x: left\n",
        description="Do.\n\n```\nArgs:\n    x: not this\n```",
        x="left",
    ),
    case(
        "a fence that is never closed",
        "Do.\n\n```\n\nArgs:\n    x: left\n",
        description="Do.\n\n```",
        x="left",
    ),
    case(
        "links and times",
        "See https://example.org: it opens at 12:30.\n\nftp://example.org",
        description="See https://example.org: it opens at 12:30.\n\nftp://example.org",
    ),
    case(
        "a list",
        "Do one of:\n  - x: go left\n  - y: go right\nOr not.",
        description="Do one of:\n  - x: go left\n  - y: go right\nOr not.",
    ),
    case("odd punctuation", ": :", description=": :"),
    case(
        "a table",
        "Do.\n\n=====  =====\nx      y\n=====  =====\n",
        description="Do.\n\n=====  =====\nx      y\n=====  =====",
    ),
    case("styles mixed", "Do.\n\nArgs:\n    x: left\n\n:param y: right\n", x="left", y="right"),
]
CLASSES = [
    case(
        "attributes",
        "A thing.\n\nAttributes:\n    x (int): left\n    y: right\n",
        description="A thing.",
        x="left",
        y="right",
    ),
    case(
        "NumPy attributes",
        "A thing.\n\nAttributes\n----------\nx : int\n    left\n",
        description="A thing.",
        x="left",
    ),
    case(
        "Sphinx attributes",
        "A thing.\n\n:ivar x: left\n:vartype x: int\n:var y: right\n",
        description="A thing.",
        x="left",
        y="right",
    ),
    case(
        "Epydoc attributes",
        "A thing.\n\n@ivar x: left\n@cvar y: right\n",
        description="A thing.",
        x="left",
        y="right",
    ),
    case(
        "the first of two texts counts",
        "A thing.\n\nArgs:\n    x: left\n\nAttributes:\n    x: again\n",
        description="A thing.",
        x="left",
    ),
]


@pytest.mark.parametrize(
    "each",
    [
        pytest.param(each, id=f"{style}: {each.claim}")
        for style, cases in (
            ("google", GOOGLE),
            ("results", RESULTS),
            ("numpy", NUMPY),
            ("fields", FIELDS),
            ("text", TEXTS),
            ("class", CLASSES),
        )
        for each in cases
    ],
)
def test_docstring_is_read_as_meant(each: Case) -> None:
    assert each.expected == read_docstring(each.text, each.parameters.split())


PIECES = st.sampled_from(
    ["Args:", "Returns:", "x:", "x", ":param", ":param x:", "@param x:", "Parameters", "----------",
     "```", "\n", "\n\n", "    ", "\t", ": :", "::", "*", "-", ":", "(", ")", "text", "Note:", "\\"]
)  # fmt: skip


@settings(deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES).map("".join), st.lists(PIECES).map(" ".join)))
@example(": :")
@example("Args:\n    :\n    x")
@example(":param x")
def test_no_text_raises_an_error(text: str) -> None:
    read = read_docstring(text, ["x"])
    assert set(read.parameters) <= {"x"}
    assert "x" not in read.unknown
