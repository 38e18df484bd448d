"""`@toolkit(prefix=…)` stands before every name of the class; the nearest class that has one counts."""

from toolschema_runtime import sees, tool, toolkit

SHOP = "shop_"


@toolkit(prefix="mail_")
class Mail:
    @tool
    def send(self, text: str) -> int: ...

    @tool(name="read")
    @staticmethod
    def read_one() -> str: ...

    @property
    @sees
    def unread(self) -> int: ...


class Inbox(Mail):
    @tool
    def archive(self) -> int: ...


@toolkit(prefix=SHOP)
class Shop(Mail):
    @tool
    def buy(self) -> int: ...


@toolkit(prefix=SHOP + str(1))
class Unreadable:
    # E: The prefix of @toolkit on "Unreadable" cannot be read without running the program  [tool-signature]
    # N: Write a literal, or a constant that is assigned once: @toolkit(prefix="mail_")
    @tool
    def first(self) -> int: ...

    @tool
    def second(self) -> int: ...


@toolkit(prefix="my mail ")
class Spaced:
    @tool
    def send(self) -> int: ...
    # E: Tool name "my mail send" is refused by providers: allowed are letters, digits, "_" and "-", at most 64, not starting with a digit  [tool-name]
    # N: Change the prefix in @toolkit or the name, for instance to "my_mail_send"
