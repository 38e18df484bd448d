"""`UNSET` is what msgspec has for a key that was not sent: no JSON says it, in or out."""

from typing import Annotated

from annotated_types import Ge
from msgspec import UNSET, Struct, UnsetType
from msgspec import field as struct_field

from toolschema_runtime import tool


class Change(Struct):
    name: str | UnsetType = UNSET
    size: Annotated[int, Ge(1)] | None | UnsetType = struct_field(default=UNSET)


@tool
def change(by: Change, note: str | UnsetType = UNSET) -> Change: ...


@tool
def forget(
    what: UnsetType,
    # E: "what" of tool "forget" has type "UnsetType", which has no JSON form  [tool-type]
    # N: Take the data it is made from, or hide the parameter with Inject()
) -> None: ...
