"""Types that travel as text: one grammar each, the same on every Python, and what is built from it."""

from __future__ import annotations

import binascii
import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Build: TypeAlias = Callable[[str], Any]
    Match: TypeAlias = Callable[[str], object]


_READS_ALL_OF_ISO = sys.version_info >= (3, 11)
_HOUR = r"(?:[01]\d|2[0-3])"
_OFFSET = rf"(?:Z|[+-]{_HOUR}:[0-5]\d)"
_SECONDS = r":[0-5]\d(?:\.\d{1,6})?"
_DATE = r"\d{4}-\d\d-\d\d"
_TIME = rf"{_HOUR}:[0-5]\d(?:{_SECONDS})?{_OFFSET}?"
_TIMEDELTA = (
    r"(-)?P(?=\d|T\d)(?:(\d+)D)?"
    r"(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,6}))?S)?)?"
)
_DECIMAL = r"-?\d+(?:\.\d+)?"
_UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_BASE64 = r"[A-Za-z0-9+/]*={0,2}"


def _date_time(naive: bool) -> str:
    if not _READS_ALL_OF_ISO:
        offset = f"{_OFFSET}?" if naive else _OFFSET
        return rf"{_DATE}T{_HOUR}:[0-5]\d{_SECONDS}{offset}"
    # fromisoformat takes ASCII digits only and knows their ranges, but 24 hours and 60 minutes of offset:
    # the pattern need only fix the places.  The other order of the ends is slower.  For "Z" and a zero byte
    # the text ends there, whatever follows.
    moment = r".{7}-..T(?!24)..:.\d:.\d"
    if naive:
        return rf"{moment}(?:\.\d{{1,6}})?(?:Z|[+-]..:[0-5].)?"
    return rf"{moment}(?:[+-]..:[0-5].|\.\d{{1,6}}(?:Z|[+-]..:[0-5].)|Z)"


class NotInGrammar(ValueError):
    """The text is not in the grammar of its type."""


class Grammar:
    """How one type is read from text.

    Attributes:
        build: The value of a text that is not refused; ValueError when there is no such value.
        refuses: Gives None for text in the grammar, anything else for other text; None itself where
            *build* decides alone.
    """

    __slots__ = ("build", "refuses")

    def __init__(self, build: Build, pattern: str | None = None) -> None:
        self.build = build
        self.refuses: Match | None = None
        if pattern is not None:
            # Turned round, so that for a good text no match object has to be made, which costs.
            self.refuses = re.compile(rf"(?!(?:{pattern})\Z)", re.ASCII).match

    def read(self, text: str) -> Any:
        """The value of *text*.

        Raises:
            ValueError: When it is not in the grammar, or names nothing that exists.
        """
        if self.refuses is not None and self.refuses(text) is not None:
            raise NotInGrammar
        return self.build(text)


def _datetime(naive: bool) -> Grammar:
    from datetime import datetime

    build = datetime.fromisoformat
    if not _READS_ALL_OF_ISO:
        build = _reading_plain_iso(build)
    return Grammar(build, _date_time(naive))


def _time(_naive: bool) -> Grammar:
    from datetime import time

    build = time.fromisoformat
    if not _READS_ALL_OF_ISO:
        build = _reading_plain_iso(build)
    return Grammar(build, _TIME)


def _reading_plain_iso(build: Build) -> Build:
    # Python 3.10 reads neither "Z" nor fractions of other than 3 or 6 digits.
    return lambda text: build(_plain_iso(text))


def _plain_iso(text: str) -> str:
    if text.endswith("Z"):
        text = text[:-1] + "+00:00"
    head, point, tail = text.partition(".")
    if not point:
        return text
    digits = len(tail) - len(tail.lstrip("0123456789"))
    return f"{head}.{tail[:digits].ljust(6, '0')}{tail[digits:]}"


def _date(_naive: bool) -> Grammar:
    from datetime import date

    return Grammar(date.fromisoformat, _DATE)


def _timedelta(_naive: bool) -> Grammar:
    from datetime import timedelta

    match_all = re.compile(_TIMEDELTA, re.ASCII).fullmatch

    def read_timedelta(text: str) -> dt.timedelta:
        match = match_all(text)
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
            return -span if sign else span
        except OverflowError as error:
            raise ValueError(str(error)) from error

    return Grammar(read_timedelta)


def _uuid(_naive: bool) -> Grammar:
    from uuid import UUID

    return Grammar(UUID, _UUID)


def _decimal(_naive: bool) -> Grammar:
    from decimal import Decimal

    return Grammar(Decimal, _DECIMAL)


def _path(_naive: bool) -> Grammar:
    from pathlib import Path

    def read_path(text: str) -> Path:
        if "\0" in text:
            raise NotInGrammar
        return Path(text)

    return Grammar(read_path)


def _regex(_naive: bool) -> Grammar:
    def read_regex(text: str) -> re.Pattern[str]:
        try:
            return re.compile(text)
        except (re.error, RecursionError, OverflowError, Warning) as error:
            raise ValueError(str(error)) from error

    return Grammar(read_regex)


def _bytes(_naive: bool) -> Grammar:
    def read_bytes(text: str) -> bytes:
        if len(text) % 4:
            raise NotInGrammar
        return binascii.a2b_base64(text)

    return Grammar(read_bytes, _BASE64)


def _ip(kind: str) -> Callable[[bool], Grammar]:
    def make(_naive: bool) -> Grammar:
        import ipaddress

        return Grammar(getattr(ipaddress, kind))

    return make


# plan -> what makes its grammar, and how its text is called in messages.
TEXTS: dict[str, tuple[Callable[[bool], Grammar], str]] = {
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
