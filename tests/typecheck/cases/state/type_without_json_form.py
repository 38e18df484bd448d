"""State without a JSON form fails the build, at its place and with the path."""

from dataclasses import dataclass
from socket import socket

from toolschema_runtime import sees


@dataclass
class Peer:
    name: str
    connection: socket


class Hub:
    @property
    @sees
    def peers(self) -> list[Peer]:
        # E: "peers[].connection" of class "Hub" has type "socket", which cannot be built from JSON: it is not defined in your source  [tool-type]
        # N: Return the data it holds, or take @sees off
        return []

    @sees
    def size(self) -> int:
        return 1
