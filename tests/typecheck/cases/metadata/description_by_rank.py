"""Describe wins over Doc, Doc over Field and Meta, these over a bare text, that over the docstring (C22)."""

from typing import Annotated

from annotated_doc import Doc
from msgspec import Meta
from pydantic import Field
from typing_extensions import Doc as TypingDoc

from toolschema_runtime import Describe, tool


@tool
def say(
    a: Annotated[str, "bare", Field(description="field"), Doc("doc"), Describe("describe")],
    b: Annotated[str, TypingDoc("doc"), "bare", Field(description="field")],
    c: Annotated[str, "bare", Meta(description="meta")],
    d: Annotated[str, "bare"],
    e: str,
) -> None:
    """Say it.

    Args:
        a: docstring
        b: docstring
        c: docstring
        d: docstring
        e: docstring
    """
