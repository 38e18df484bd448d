"""Fields come from bases first; kw_only, InitVar and ClassVar are as the constructor has them."""

from dataclasses import KW_ONLY, InitVar, dataclass
from typing import ClassVar

from toolschema_runtime import tool


@dataclass
class Base:
    id: int
    note: str = ""


@dataclass
class Sub(Base):
    limit: ClassVar[int] = 3
    seed: InitVar[int] = 0
    _: KW_ONLY
    extra: bool


@tool
def keep(sub: Sub) -> Sub: ...
