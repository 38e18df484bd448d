"""Finds and reads side-files: no code of the user's is executed, parent packages included."""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any, NoReturn

FORMAT_VERSION = 1
SUFFIX = ".toolschema.json"
_ALWAYS_THERE = {
    "name",
    "qualname",
    "description",
    "parameters",
    "returns",
    "strict",
    "formats",
    "annotations",
    "is_async",
    "binding",
}


class SideFile:
    """What one side-file says: its module, its tools and state, and the names of what was left out."""

    __slots__ = ("module", "omitted", "path", "state", "tools")

    def __init__(
        self,
        module: str,
        path: str,
        tools: list[dict[str, Any]],
        state: list[dict[str, Any]],
        omitted: list[str],
    ) -> None:
        self.module = module
        self.path = path
        self.tools = tools
        self.state = state
        self.omitted = omitted


def read(module: str, directory: str | None = None) -> SideFile:
    """Reads the side-file of *module*.

    Args:
        module: A dotted name, or `__main__`.
        directory: Where side-files are, when not beside the sources; TOOLSCHEMA_DIR if not given.

    Raises:
        SideFileError: When it is not found, or is not a side-file that this version reads.
    """
    check_module_name(module)
    directory = directory or os.environ.get("TOOLSCHEMA_DIR")
    path: str | None = None
    if directory:
        path = os.path.join(directory, _file_stem(module) + SUFFIX)
        data = _read_file(path)
    else:
        path, data = _beside_source(module)
    if path is None or data is None:
        _fail_missing(module, path)
    return parse(module, path, data)


def parse(module: str, path: str, data: bytes) -> SideFile:
    """The side-file in *data*, checked as far as listing and encoding need it."""
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _error(f"{path} is not JSON: {error}; run mypy again") from error
    if type(content) is not dict or type(version := content.get("toolschema")) is not int:
        raise _error(f"{path} is not a side-file; run mypy again")
    if version > FORMAT_VERSION:
        raise _error(
            f"{path} was written by a newer toolschema-mypy (format {version}, this one reads "
            f"{FORMAT_VERSION}); upgrade toolschema-mypy here"
        )
    tools = content.get("tools")
    state = content.get("state", [])
    omitted = content.get("omitted", [])
    if version != FORMAT_VERSION or type(tools) is not list or not _is_list_of_text(omitted):
        raise _error(f"{path} is not a side-file of format {FORMAT_VERSION}; run mypy again")
    for tool in tools:
        if not _is_tool(tool):
            raise _error(f"{path} has a tool that is damaged; run mypy again")
    if type(state) is not list or not all(map(_is_state, state)):
        raise _error(f"{path} has state that is damaged; run mypy again")
    return SideFile(module, path, tools, state, omitted)


def _is_tool(tool: Any) -> bool:
    # The plans of its `binding` are checked when it is first called.
    if type(tool) is not dict:
        return False
    get = tool.get
    formats, returns = get("formats"), get("returns")
    return (
        type(get("name")) is str
        and type(get("qualname")) is str
        and type(get("description")) is str
        and type(get("parameters")) is dict
        and type(get("strict")) is bool
        and type(get("annotations")) is dict
        and type(get("is_async")) is bool
        and type(get("binding")) is dict
        and (returns is None or type(returns) is dict)
        and (formats is None or _is_list_of_text(formats))
        and (tool.keys() <= _ALWAYS_THERE or _has_sound_options(tool))
    )


def _is_state(state: Any) -> bool:
    return (
        type(state) is dict
        and type(state.get("name")) is str
        and type(state.get("qualname")) is str
        and type(state.get("prefix", "")) is str
        and type(state.get("returns")) is dict
        and type(state.get("binding")) is dict
    )


def _has_sound_options(tool: dict[str, Any]) -> bool:
    return (
        _is_list_of_text(tool.get("tags", []))
        and all(type(tool.get(key, "")) is str for key in ("title", "prefix", "when"))
        and type(tool.get("timeout", 0)) in (int, float)
        and all(type(tool.get(key, True)) is bool for key in ("approval", "thread", "parallel"))
    )


def _is_list_of_text(value: Any) -> bool:
    return type(value) is list and all(type(item) is str for item in value)


def name_of(module: object) -> str:
    """The name of a module that is given by it or as the object.

    Raises:
        ToolUsageError: When something else is given.
    """
    if isinstance(module, str):
        return module
    name: object = getattr(module, "__name__", None)
    if isinstance(module, type(sys)) and isinstance(name, str):
        return name
    from toolschema_runtime._meant import no_module

    raise no_module(module)


def check_module_name(module: str) -> None:
    """Refuses what is not a dotted identifier, before any path or import is made of it."""
    if type(module) is not str or not all(part.isidentifier() for part in module.split(".")):
        from toolschema_runtime._missing import module_meant

        meant = module_meant(module) if type(module) is str else ""
        raise _error(f"{module!r} is not the name of a module{meant}")


def is_running_script(module: str) -> bool:
    """Whether *module* is the program that runs, which Python calls `__main__`."""
    return module == "__main__" or module == _script_name()


def _script_name() -> str | None:
    main = sys.modules.get("__main__")
    spec: ModuleSpec | None = getattr(main, "__spec__", None)
    if spec is not None:
        return spec.name
    file: str | None = getattr(main, "__file__", None)
    # A script's own folder is first on sys.path, so that its name would import it a second time.
    return None if file is None else os.path.splitext(os.path.basename(file))[0]


def _file_stem(module: str) -> str:
    return (_script_name() or module) if module == "__main__" else module


def _read_file(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None


def _beside_source(module: str) -> tuple[str | None, bytes | None]:
    if is_running_script(module):
        main = sys.modules["__main__"]
        file: str | None = getattr(main, "__file__", None)
        if file is None:
            raise _error(
                f"{module} has no file, so it has no side-file: put its tools into a module, and run mypy "
                "over that"
            )
        path = os.path.splitext(file)[0] + SUFFIX
        return os.path.abspath(path), _data_at(path, getattr(main, "__loader__", None))
    spec = find_spec(module)
    if spec is None:
        _fail_absent(module)
    origin = spec.origin
    if origin is None or not spec.has_location:
        return None, None
    stem = "__init__" if spec.submodule_search_locations is not None else module.rpartition(".")[2]
    path = os.path.join(os.path.dirname(origin), stem + SUFFIX)
    return path, _data_at(path, spec.loader)


def _data_at(path: str, loader: object) -> bytes | None:
    """What *path* holds: in an archive only the loader of the module can tell."""
    get_data = getattr(loader, "get_data", None)
    if get_data is None:
        return _read_file(path)
    try:
        data = get_data(path)
    except OSError:
        return None
    return data if type(data) is bytes else None


def find_spec(module: str) -> ModuleSpec | None:
    """The spec of *module*, found without importing it or any package above it."""
    loaded: ModuleSpec | None = getattr(sys.modules.get(module), "__spec__", None)
    if loaded is not None:
        return loaded
    locations: list[str] | None = None
    name = ""
    spec: ModuleSpec | None = None
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        spec = _find_in(name, locations)
        if spec is None:
            return None
        locations = _locations(spec)
    return spec


def _find_in(name: str, locations: list[str] | None) -> ModuleSpec | None:
    try:
        for finder in sys.meta_path:
            spec = finder.find_spec(name, locations)
            if spec is not None:
                return spec
    except KeyError:
        # A namespace package inside one that is not imported: its path wants the parent in sys.modules.
        return _find_namespace(name, locations or [])
    return None


def _find_namespace(name: str, locations: list[str]) -> ModuleSpec | None:
    from importlib.machinery import ModuleSpec as Spec
    from pkgutil import get_importer

    portions: list[str] = []
    for entry in locations:
        importer: Any = get_importer(entry)
        spec: ModuleSpec | None = None if importer is None else importer.find_spec(name)
        if spec is None:
            continue
        if spec.loader is not None:
            return spec
        portions.extend(spec.submodule_search_locations or ())
    if not portions:
        return None
    namespace = Spec(name, None, is_package=True)
    namespace.submodule_search_locations = portions
    return namespace


def _locations(spec: ModuleSpec) -> list[str]:
    return list(spec.submodule_search_locations or ())


def discover(package: str, directory: str | None = None) -> list[str]:
    """The names of *package* and its modules that have side-files, sorted.

    Raises:
        SideFileError: When there is no such package, or nothing in it has a side-file.
    """
    check_module_name(package)
    directory = directory or os.environ.get("TOOLSCHEMA_DIR")
    if directory:
        found = _names_in_directory(directory, package)
    else:
        spec = find_spec(package)
        if spec is None:
            _fail_absent(package)
        found = [package] if spec.submodule_search_locations is None else []
        for location in _locations(spec):
            found.extend(_names_below(location, package))
    if not found:
        from toolschema_runtime._missing import nothing_below

        raise _error(nothing_below(package))
    return sorted(set(found))


def _names_in_directory(directory: str, package: str) -> list[str]:
    try:
        files = os.listdir(directory)
    except OSError as error:
        raise _error(f"{directory} cannot be read: {error}") from error
    names = [file.removesuffix(SUFFIX) for file in files if file.endswith(SUFFIX)]
    return [name for name in names if name == package or name.startswith(package + ".")]


def _names_below(location: str, package: str) -> Iterable[str]:
    if os.path.isdir(location):
        return _names_in_tree(location, package)
    from pkgutil import get_importer

    return _names_in_archive(get_importer(location), package)


def _names_in_tree(location: str, package: str) -> Iterator[str]:
    for entry in os.scandir(location):
        if entry.is_dir():
            if entry.name.isidentifier():
                yield from _names_in_tree(entry.path, f"{package}.{entry.name}")
        elif entry.name.endswith(SUFFIX):
            stem = entry.name.removesuffix(SUFFIX)
            if stem == "__init__":
                yield package
            elif stem.isidentifier():
                yield f"{package}.{stem}"


def _names_in_archive(importer: Any, package: str) -> Iterator[str]:
    from pkgutil import iter_importer_modules  # type: ignore[attr-defined]  # not in typeshed

    if importer is None:
        return
    if _beside_source(package)[1] is not None:
        yield package
    for name, is_package in iter_importer_modules(importer):
        module = f"{package}.{name}"
        if is_package:
            spec = find_spec(module)
            for location in _locations(spec) if spec is not None else ():
                yield from _names_below(location, module)
        elif _beside_source(module)[1] is not None:
            yield module


def import_module(module: str) -> ModuleType:
    """Imports *module*; the program that runs is never imported a second time."""
    check_module_name(module)
    if is_running_script(module):
        return sys.modules["__main__"]
    from importlib import import_module

    return import_module(module)


def _error(text: str) -> Exception:
    from toolschema_runtime._errors import SideFileError

    return SideFileError(text)


def _fail_absent(module: str) -> NoReturn:
    from toolschema_runtime._missing import module_meant

    meant = module_meant(module) if module.endswith(".py") else ""
    raise _error(f'there is no module "{module}" on sys.path{meant}')


def _fail_missing(module: str, path: str | None) -> NoReturn:
    from toolschema_runtime._missing import checklist

    spec = find_spec(module) if path is None or path.endswith(f"__init__{SUFFIX}") else None
    is_package = spec is not None and spec.submodule_search_locations is not None
    raise _error(checklist(module, path, is_package=is_package))
