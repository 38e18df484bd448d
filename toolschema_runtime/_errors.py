"""Everything that can go wrong, as one tree below ToolSchemaError; data in attributes, texts made from it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, Literal, TypeAlias

    from toolschema_runtime._calls import ToolCall

    ProblemCode: TypeAlias = Literal["missing", "type", "value", "unknown", "refused"]


class ToolSchemaError(Exception):
    """The base of every error that the runtime raises; it can be pickled and copied."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self._state())

    def _state(self) -> dict[str, Any]:
        return dict(self.__dict__)


def _restored(
    cls: type[ToolSchemaError], args: tuple[object, ...], state: dict[str, Any]
) -> ToolSchemaError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class ToolsOmittedWarning(UserWarning):
    """Warned once per load when a side-file says that tools were left out because of an error."""


class SideFileError(ToolSchemaError):
    """Raised when a side-file is not found, cannot be read, or no longer fits the code."""


class DuplicateToolError(ToolSchemaError):
    """Raised when two tools of one name meet in a registry.

    Attributes:
        name: The name that both have.
        origins: Where each of them comes from.
    """

    def __init__(self, name: str, origins: Sequence[str]) -> None:
        self.name = name
        self.origins = tuple(origins)
        if len(set(origins)) == 1:
            text = f'"{name}" of {origins[0]} is there twice: leave one out, or if they are of two objects'
            text += ", use prefixed() or renamed()"
        else:
            text = f'two tools are called "{name}": {" and ".join(origins)}; '
            text += "give one another name, or use prefixed() or renamed()"
        super().__init__(text)


class ToolUsageError(ToolSchemaError):
    """A mistake of the host program: raised before anything runs, never told to the model."""


class MissingInjectedValueError(ToolUsageError):
    """Raised when a tool needs injected values that were neither bound nor given.

    Attributes:
        tool: The tool that was called.
        missing: The names of the parameters that lack a value.
    """

    def __init__(self, tool: str, missing: Sequence[str]) -> None:
        self.tool = tool
        self.missing = tuple(missing)
        names = ", ".join(self.missing)
        super().__init__(
            f'tool "{tool}" needs a value for {names}: give inject={{"{missing[0]}": …}}'
        )


class UnknownInjectedValueError(ToolUsageError):
    """Raised when a value is injected that no tool of the registry takes.

    Attributes:
        name: The name that was given.
        available: What the tools of the registry take.
        suggestion: The nearest of these, or None.
    """

    def __init__(self, name: str, available: Sequence[str], suggestion: str | None) -> None:
        self.name = name
        self.available = tuple(available)
        self.suggestion = suggestion
        if suggestion is not None:
            hint = f'did you mean "{suggestion}"?'
        else:
            hint = f"they take {', '.join(available)}" if available else "they take none"
        super().__init__(f'no tool takes an injected value "{name}"; {hint}')


class UnboundToolError(ToolUsageError):
    """Raised when a method is called that was listed without an instance."""


class AsyncToolError(ToolUsageError):
    """Raised when something asynchronous is met in a synchronous call; `acall` takes both kinds."""


class ToolCallError(ToolSchemaError):
    """What went wrong with a call because of the model or the tool; the model may be told.

    Attributes:
        tool: The name that was called, or None while it is not known.
        call_id: The provider's id of the call, or None.
        code: What kind of error this is, in one word.
    """

    code: str = "error"

    def __init__(
        self, text: str = "", *, tool: str | None = None, call_id: str | None = None
    ) -> None:
        self.text = text
        self.tool = tool
        self.call_id = call_id
        super().__init__(text)

    def __str__(self) -> str:
        return self.for_model()

    def for_model(self) -> str:
        """One text for the model: every fault it can mend, and no internals."""
        # A lone surrogate, which a model may send in a name or a text, could not be sent back.
        return self.text.encode("utf-8", "backslashreplace").decode("utf-8")


class ToolNotFoundError(ToolCallError, KeyError):
    """Raised when there is no tool of that name.

    Attributes:
        name: The name that was asked for.
        available: The names there are.
        suggestion: The nearest of these, or None.
        reason: Why it is not here, if that is known (mypy left it out, it is a method); the host reads it with
            `str()`, the model never.
    """

    code = "not_found"

    def __init__(
        self,
        name: str,
        available: Iterable[str],
        *,
        suggestion: str | None = None,
        reason: str | None = None,
        call_id: str | None = None,
    ) -> None:
        self.name = name
        self.available = tuple(available)
        self.suggestion = suggestion
        self.reason = reason
        text = f'there is no tool "{name}"'
        if suggestion is not None:
            text += f'; did you mean "{suggestion}"?'
        elif self.available:
            text += f"; there are {', '.join(self.available[:50])}"
        super().__init__(text, tool=name, call_id=call_id)

    def __str__(self) -> str:
        text = self.for_model()
        return text if self.reason is None else f"{text} ({self.reason})"


class ArgumentProblem:
    """One fault of one argument.

    Attributes:
        path: Where it is, like `items[2].qty`; empty for the arguments as a whole.
        code: `missing`, `type`, `value`, `unknown` or `refused`.
        expected: What would have been accepted there.
        actual: What was sent, shortened; None when nothing was.
        suggestion: The nearest name or value that would have been accepted, or None.
    """

    __slots__ = ("actual", "code", "expected", "path", "suggestion")

    def __init__(
        self,
        path: str,
        code: ProblemCode,
        expected: str,
        actual: str | None = None,
        suggestion: str | None = None,
    ) -> None:
        self.path = path
        self.code: ProblemCode = code
        self.expected = expected
        self.actual = actual
        self.suggestion = suggestion

    @property
    def message(self) -> str:
        """The fault in words, without the path."""
        if self.code == "missing":
            return f"missing, expected {self.expected}"
        if self.code == "unknown":
            if self.suggestion is None:
                return f"unknown key, {self.expected}"
            return f'unknown key, did you mean "{self.suggestion}"?'
        if self.code == "refused":
            return self.expected
        text = f"expected {self.expected}"
        if self.actual is not None:
            text += f", got {self.actual}"
        return text if self.suggestion is None else f"{text}; did you mean {self.suggestion}?"

    def __repr__(self) -> str:
        return f"<ArgumentProblem {self.path or 'arguments'}: {self.message}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ArgumentProblem):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.path, self.code, self.expected, self.actual))


class ToolArgumentError(ToolCallError):
    """Raised when the arguments of a call are not acceptable; the tool has not run.

    The class that is raised is that of the first problem: MissingToolArgumentError,
    InvalidToolArgumentError or UnknownToolArgumentError.
    """

    def __init__(
        self,
        problems: Sequence[ArgumentProblem] | Callable[[], Sequence[ArgumentProblem]],
        *,
        tool: str | None = None,
        call_id: str | None = None,
    ) -> None:
        # Their texts cost more than finding them, so they may be made when somebody asks.
        self._problems = problems
        super().__init__(tool=tool, call_id=call_id)

    @property
    def problems(self) -> tuple[ArgumentProblem, ...]:
        """Every fault of the call, in signature order, then unknown keys."""
        made = self._problems
        if not isinstance(made, tuple):
            made = self._problems = tuple(made() if callable(made) else made)
        return made

    def _state(self) -> dict[str, Any]:
        return {**super()._state(), "_problems": self.problems}

    @property
    def code(self) -> str:  # type: ignore[override]  # an error of another class has one code
        """The code of the first problem."""
        return self.problems[0].code

    @property
    def field(self) -> str:
        """The path of the first problem."""
        return self.problems[0].path

    @property
    def expected(self) -> str:
        """What the first problem expected."""
        return self.problems[0].expected

    @property
    def actual(self) -> str | None:
        """What was sent where the first problem is, shortened; None when nothing was."""
        return self.problems[0].actual

    def for_model(self) -> str:
        """One line per fault: its path, what was expected and what was sent."""
        return "\n".join(
            f"{problem.path}: {problem.message}" if problem.path else problem.message
            for problem in self.problems
        )


class MissingToolArgumentError(ToolArgumentError):
    """The first fault is a required argument that was not sent."""


class InvalidToolArgumentError(ToolArgumentError):
    """The first fault is an argument of the wrong kind or value, or one that a constructor refused."""


class UnknownToolArgumentError(ToolArgumentError):
    """The first fault is a key that the tool does not take."""


ARGUMENT_ERRORS: dict[str, type[ToolArgumentError]] = {
    "missing": MissingToolArgumentError,
    "type": InvalidToolArgumentError,
    "value": InvalidToolArgumentError,
    "refused": InvalidToolArgumentError,
    "unknown": UnknownToolArgumentError,
}


def argument_error(
    problems: Sequence[ArgumentProblem], *, tool: str | None, call_id: str | None = None
) -> ToolArgumentError:
    """The error for *problems*, of the class that the first of them asks for."""
    return ARGUMENT_ERRORS[problems[0].code](problems, tool=tool, call_id=call_id)


class ToolCallRefused(ToolCallError):
    """Raised by a tool or a constructor to refuse a call; its text is what the model hears."""

    code = "refused"

    def for_model(self) -> str:
        """The text; where there is none, that the call was refused."""
        return super().for_model() if self.text.strip() else "the call was refused"


class ApprovalRequired(ToolCallError):
    """Raised when a call needs a decision by the host; nothing has run.

    Attributes:
        calls: The calls that are undecided.
    """

    code = "approval_required"

    def __init__(self, calls: Sequence[ToolCall]) -> None:
        self.calls = tuple(calls)
        names = ", ".join(f'"{call.name}"' for call in self.calls)
        only = self.calls[0] if len(self.calls) == 1 else None
        super().__init__(
            f"approval is required for {names}",
            tool=None if only is None else only.name,
            call_id=None if only is None else only.id,
        )


class ToolTimeoutError(ToolCallError):
    """Raised when a tool did not answer in time.

    Attributes:
        timeout: The seconds it was given.
    """

    code = "timeout"

    def __init__(
        self, timeout: float, *, tool: str | None = None, call_id: str | None = None
    ) -> None:
        self.timeout = timeout
        super().__init__(
            f"the tool did not answer within {timeout:g} s", tool=tool, call_id=call_id
        )


class ToolExecutionError(ToolCallError):
    """Raised when a tool's own code failed; the cause is chained.

    Attributes:
        error: The exception that the tool raised.
    """

    code = "failed"

    def __init__(
        self, error: Exception, *, tool: str | None = None, call_id: str | None = None
    ) -> None:
        self.error = error
        super().__init__("the tool failed", tool=tool, call_id=call_id)

    def __str__(self) -> str:
        return f'tool "{self.tool}" failed: {type(self.error).__name__}: {self.error}'
