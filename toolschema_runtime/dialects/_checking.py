"""What a provider says to a set of tools: names, schemas and totals."""

from __future__ import annotations

import re

from toolschema_runtime.dialects._rewriting import Change, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from toolschema_runtime.dialects._rewriting import Rule, Schema


def checked(
    records: Sequence[dict[str, Any]],
    rewrite: Callable[..., tuple[Schema, list[Change]]],
    *,
    name: tuple[str, Rule] | None,
) -> Document:
    """Return the changes of each tool, pointing into the list of records, in a document that takes more.

    Args:
        records: Tools as side-files have them.
        rewrite: A dialect's `schema`.
        name: The pattern that a tool's name must match, and the rule when it does not; None where
            there is no rule.
    """
    found = Document({})
    for index, record in enumerate(records):
        if name is not None and not re.fullmatch(name[0], record["name"]):
            found.note(f"/{index}/name", name[1])
        _, changes = rewrite(record["parameters"], strict=record["strict"])
        for change in changes:
            found.note(f"/{index}/parameters{change.pointer}", change.rule)
    return found
