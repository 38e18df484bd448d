"""A class that is decorated is an error; the call form makes a tool of its constructor."""

from toolschema_runtime import tool


@tool
class Desk:
    # E: "Desk" is a class, but @tool decorates functions  [tool-signature]
    # N: Decorate the methods that are tools, or make one of the class by a call: make = tool(Desk)
    def __init__(self, room: int) -> None:
        self.room = room

    @tool
    def open(self, key: int) -> None: ...


make_desk = tool(Desk)
