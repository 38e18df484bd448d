"""A key is what msgspec makes of a field where it is declared; a class below keeps the keys of its bases."""

from msgspec import Struct

from toolschema_runtime import tool


class Camel(Struct, rename="camel"):
    from_: str
    unit_price: int
    _own_mark: int
    HTTP_codeOK: int


class Pascal(Struct, rename="pascal"):
    from_: str
    unit_price: int
    _own_mark: int
    HTTP_codeOK: int


class Below(Camel, rename="upper", kw_only=True):
    more: int


class Plain(Camel, rename=None, kw_only=True):
    more_words: int


class Same(Camel, kw_only=True):
    more_words: int


@tool
def put(camel: Camel, pascal: Pascal, below: Below, plain: Plain, same: Same) -> None: ...
