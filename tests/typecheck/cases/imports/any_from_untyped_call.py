"""A type whose Any was not written by the user is an error."""

from toolschema_runtime import tool


def make():
    return int


Made = make()


@tool
def keep(value: Made) -> None: ...
# E: Variable "cases.imports.any_from_untyped_call.Made" is not valid as a type  [valid-type]
# N: See https://mypy.readthedocs.io/en/stable/common_issues.html#variables-vs-type-aliases
