"""A class deriving from str, int, float or bytes has the schema of its base."""

from toolschema_runtime import tool


class Email(str):
    """An address."""

    def __new__(cls, text: str) -> "Email":
        if "@" not in text:
            raise ValueError("no @")
        return super().__new__(cls, text)


class Cents(int): ...


@tool
def mail(to: Email, fee: Cents = Cents(3)) -> None: ...
