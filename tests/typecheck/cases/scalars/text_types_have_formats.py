"""UUID, Path, bytes, ip addresses and patterns travel as text."""

import re
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address
from pathlib import Path
from uuid import UUID

from toolschema_runtime import tool


@tool
def store(
    key: UUID,
    where: Path,
    content: bytes,
    host: IPv4Address,
    host6: IPv6Address,
    network: IPv4Network,
    interface: IPv4Interface,
    rule: re.Pattern[str],
) -> None: ...
