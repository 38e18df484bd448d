"""Types of pydantic's whose checks only running them does: the schema is of the type behind."""

from pydantic import AwareDatetime, BaseModel, EmailStr, PastDate

from toolschema_runtime import tool


class Person(BaseModel):
    mail: EmailStr


@tool
def write(
    a: EmailStr,
    # N: The metadata pydantic.networks.EmailStr of "a" of tool "write" is not read: the schema says nothing of it
    b: list[EmailStr] | None,
    # N: The metadata pydantic.networks.EmailStr of "b[]" of tool "write" is not read: the schema says nothing of it
    c: PastDate,
    # N: The metadata pydantic.types.PastDate of "c" of tool "write" is not read: the schema says nothing of it
    d: AwareDatetime,
    e: Person,
    # N: The metadata pydantic.networks.EmailStr of "e.mail" of tool "write" is not read: the schema says nothing of it
) -> None: ...
