"""Types that travel as text: one grammar each, the same on every Python, and what is built from it.

Every builder takes a str and raises ValueError when the text is not in the grammar or names nothing
that exists.
"""

from __future__ import annotations

import binascii
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    import uuid
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Build: TypeAlias = Callable[[str], Any]

_DAY = r"\d{4}-\d\d-\d\d"
_OFFSET = r"(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"
_SECONDS = r":[0-5]\d(?:\.\d{1,6})?"
_DATE = re.compile(_DAY, re.ASCII).fullmatch
_DATE_TIME = re.compile(f"{_DAY}T{_CLOCK}{_SECONDS}{_OFFSET}", re.ASCII).fullmatch
_NAIVE_DATE_TIME = re.compile(f"{_DAY}T{_CLOCK}{_SECONDS}{_OFFSET}?", re.ASCII).fullmatch
_TIME = re.compile(f"{_CLOCK}(?:{_SECONDS})?{_OFFSET}?", re.ASCII).fullmatch
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII).fullmatch
_TIMEDELTA = re.compile(
    r"(-)?P(?=\d|T\d)(?:(\d+)D)?"
    r"(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,6}))?S)?)?",
    re.ASCII,
).fullmatch
_BASE64 = re.compile(r"[A-Za-z0-9+/]*={0,2}", re.ASCII).fullmatch

class NotInGrammar(ValueError):
    """The text is not in the grammar of its type."""


def _datetime(naive: bool) -> Build:
    from datetime import datetime

    matches = _NAIVE_DATE_TIME if naive else _DATE_TIME
    build = datetime.fromisoformat if sys.version_info >= (3, 11) else _build_datetime

    def read_datetime(text: str) -> dt.datetime:
        if matches(text) is None:
            raise NotInGrammar
        return build(text)

    return read_datetime


def _build_datetime(text: str) -> dt.datetime:
    # Python 3.10 reads neither "Z" nor fractions of other than 3 or 6 digits.
    from datetime import datetime

    return datetime.fromisoformat(_plain_iso(text))


def _build_time(text: str) -> dt.time:
    from datetime import time

    return time.fromisoformat(_plain_iso(text))


def _plain_iso(text: str) -> str:
    if text.endswith("Z"):
        text = text[:-1] + "+00:00"
    head, point, tail = text.partition(".")
    if not point:
        return text
    digits = len(tail) - len(tail.lstrip("0123456789"))
    return f"{head}.{tail[:digits].ljust(6, '0')}{tail[digits:]}"


def _date(_naive: bool) -> Build:
    from datetime import date

    def read_date(text: str) -> dt.date:
        if _DATE(text) is None:
            raise NotInGrammar
        return date.fromisoformat(text)

    return read_date


def _time(_naive: bool) -> Build:
    from datetime import time

    build = time.fromisoformat if sys.version_info >= (3, 11) else _build_time

    def read_time(text: str) -> dt.time:
        if _TIME(text) is None:
            raise NotInGrammar
        return build(text)

    return read_time


def _timedelta(_naive: bool) -> Build:
    from datetime import timedelta

    def read_timedelta(text: str) -> dt.timedelta:
        match = _TIMEDELTA(text)
        if match is None:
            raise NotInGrammar
        sign, days, hours, minutes, seconds, fraction = match.groups()
        parts = [part or "0" for part in (days, hours, minutes, seconds)]
        if any(len(part) > 20 for part in parts):  # beyond any timedelta, and slow to read
            raise NotInGrammar
        day, hour, minute, second = map(int, parts)
        micro = int((fraction or "").ljust(6, "0"))
        try:
            span = timedelta(
                days=day, hours=hour, minutes=minute, seconds=second, microseconds=micro
            )
        except OverflowError as error:
            raise ValueError(str(error)) from error
        return -span if sign else span

    return read_timedelta


def _uuid(_naive: bool) -> Build:
    from uuid import UUID, SafeUUID

    new, put, safety = object.__new__, object.__setattr__, SafeUUID.unknown
    from_hex, from_bytes = bytes.fromhex, int.from_bytes

    def read_uuid(text: str) -> uuid.UUID:
        if len(text) != 36 or text[8:24:5] != "----":
            raise NotInGrammar
        # fromhex skips spaces, so the length of what it gives says whether there were any.
        raw = from_hex(text.replace("-", ""))
        if len(raw) != 16:
            raise NotInGrammar
        # UUID(...) goes through five keyword arguments: this is a third of its time.
        value = new(UUID)
        put(value, "int", from_bytes(raw, "big"))
        put(value, "is_safe", safety)
        return value

    def read_uuid_plainly(text: str) -> uuid.UUID:
        read_uuid(text)
        return UUID(text)

    sample = "12345678-9abc-def0-1234-56789abcdef0"
    is_sound = read_uuid(sample) == UUID(sample) and str(read_uuid(sample)) == sample
    return read_uuid if is_sound else read_uuid_plainly


def _decimal(_naive: bool) -> Build:
    from decimal import Decimal

    def read_decimal(text: str) -> Decimal:
        if _DECIMAL(text) is None:
            raise NotInGrammar
        return Decimal(text)

    return read_decimal


def _path(_naive: bool) -> Build:
    from pathlib import Path

    def read_path(text: str) -> Path:
        if "\0" in text:
            raise NotInGrammar
        return Path(text)

    return read_path


def _regex(_naive: bool) -> Build:
    def read_regex(text: str) -> re.Pattern[str]:
        try:
            return re.compile(text)
        except (re.error, RecursionError, OverflowError, Warning) as error:
            raise ValueError(str(error)) from error

    return read_regex


def _bytes(_naive: bool) -> Build:
    def read_bytes(text: str) -> bytes:
        if len(text) % 4 or _BASE64(text) is None:
            raise NotInGrammar
        return binascii.a2b_base64(text)

    return read_bytes


def _ip(kind: str) -> Callable[[bool], Build]:
    def make(_naive: bool) -> Build:
        import ipaddress

        build: Build = getattr(ipaddress, kind)
        return build

    return make


# plan -> what makes its builder, and how its text is called in messages.
TEXTS: dict[str, tuple[Callable[[bool], Build], str]] = {
    "datetime": (_datetime, "date-time with offset like 2026-01-31T12:00:00Z"),
    "date": (_date, "date like 2026-01-31"),
    "time": (_time, "time like 12:30 or 12:30:00Z"),
    "timedelta": (_timedelta, "duration like P1DT2H30M"),
    "uuid": (_uuid, "UUID like 123e4567-e89b-12d3-a456-426614174000"),
    "decimal": (_decimal, 'decimal number as text like "12.50"'),
    "path": (_path, "path"),
    "regex": (_regex, "regular expression"),
    "bytes": (_bytes, "base64 text"),
    "ipv4": (_ip("IPv4Address"), "IPv4 address"),
    "ipv6": (_ip("IPv6Address"), "IPv6 address"),
    "ipv4network": (_ip("IPv4Network"), "IPv4 network like 10.0.0.0/8"),
    "ipv6network": (_ip("IPv6Network"), "IPv6 network like 2001:db8::/32"),
    "ipv4interface": (_ip("IPv4Interface"), "IPv4 interface like 10.0.0.1/8"),
    "ipv6interface": (_ip("IPv6Interface"), "IPv6 interface like 2001:db8::1/32"),
}
NAIVE_DATE_TIME = "date-time like 2026-01-31T12:00:00Z"
