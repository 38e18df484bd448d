"""Sphinx and Epydoc fields are read (C22)."""

from typing import Literal

from toolschema_runtime import tool


@tool
def weather(city: str, unit: Literal["C", "F"] = "C") -> str:
    """Weather now.

    :param city: town name
    :param unit: degrees
    """
    return city


@tool
def epydoc(city: str) -> str:
    """Weather now.

    @param city: town name
    @return: what it is like
    """
    return city
