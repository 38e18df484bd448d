"""What the nodes leave to the `jsonschema` package, which is imported only when there is such a thing."""

from __future__ import annotations

from importlib import import_module

from toolschema_runtime._decode.compounds import is_unique
from toolschema_runtime._decode.faults import ABSENT, choices
from toolschema_runtime._decode.json_text import NotAcceptable
from toolschema_runtime._decode.nodes import is_multiple
from toolschema_runtime._raw.nodes import CountedFaults, Work
from toolschema_runtime._raw.patterns import safe_pattern
from toolschema_runtime._raw.reader import ANNOTATIONS, CHECKED, FOLLOWERS, REST, reaches
from toolschema_runtime.dialects._rewriting import Document, escape, references, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Final

    from toolschema_runtime._decode.faults import Path
    from toolschema_runtime._raw.patterns import SafePattern
    from toolschema_runtime._raw.reader import Reading

# With less in them these admit more.
_TURNING: Final = frozenset(("contains", "if", "not", "oneOf"))
_KNOWN: Final = CHECKED | ANNOTATIONS | REST | FOLLOWERS
# One keyword takes `jsonschema` as long as some of our nodes together.
_STEPS_PER_KEYWORD: Final = 10


class Rest:
    """A `jsonschema` validator of a whole document, without what could take long or reach outside.

    Attributes:
        unchecked: JSON pointers of keywords below what it is needed for that it does not check either.
    """

    __slots__ = ("_longest_key", "_make", "unchecked")

    def __init__(self, reading: Reading) -> None:
        """Make one.

        Args:
            reading: A schema, and what it leaves to this.

        Raises:
            ImportError: When the package is not installed.
        """
        jsonschema: Any = import_module("jsonschema")
        registry: Any = import_module("referencing").Registry()
        base = jsonschema.Draft202012Validator
        cleaned = _Cleaned(reading.root, reading.lost)
        # Elsewhere the nodes check it, or the reading says so.
        below = tuple(f"{pointer}/" for pointer in reading.rest)
        if any(map(references, reading.rest.values())):
            below += ("/$defs/",)
        self.unchecked = [
            at for at in cleaned.unchecked if at in reading.rest or at.startswith(below)
        ]
        self._longest_key = cleaned.longest_key

        keywords = {**base.VALIDATORS, **_own_keywords(cleaned.patterns)}

        def make(work: Work) -> Any:
            own = _counted(keywords, work)
            return jsonschema.validators.extend(base, own)(cleaned.root, registry=registry)

        self._make: Callable[[Work], Any] = make

    def check(self, value: dict[str, Any], faults: CountedFaults) -> None:
        """Say to *faults* what in *value* the schema does not admit."""
        if self._longest_key is not None and any(len(k) > self._longest_key for k in _keys(value)):
            raise NotAcceptable(f"keys of at most {self._longest_key} characters")
        for error in self._make(faults.work).iter_errors(value):
            _say(error, faults)


class _Cleaned:
    """A document whose patterns are all safe, and what had to go from it for that.

    Where something is not checked, more is admitted; below a `not` or an `if` that would be less.  So these
    go too when anything in them is not checked.
    """

    def __init__(self, root: dict[str, Any], lost: tuple[str, ...]) -> None:
        self.unchecked: dict[str, None] = {}
        self.patterns: dict[str, SafePattern] = {}
        self.longest_key: int | None = None
        self._gaps = list(lost)
        walk(root, self._find_gaps, Document({}))
        self.root: dict[str, Any] = walk(root, self._clean, Document({}))

    def _find_gaps(self, node: dict[str, Any], at: str, _document: Document) -> dict[str, Any]:
        names = node.get("patternProperties", {})
        self._gaps += [
            *(f"{at}/{keyword}" for keyword in ("contentEncoding", "format") if keyword in node),
            *([f"{at}/pattern"] if safe_pattern(node.get("pattern", "")) is None else []),
            *(
                f"{at}/patternProperties/{escape(name)}"
                for name in names
                if safe_pattern(name) is None
            ),
        ]
        return node

    def _clean(self, node: dict[str, Any], at: str, _document: Document) -> dict[str, Any]:
        new = dict(node)
        for keyword, value in node.items():
            is_gap = f"{at}/{keyword}" in self._gaps
            is_unknown = keyword not in _KNOWN
            is_turned = keyword in _TURNING and reaches(
                f"{at}/{keyword}", {keyword: value}, self._gaps
            )
            if is_gap or is_unknown or is_turned:
                self._drop(new, at, keyword)
        if "pattern" in new:
            new["pattern"] = self._kept(new["pattern"])
        names = node.get("patternProperties")
        if names is not None:
            safe = {
                name: schema for name, schema in names.items() if safe_pattern(name) is not None
            }
            new["patternProperties"] = {self._kept(k): schema for k, schema in safe.items()}
            longest = [safe_pattern(name).longest for name in safe]  # type: ignore[union-attr]  # seen above
            self.longest_key = min(longest, default=self.longest_key)
            self.unchecked.update(
                dict.fromkeys(f"{at}/patternProperties/{escape(k)}" for k in names if k not in safe)
            )
        # What was evaluated is asked last: a schema that leads back to itself at once is found before.
        for keyword in ("unevaluatedItems", "unevaluatedProperties"):
            if keyword in new:
                new[keyword] = new.pop(keyword)
        if any("/patternProperties/" in gap for gap in self._gaps):
            # Which keys are further ones is not known.
            for keyword in ("additionalProperties", "unevaluatedProperties"):
                self._drop(new, at, keyword)
        return new

    def _drop(self, node: dict[str, Any], at: str, keyword: str) -> None:
        if keyword in node:
            del node[keyword]
            self.unchecked[f"{at}/{keyword}"] = None

    def _kept(self, source: str) -> str:
        pattern = safe_pattern(source)
        assert pattern is not None  # those that are not safe are gone
        self.patterns[pattern.python] = pattern
        return pattern.python


def _keys(value: Any) -> Iterator[str]:
    if type(value) is dict:
        yield from value
        for item in value.values():
            yield from _keys(item)
    elif type(value) is list:
        for item in value:
            yield from _keys(item)


def _counted(keywords: dict[str, Any], work: Work) -> dict[str, Any]:
    """The functions of *keywords*, each taking note of its work before it begins."""

    def counted(check: Any) -> Any:
        def check_counted(validator: Any, asked: Any, instance: Any, schema: Any) -> Any:
            width = len(instance) if type(instance) in (list, dict) else 0
            work.spend(_STEPS_PER_KEYWORD + width)
            with work:
                yield from check(validator, asked, instance, schema) or ()

        return check_counted

    return {keyword: counted(check) for keyword, check in keywords.items()}


def _own_keywords(patterns: dict[str, SafePattern]) -> dict[str, Any]:
    """Our own functions for what could take long, or has another meaning, in the package."""
    make_error: Any = import_module("jsonschema").ValidationError

    def check_pattern(_validator: Any, asked: Any, instance: Any, _schema: Any) -> Any:
        if type(instance) is not str:
            return
        pattern = patterns[asked]
        if len(instance) > pattern.longest:
            raise NotAcceptable(f"text of at most {pattern.longest} characters for a pattern")
        if not pattern.matches(instance):
            yield make_error("no match")

    def check_multiple(validator: Any, asked: Any, instance: Any, _schema: Any) -> Any:
        if validator.is_type(instance, "number") and not is_multiple(instance, asked):
            yield make_error("no multiple")

    def check_unique(_validator: Any, asked: Any, instance: Any, _schema: Any) -> Any:
        if asked is True and type(instance) is list and not is_unique(instance):
            yield make_error("repeats")

    return {"pattern": check_pattern, "multipleOf": check_multiple, "uniqueItems": check_unique}


def _say(error: Any, faults: CountedFaults) -> None:
    at: Path = tuple(error.absolute_path)
    asked = error.validator_value
    if error.validator == "required":
        for name in asked:
            missing = (*at, name)
            if name not in error.instance and all(fault.at != missing for fault in faults.found):
                faults.missing(missing, "a value")
        return
    match error.validator:
        case "not":
            expected = "a value that the schema does not rule out"
        case "contains":
            expected = "an array with an item of the kind that is asked for"
        case "dependentRequired":
            rules = [f"{', '.join(names)} beside {key}" for key, names in asked.items() if names]
            expected = f"object with {'; '.join(rules)}"
        case "unevaluatedProperties" | "additionalProperties":
            expected = "no further keys"
        case "unevaluatedItems":
            expected = "no further items"
        case "enum" | "const":
            expected = choices(asked if error.validator == "enum" else [asked])
        case "type":
            expected = " or ".join(asked) if type(asked) is list else str(asked)
        case None:  # the schema `false`
            expected = "nothing here"
        case keyword if type(asked) in (int, float):
            expected = f"a value of {keyword} {asked}"
        case keyword:
            expected = f"a value that fits {keyword} in the schema"
    faults.wrong_value(at, expected, ABSENT if error.validator is None else error.instance)
