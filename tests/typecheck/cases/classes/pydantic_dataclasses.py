"""The keys of pydantic's dataclasses are pydantic's; where it takes names alone, these are published."""

from typing import Annotated

from pydantic import AliasPath, BaseModel, ConfigDict, Field
from pydantic.dataclasses import dataclass
from toolschema_runtime import Name, tool


@dataclass
class Query:
    size: int = Field(alias="pageSize")
    limit: int = Field(default=10, validation_alias="maxItems")
    seen: int = Field(default=0, init=False)


@dataclass(config=ConfigDict(validate_by_name=True, validate_by_alias=False))
class Named:
    a: int = Field(alias="aa")
    b: Annotated[int, Name("own")] = Field(default=1, alias="bb")


class NamedModel(BaseModel):
    model_config = ConfigDict(validate_by_name=True, validate_by_alias=False)
    a: int = Field(alias="aa")
    b: Annotated[int, Name("own")] = Field(default=1, validation_alias="bb")


@dataclass(config={"alias_generator": str.upper})
class Generated:
    a: int


@dataclass
class Deep:
    a: int = Field(validation_alias=AliasPath("x", 0))


@tool
def query(x: Query) -> Query: ...


@tool
def named(x: Named) -> Named: ...


@tool
def named_model(x: NamedModel) -> NamedModel: ...


@tool
def generated(x: Generated) -> None: ...  # E: "x" of tool "generated" has type "Generated", which cannot be built from JSON: its alias_generator would have to be run  [tool-type]  # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()


@tool
def deep(x: Deep) -> None: ...  # E: "x" of tool "deep" has type "Deep", which cannot be built from JSON: the validation_alias of its field "a" is not one name  [tool-type]  # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
