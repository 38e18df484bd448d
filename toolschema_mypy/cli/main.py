"""The arguments of `toolschema`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: Those of the command line; by default this process's.

    Returns:
        The exit status: 0 when the side-files are what the code says, 1 when `check` found that they
        are not, 2 when mypy could not run, a side-file cannot be read or there is nothing to serve.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    if given[:1] == ["serve"]:
        return _serve(given)
    return _compare(_parser().parse_args(given))


def _serve(arguments: Sequence[str]) -> int:
    """`serve` is the runtime's: it needs nothing of what the other commands import."""
    from toolschema_runtime._serve_command import main as serve

    # As `python -m toolschema_runtime serve` finds modules.
    sys.path.insert(0, os.getcwd())
    return serve(arguments, prog="toolschema")


def _compare(options: argparse.Namespace) -> int:
    # These need the extra `mypy`, which `serve` must run without.
    from toolschema_mypy.cli.check import check
    from toolschema_mypy.cli.clean import clean
    from toolschema_mypy.cli.mypy_run import MypyFailedError, rehearse
    from toolschema_mypy.cli.rendering import complain, speak_utf8

    speak_utf8()
    try:
        rehearsed = rehearse(options.paths, options.config_file)
    except MypyFailedError as failed:
        complain(failed.output, str(failed))
        return 2
    roots = [path for path in options.paths if path.is_dir()] if options.paths else [Path()]
    try:
        if options.command == "clean":
            return clean(rehearsed, roots, is_dry_run=options.dry_run)
        return check(rehearsed, roots, as_json=options.json)
    except OSError as error:
        if error.filename is None:
            raise  # of no file, but of who reads what we say
        complain("", f"cannot read {error.filename}: {error.strerror}")
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="toolschema",
        description="Compare side-files with the code that they were made from, or serve their tools.",
    )
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "paths",
        nargs="*",
        type=Path,
        help="what mypy is to check; by default what its configuration says",
    )
    shared.add_argument("--config-file", metavar="FILE", help="mypy's configuration file")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")
    checking = commands.add_parser(
        "check",
        parents=[shared],
        help="say which side-files mypy would change; write nothing",
        description="Exit with 1, and a unified diff for each file, if mypy would write, change or"
        " remove a side-file; exit with 0 otherwise, and with 2 if that cannot be told.",
    )
    checking.add_argument("--json", action="store_true", help="print one JSON object")
    cleaning = commands.add_parser(
        "clean",
        parents=[shared],
        help="remove side-files whose source is gone or makes no tools any more",
        description="Say and remove what is left over.  mypy does so itself where it remembers.",
    )
    cleaning.add_argument("--dry-run", action="store_true", help="only say what would go")
    # Only for the help: `main` hands the command on before it is parsed here.
    commands.add_parser("serve", help="serve the tools of modules over MCP (extra `mcp`)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
