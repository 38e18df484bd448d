"""Values of the types that travel as text, in the one form that our grammars have for each."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime, time, timedelta
    from typing import Any

_OFFSET_OF_UTC = "+00:00"


def encode_text(kind: str | None, value: Any) -> str | None:
    """The text of *value* as plan *kind*, or as whichever kind it is; None when it is not one.

    A naive datetime is local time, as Python reads it; a Decimal has no exponent.
    """
    for module, name, plan, encode in _ENCODERS:
        # Nothing can be of a class whose module was never loaded.
        cls = getattr(sys.modules.get(module), name, None)
        if (kind is None or kind == plan) and cls is not None and isinstance(value, cls):
            return encode(value)
    return None


def _datetime(value: datetime) -> str | None:
    offset = value.utcoffset()
    if offset is None:
        try:
            value = value.astimezone()
        except (OverflowError, ValueError):  # the first or last hours that a datetime holds
            return None
        offset = value.utcoffset()
    if offset is not None and offset.total_seconds() % 60:
        # RFC 3339 has no seconds in an offset.
        from datetime import timezone

        value = value.astimezone(timezone.utc)
    return _with_z(value.isoformat())


def _date(value: date) -> str:
    # Not isoformat(): a datetime is a date too.
    return f"{value.year:04}-{value.month:02}-{value.day:02}"


def _time(value: time) -> str | None:
    offset = value.utcoffset()
    if offset is not None and offset.total_seconds() % 60:
        return None
    return _with_z(value.isoformat())


def _with_z(text: str) -> str:
    return text.removesuffix(_OFFSET_OF_UTC) + "Z" if text.endswith(_OFFSET_OF_UTC) else text


def _timedelta(value: timedelta) -> str:
    # In microseconds, since a negative timedelta holds negative days and positive seconds.
    total = (value.days * 86_400 + value.seconds) * 1_000_000 + value.microseconds
    sign, total = ("-", -total) if total < 0 else ("", total)
    seconds, micro = divmod(total, 1_000_000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    day, hour = divmod(hours, 24)
    fraction = f".{micro:06d}".rstrip("0") if micro else ""
    parts = [(hour, "H"), (minute, "M")]
    clock = "".join(f"{number}{unit}" for number, unit in parts if number)
    if second or fraction:
        clock += f"{second}{fraction}S"
    days = f"{day}D" if day else ""
    if not days and not clock:
        clock = "0S"
    return f"{sign}P{days}{'T' if clock else ''}{clock}"


def _decimal(value: Any) -> str | None:
    return format(value, "f") if value.is_finite() else None


def _bytes(value: Any) -> str:
    from binascii import b2a_base64

    return b2a_base64(value, newline=False).decode("ascii")


def _regex(value: Any) -> str | None:
    return value.pattern if type(value.pattern) is str else None


def _address(value: Any) -> str | None:
    # An interface is an address too, but its text is none.
    return None if hasattr(value, "network") else str(value)


# (module, class, plan, text); datetime stands before date, which it derives from.
_ENCODERS: tuple[tuple[str, str, str, Callable[[Any], str | None]], ...] = (
    ("datetime", "datetime", "datetime", _datetime),
    ("datetime", "date", "date", _date),
    ("datetime", "time", "time", _time),
    ("datetime", "timedelta", "timedelta", _timedelta),
    ("uuid", "UUID", "uuid", str),
    ("decimal", "Decimal", "decimal", _decimal),
    ("builtins", "bytes", "bytes", _bytes),
    ("builtins", "bytearray", "bytes", _bytes),
    ("pathlib", "PurePath", "path", str),
    ("re", "Pattern", "regex", _regex),
    ("ipaddress", "IPv4Interface", "ipv4interface", str),
    ("ipaddress", "IPv6Interface", "ipv6interface", str),
    ("ipaddress", "IPv4Address", "ipv4", _address),
    ("ipaddress", "IPv6Address", "ipv6", _address),
    ("ipaddress", "IPv4Network", "ipv4network", str),
    ("ipaddress", "IPv6Network", "ipv6network", str),
)
