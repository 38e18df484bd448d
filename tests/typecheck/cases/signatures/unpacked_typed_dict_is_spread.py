"""`**kw: Unpack[TD]` gives its keys as parameters (C68)."""

from typing import Annotated

from annotated_types import Ge
from typing_extensions import Required, TypedDict, Unpack

from toolschema_runtime import tool


class Opt(TypedDict, total=False):
    """Options.

    Attributes:
        label: what to call it
    """

    depth: Annotated[int, Ge(0), "how deep"]
    label: Required[str]


@tool
def scan(root: str, **kw: Unpack[Opt]) -> str: ...
