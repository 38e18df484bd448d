"""list, Sequence, Iterable, tuple[T, ...], set and frozenset are arrays; sets are unique."""

from collections.abc import Collection, Iterable, Sequence, Set

from toolschema_runtime import tool


@tool
def gather(
    a: list[int],
    b: Sequence[str],
    c: Iterable[float],
    d: tuple[bool, ...],
    e: set[str],
    f: frozenset[int],
    g: list[list[int]],
    h: Collection[int],
    i: Set[int],
) -> None: ...
