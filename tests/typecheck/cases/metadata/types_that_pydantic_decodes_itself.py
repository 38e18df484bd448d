"""Types of pydantic's that refuse or decode anew what they are given here are errors."""

from typing import Annotated

from pydantic import Base64Bytes, Base64Str, BaseModel, EncodedBytes, Json, NaiveDatetime
from pydantic.types import Base64Encoder

from toolschema_runtime import Inject, tool


class Event(BaseModel):
    at: NaiveDatetime
    data: Json[list[int]]
    body: Base64Bytes
    text: Base64Str | None = None
    own: Annotated[bytes, EncodedBytes(Base64Encoder)] = b""


@tool
def add(event: Event) -> None: ...
# E: "event.at" of tool "add" has type "pydantic.types.NaiveDatetime", which takes no offset, and every date-time here has one  [tool-type]
# N: Use "datetime", or set naive_datetime = "allow"
# E: "event.data" of tool "add" has type "pydantic.types.Json", which takes JSON inside a text, but is given the value  [tool-type]
# N: Use the type that stands in its brackets
# E: "event.body" of tool "add" has metadata "pydantic.types.EncodedBytes", which decodes once more what is sent  [tool-type]
# N: Use "bytes", which is sent in base64, or decode it in the function
# E: "event.text" of tool "add" has metadata "pydantic.types.EncodedStr", which decodes once more what is sent  [tool-type]
# E: "event.own" of tool "add" has metadata "pydantic.types.EncodedBytes", which decodes once more what is sent  [tool-type]


@tool
def add_bare(data: Json) -> None: ...
# E: "data" of tool "add_bare" has type "pydantic.types.Json", which takes JSON inside a text, but is given the value  [tool-type]
# N: Use the type that stands in its brackets


class Note(BaseModel):
    data: Json[list[int]]
    body: Base64Bytes


@tool
def notes() -> list[Note]: ...
# N: The metadata pydantic.types.Json of "return[].data" of tool "notes" is not read: the schema says nothing of it
# N: The metadata pydantic.types.EncodedBytes of "return[].body" of tool "notes" is not read: the schema says nothing of it


@tool
def now() -> NaiveDatetime: ...
# E: "return" of tool "now" has type "pydantic.types.NaiveDatetime", which takes no offset, and every date-time here has one  [tool-type]
# N: Use "datetime", or set naive_datetime = "allow"


@tool
def given(by: str, now: Annotated[NaiveDatetime | None, Inject()] = None) -> None: ...


@tool
def hidden(by: str, data: Annotated[Json[str], Inject(required=True)]) -> None: ...
