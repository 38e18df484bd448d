"""The command that serves the tools of modules over MCP."""

from __future__ import annotations

import argparse
import sys

from toolschema_runtime._errors import MissingInjectedValueError, ToolSchemaError
from toolschema_runtime._registry import ToolRegistry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


_PORT = 8000
_LAST_PORT = 65_535


def main(arguments: Sequence[str] | None = None, prog: str = "python -m toolschema_runtime") -> int:
    """Run the command.

    Args:
        arguments: Those of the command line; by default this process's.
        prog: What the command is called in its help.

    Returns:
        The exit status: 0 when the client went away or the process was told to end, 2 when there is
        nothing to serve.
    """
    parser = _parser(prog)
    options = parser.parse_args(arguments)
    if options.port is not None and not options.http:
        parser.error("--port is for --http")
    from toolschema_runtime.adapters.mcp import serve

    try:
        serve(
            _tools(options.modules, options.directory),
            name=options.name or options.modules[0].partition(":")[0],
            transport="http" if options.http else "stdio",
            host=options.host,
            port=_PORT if options.port is None else options.port,
            allowed_hosts=options.allow_host,
            allowed_origins=options.allow_origin,
        )
    except MissingInjectedValueError as error:
        names = ", ".join(error.missing)
        return _complain(
            f'tool "{error.tool}" needs a value for {names}: serve MODULE:NAME, where NAME is a registry '
            "that has it bound, or a function from a request to one"
        )
    except ToolSchemaError as error:
        return _complain(str(error))
    except ModuleNotFoundError as error:
        if error.name not in {"mcp", "mcp_types", "uvicorn"}:
            raise
        return _complain('the SDK of MCP is not installed: pip install "toolschema-mypy[mcp]"')
    except KeyboardInterrupt:
        return 0
    return 0


def _tools(modules: Sequence[str], directory: str | None) -> Any:
    """What is served: the tools of modules by their side-files, or what a module itself holds."""
    module, _, attribute = modules[0].partition(":")
    if not attribute:
        found = ToolRegistry.load(*modules, directory=directory)
        if not found.names:
            raise ToolSchemaError(
                f"{', '.join(modules)} has no tool that could be called: methods need their object, "
                "MODULE:NAME, where NAME is ToolRegistry.for_instance(…)"
            )
        return found
    if len(modules) > 1:
        raise ToolSchemaError("MODULE:NAME is served alone")
    import importlib

    try:
        return getattr(importlib.import_module(module), attribute)
    except AttributeError:
        raise ToolSchemaError(f"module {module} has no {attribute}") from None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        raise ToolSchemaError(f'there is no module "{error.name}" on sys.path') from None


def _port(text: str) -> int:
    if not (text.isdecimal() and len(text) < 6 and int(text) <= _LAST_PORT):
        raise argparse.ArgumentTypeError(f"{text!r} is no port: they go from 0 to {_LAST_PORT}")
    return int(text)


def _complain(text: str) -> int:
    sys.stderr.write(f"error: {text}\n")
    return 2


def _parser(prog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=prog)
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    serving = commands.add_parser(
        "serve",
        help="serve tools to MCP clients",
        description="Serve the tools of modules over MCP: on stdin and stdout, or with --http.",
    )
    serving.add_argument(
        "modules",
        nargs="+",
        metavar="MODULE",
        help="a module with a side-file, which is not imported until a tool is called; or MODULE:NAME, a registry, "
        "or a function from a request to one, in a module that is imported",
    )
    serving.add_argument("--name", help="the server's name; by default the first module's")
    serving.add_argument("--directory", help="where the side-files are, if not beside the sources")
    serving.add_argument("--http", action="store_true", help="serve over streamable HTTP, at /mcp")
    serving.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    serving.add_argument("--port", type=_port, help=f"the port to listen on ({_PORT})")
    serving.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a Host header to accept besides loopback's; may be repeated",
    )
    serving.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="an Origin header to accept besides loopback's; may be repeated",
    )
    return parser
