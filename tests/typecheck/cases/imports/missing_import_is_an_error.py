"""Where mypy could not find the import, the tool says so too: its type is not known."""

from nowhere_installed import Thing
# E: Cannot find implementation or library stub for module named "nowhere_installed"  [import-not-found]
# N: See https://mypy.readthedocs.io/en/stable/running_mypy.html#missing-imports

from toolschema_runtime import tool


@tool
def show(thing: Thing) -> None: ...
# E: "thing" of tool "show" has a type that is not known: mypy has no type information for "nowhere_installed.Thing"  [tool-type]
# N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value
