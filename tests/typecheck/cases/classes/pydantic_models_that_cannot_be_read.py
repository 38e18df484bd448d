"""What only running pydantic could tell is an error with its reason."""

from pydantic import AliasPath, BaseModel, ConfigDict, Field, RootModel
from pydantic.alias_generators import to_camel

from toolschema_runtime import tool


class Names(RootModel[list[str]]): ...


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)
    first_name: str


class Path(BaseModel):
    name: str = Field(validation_alias=AliasPath("names", 0))


@tool
def put(
    names: Names,
    # E: "names" of tool "put" has type "Names", which cannot be built from JSON: a RootModel has no fields  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    camel: Camel,
    # E: "camel" of tool "put" has type "Camel", which cannot be built from JSON: its alias_generator would have to be run  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    path: Path,
    # E: "path" of tool "put" has type "Path", which cannot be built from JSON: the validation_alias of its field "name" is not one name  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
