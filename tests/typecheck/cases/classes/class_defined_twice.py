"""Of a class that is defined twice, which mypy reports, types and words are both of the first."""

from dataclasses import dataclass

from toolschema_runtime import tool


def is_small() -> bool:
    return True


if is_small():

    @dataclass
    class Box:
        """A small box."""

        size: int = 1

else:

    @dataclass
    class Box:  # type: ignore[no-redef]
        """A large box."""

        size: int = 9


@tool
def pack(box: Box) -> None: ...
