"""A setting holds in each class below the one that says it, beside other settings that these say."""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from toolschema_runtime import tool


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


class Titled(Open):
    model_config = ConfigDict(title="Titled")


class Shut(Titled):
    model_config = {"extra": "forbid"}


class OpenByKeyword(BaseModel, extra="allow"):
    a: int


class BelowKeyword(OpenByKeyword):
    b: int


class OpenOfOld(BaseModel):
    class Config:
        extra = "allow"

    a: int


class Both(Shut, OpenByKeyword):
    """Of two bases the later one counts."""


class ByName(BaseModel):
    model_config = ConfigDict(validate_by_alias=False, validate_by_name=True)


class Named(ByName):
    model_config = ConfigDict(frozen=True)
    a: int = Field(alias="b")


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)


class Frozen(Camel):
    model_config = ConfigDict(frozen=True)
    first_name: str


class Plain(Camel):
    model_config = ConfigDict(alias_generator=None)
    first_name: str


@tool
def put(
    titled: Titled,
    shut: Shut,
    below: BelowKeyword,
    old: OpenOfOld,
    both: Both,
    named: Named,
    plain: Plain,
) -> None: ...


@tool
def camel(
    frozen: Frozen,
    # E: "frozen" of tool "camel" has type "Frozen", which cannot be built from JSON: its alias_generator would have to be run  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
