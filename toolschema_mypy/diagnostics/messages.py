"""Every text, once.  Sentence case, names in double quotes, no full stop; the way out is a note."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import evolve

from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.diagnostics.diagnostic import Message, Severity

# -- tool-strict -------------------------------------------------------------------------------

STRICT_ANY: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" admits any value, which strict mode cannot express',
    "Annotate a concrete type, or leave strict=True out",
)
STRICT_OPEN_MAP: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is an open map, which strict mode cannot express',
    "Use a class with fixed fields, a list of key and value pairs, or leave strict=True out",
)
STRICT_EXTRA_FIELDS: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" allows extra fields, which strict mode cannot express',
    "Forbid extra fields on the class, or leave strict=True out",
)
STRICT_TUPLE: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is a tuple of different types, which strict mode cannot express',
    "Use a class with named fields, or leave strict=True out",
)
STRICT_RECURSION: Final = Message(
    Code.STRICT,
    'Strict tool "{tool}": "{path}" is recursive, which "{format}" does not accept in strict mode',
    'Declare formats that accept recursion (formats=("openai",)), or leave strict=True out',
)

# -- tool-type ---------------------------------------------------------------------------------

TYPE_NO_JSON: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which has no JSON form',
    "Take the data it is made from, or hide the parameter with Inject()",
)
TYPE_KNOWN: Final = evolve(
    TYPE_NO_JSON, way_out='Take "{other}", or hide the parameter with Inject()'
)
TYPE_CALLABLE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is a function ("{type}"), which has no JSON form',
    "Take a Literal or Enum that names the choice, or hide the parameter with Inject()",
)
TYPE_CLASS: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which cannot be built from JSON: {reason}',
    "Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()",
)
TYPE_LOCAL_CLASS: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", a class defined inside a function',
    "Move the class to the top level of its module",
)
TYPE_UNKNOWN_BASE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which derives from a class without type information',
    "Install the package's type stubs, or use a class whose bases are known",
)
TYPE_UNIMPORTED: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has a type that is not known: mypy has no type information for "{type}"',
    "Install the package or its type stubs where mypy runs, or annotate Any to admit any value",
)
TYPE_UNKNOWN_ANY: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has a type that mypy does not know',
    "Annotate it, or annotate Any to admit any value",
)
TYPE_UNANNOTATED: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is not annotated',
    "Annotate it, or annotate Any to admit any value",
)
TYPE_VARIABLE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is the type variable "{variable}", which stands for no type here',
    "Give the type variable a bound, or use a concrete type",
)
TYPE_VARIABLE_OF_CLASS: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is the type variable "{variable}", which stands for no type here',
    "Give it a bound, or make the tool in a class that names the type: x = tool({owner}.x)",
)
TYPE_VARIABLE_BOUND: Final = Message(
    Code.TYPE,
    'Tool "{tool}" is written for what the type variables of "{owner}" are bound to',
    "A class that names the types makes its own: x = tool({owner}.x)",
    severity=Severity.NOTE,
)
TYPE_BYTES_LITERAL: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is a Literal of bytes, which has no JSON form',
    "Use a Literal of strings",
)
TYPE_MAP_KEY: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is a map whose keys are "{type}", but JSON keys are text',
    "Use str, int, UUID, date, Literal or Enum keys, or a list of key and value pairs",
)
TYPE_UNHASHABLE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is a set, and "{type}" in it cannot be hashed',
    "Take a list, make the class frozen, or give it a __hash__",
)
TYPE_ANONYMOUS_TYPED_DICT: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is a TypedDict without a name',
    "Define it as a class",
)
TYPE_FLAG: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is the Flag "{enum}", whose combinations JSON cannot list',
    "Use a list of an Enum",
)
TYPE_ENUM_EMPTY: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is the Enum "{enum}", which has no members, so no value can be sent',
    "Give it members",
)
TYPE_ENUM_ANNOTATED: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is the Enum "{enum}", which has no members: "{member}: ..." only annotates',
    'Write "{member} = ..." instead',
)
TYPE_ENUM_CLASH: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}": members "{first}" and "{second}" of Enum "{enum}" have equal JSON values',
    'Give them different values, or set enum = "name"',
)
TYPE_AMBIGUOUS: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}": some objects fit both "{first}" and "{second}"',
    "Give each a Literal field that tells them apart",
)
TYPE_CONTEXT: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which its framework gives and no model can send',
    'Put "{setting}" into the setting inject_types, or hide the parameter with Inject()',
)
TYPE_SETTING: Final = Message(
    Code.TYPE,
    'The setting inject_types has "{setting}", but the type of "{path}" is "{type}"',
    severity=Severity.NOTE,
)
TYPE_UNREACHABLE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}": "{arm}" is left out, since "{taker}" before it takes every such value',
    severity=Severity.NOTE,
)
TYPE_WRITTEN_BY_CODE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" is not described: "{type}" says by code how it is written ({writer})',
    "Return a dataclass or TypedDict of what is sent to have it described, or annotate object",
    severity=Severity.NOTE,
)
TYPE_WRITER: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" says by code how it is written ({writer}), '
    "which is asked of pydantic models alone",
    "Return what it writes, or put it into a pydantic model",
)
TYPE_NAIVE: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which takes no offset, and every date-time here has one',
    'Use "datetime", or set naive_datetime = "allow"',
)
TYPE_JSON_TEXT: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has type "{type}", which takes JSON inside a text, but is given the value',
    "Use the type that stands in its brackets",
)
TYPE_DECODED_AGAIN: Final = Message(
    Code.TYPE,
    '"{path}" of tool "{tool}" has metadata "{type}", which decodes once more what is sent',
    'Use "bytes", which is sent in base64, or decode it in the function',
)
# What is said of a parameter's type, as it is said of a result's: a result cannot be injected.
OF_RESULTS: Final[Mapping[Message, Message]] = {
    message: evolve(
        message, way_out=f"Return {returned}, or annotate object to leave it undescribed"
    )
    for message, returned in (
        (TYPE_NO_JSON, "the data it holds"),
        (TYPE_CALLABLE, "the data it holds"),
        (TYPE_CLASS, "the data it holds"),
        (TYPE_KNOWN, '"{other}"'),
    )
}


def of_state(message: Message) -> Message:
    """What is said of a tool, as it is said of the class whose state `@sees` shows."""
    text = message.text.replace(' of tool "', ' of class "')
    way_out = "Return the data it holds, or take @sees off"
    return evolve(message, text=text, way_out=way_out if message.way_out else None)


# -- tool-inject -------------------------------------------------------------------------------

INJECT_NESTED: Final = Message(
    Code.INJECT,
    'Inject() at "{path}" of tool "{tool}" has no effect: only a parameter can be injected',
    "Make it a parameter of the tool",
)
INJECT_TWICE: Final = Message(
    Code.INJECT, 'Parameter "{path}" of tool "{tool}" has Inject() twice', "Leave one out"
)
INJECT_STAR: Final = Message(
    Code.INJECT,
    'Parameter "{path}" of tool "{tool}" cannot be injected: it takes any number of arguments',
    "Make it a keyword parameter of its own",
)
INJECT_POSITIONAL: Final = Message(
    Code.INJECT,
    'Parameter "{path}" of tool "{tool}" cannot be injected: it is positional-only, '
    "and injected values are passed by name",
    'Move it behind the "/"',
)
INJECT_REQUIRED: Final = Message(
    Code.INJECT,
    'Injected parameter "{path}" of tool "{tool}" has no default, so a call without it would fail',
    "Give it a default, or write {way}",
)
INJECT_DEFAULT: Final = Message(
    Code.INJECT,
    'Inject() as the default of parameter "{path}" of tool "{tool}" does not hide it from the model',
    "Inject() stands in the annotation: write {way}",
)
INJECT_RETURN: Final = Message(
    Code.INJECT, 'Inject() on the result of tool "{tool}" has no effect', "Remove it"
)
INJECT_NO_TOOL: Final = Message(
    Code.INJECT,
    'Inject() on parameter "{path}" of "{tool}" has no effect: the function is no tool',
    "Decorate the function with @tool, or remove Inject()",
)
INJECT_FIELD: Final = Message(
    Code.INJECT,
    'Inject() on field "{path}" of class "{tool}" has no effect: only a parameter can be injected',
    "Make it a parameter of the tool",
)
INJECT_KEY: Final = Message(
    Code.INJECT,
    'Key "{key}" of tool "{tool}" is also the name of an injected parameter, '
    "which a model must never be able to set",
    "Rename one of them",
)

# -- tool-name ---------------------------------------------------------------------------------

NAME_ILLEGAL: Final = Message(
    Code.NAME,
    'Tool name "{name}" is refused by providers: allowed are letters, digits, "_" and "-", '
    "at most 64, not starting with a digit",
    'Use name="{suggestion}"',
)
NAME_ILLEGAL_PREFIXED: Final = evolve(
    NAME_ILLEGAL,
    way_out='Change the prefix in @toolkit or the name, for instance to "{suggestion}"',
)
NAME_TAKEN: Final = Message(
    Code.NAME,
    'Two tools here are called "{name}", so neither is written',
    "Rename one of them, or give it a name=",
)
NAME_KEY_TAKEN: Final = Message(
    Code.NAME,
    'Two parameters of tool "{tool}" are called "{key}" by the model',
    "Give one of them another Name(...)",
)
NAME_FIELD_TAKEN: Final = Message(
    Code.NAME,
    'Two fields of "{owner}" of tool "{tool}" are called "{key}" in JSON',
    "Give one of them another Name(...)",
)

# -- tool-signature ----------------------------------------------------------------------------

SIGNATURE_STAR: Final = Message(
    Code.SIGNATURE,
    'Tool "{tool}" takes *{path}, which a model cannot send',
    "Take a list instead",
)
SIGNATURE_UNANNOTATED: Final = Message(
    Code.SIGNATURE,
    'Parameter "{path}" of tool "{tool}" is not annotated',
    "Annotate it; Any admits any value",
)
SIGNATURE_OVERLOADED: Final = Message(
    Code.SIGNATURE,
    'Tool "{tool}" is overloaded, but a tool has one schema',
    "Decorate a function that takes the union of the overloads",
)
SIGNATURE_ERASED: Final = Message(
    Code.SIGNATURE,
    'The parameters of tool "{tool}" are not known: its type does not name them',
    "Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, "
    "or define a function",
)
SIGNATURE_CACHED: Final = evolve(
    SIGNATURE_ERASED,
    way_out='Put @tool directly above the function, below "{decorator}", '
    "or cache in a function that the tool calls",
)
SIGNATURE_HIDDEN: Final = Message(
    Code.SIGNATURE,
    'Decorator "{decorator}" above @tool has no annotations: '
    'if it makes another function without functools.wraps, tool "{tool}" cannot be called',
    "Annotate it with ParamSpec and put it below @tool",
    severity=Severity.NOTE,
)
SIGNATURE_POSITIONAL: Final = Message(
    Code.SIGNATURE,
    'What tool is given first is the function: the name goes by keyword, @tool(name="{name}")',
    severity=Severity.NOTE,
)
SIGNATURE_NESTED: Final = Message(
    Code.SIGNATURE,
    "A tool inside a function has no import path, so nothing could call it",
    "Move it to the top level of a module or class; what it closes over can be injected",
)
SIGNATURE_INDIRECT: Final = Message(
    Code.SIGNATURE,
    "A tool is made here through another name than tool, which cannot be followed",
    "Write @tool or @tool(...) at the function itself",
)
SIGNATURE_KEPT: Final = Message(
    Code.SIGNATURE,
    'Under the name "{name}" tool makes no tools: only imports are followed',
    "Import it under that name: from toolschema_runtime import tool as {name}",
)
SIGNATURE_PROPERTY: Final = Message(
    Code.SIGNATURE,
    'Tool "{tool}" is a property, which is read and not called',
    "Remove @property, or give it a method that returns the value",
)
SIGNATURE_CLASS: Final = Message(
    Code.SIGNATURE,
    '"{tool}" is a class, but @tool decorates functions',
    "Decorate the methods that are tools, or make one of the class by a call: make = tool({tool})",
)
SIGNATURE_LAMBDA: Final = Message(
    Code.SIGNATURE, 'Tool "{tool}" is a lambda, which has no annotations', "Define a function"
)
SIGNATURE_UNBOUND: Final = Message(
    Code.SIGNATURE,
    "The value of tool(...) is not kept under a name, so nothing could call it",
    "Assign it to a name of the module: refund = tool(billing.refund)",
)
SIGNATURE_KEYWORD: Final = Message(
    Code.SIGNATURE,
    'The value of "{keyword}" of tool "{tool}" cannot be read without running the program',
    "Write a literal, or a constant that is assigned once",
)
SIGNATURE_KEYWORD_TYPE: Final = Message(
    Code.SIGNATURE, 'The value of "{keyword}" of tool "{tool}" is {kind}'
)
SIGNATURE_FORMAT: Final = Message(
    Code.SIGNATURE,
    'Tool "{tool}" declares the unknown format "{format}"',
    "Known are openai, openai_responses, anthropic, gemini, mcp, bedrock, mistral, cohere and ollama",
)
SIGNATURE_HINTS: Final = Message(
    Code.SIGNATURE,
    'Tool "{tool}" is said to be both read-only and destructive',
    "Leave one of the two out",
)
SIGNATURE_UNPACK: Final = Message(
    Code.SIGNATURE,
    'unpack="{name}" of tool "{tool}" names no parameter of a class with fields',
    "Name a parameter annotated with a dataclass, a TypedDict or a model",
)

SIGNATURE_WHEN: Final = Message(
    Code.SIGNATURE,
    'when="{name}" of tool "{tool}" decides nothing: {reason}',
    "Name a property or a method without arguments of its class, annotated bool",
)
SIGNATURE_SEES: Final = Message(
    Code.SIGNATURE,
    '@sees shows nothing of "{tool}": {reason}',
    "Put it below @property, or on a method of a class that takes no arguments",
)
SIGNATURE_PREFIX: Final = Message(
    Code.SIGNATURE,
    'The prefix of @toolkit on "{owner}" cannot be read without running the program',
    'Write a literal, or a constant that is assigned once: @toolkit(prefix="mail_")',
)

# -- tool-default ------------------------------------------------------------------------------

DEFAULT_BOUNDS: Final = Message(
    Code.DEFAULT,
    'The default of "{path}" of tool "{tool}" is outside its own bounds',
    "Change the default or the bounds",
)
DEFAULT_MISFIT: Final = Message(
    Code.DEFAULT,
    'The default of "{path}" of tool "{tool}" does not fit {what}',
    "Change the default or the annotation",
)
DEFAULT_FIELD: Final = Message(
    Code.DEFAULT,
    'Tool "{tool}" has a Field(...) as the default of {names}, '
    "which a direct call would receive as it is",
    "Annotated[..., Field(...)] with a plain default works for direct calls too",
    severity=Severity.NOTE,
)
DEFAULT_UNSUPPLIED: Final = Message(
    Code.DEFAULT,
    'The default in the Field(...) of "{path}" of tool "{tool}" is no JSON value, so it cannot be supplied',
    "Give the parameter the default itself: x: Annotated[...] = ...",
)

# -- tool-metadata -----------------------------------------------------------------------------

METADATA_UNDEFINED: Final = Message(
    Code.METADATA,
    'Name "{name}" in the metadata of "{path}" of tool "{tool}" is not defined',
    "Define or import it; mypy itself does not look into Annotated",
)
METADATA_CALL: Final = Message(
    Code.METADATA,
    'The metadata {what} of "{path}" of tool "{tool}" has arguments that it does not take',
    "Write {way}; mypy itself does not look into Annotated",
)
METADATA_UNEVALUATED: Final = Message(
    Code.METADATA,
    'The metadata {what} of "{path}" of tool "{tool}" cannot be read without running the program',
    "Write a literal, or a constant that is assigned once",
)
METADATA_NO_NUMBER: Final = Message(
    Code.METADATA,
    'The bound {what} of "{path}" of tool "{tool}" is no number',
    "Bounds are for numbers alone: write one, or check the value in the function",
)
METADATA_MISPLACED: Final = Message(
    Code.METADATA,
    'The {what} in the metadata of "{path}" of tool "{tool}" does not apply to its type',
    "Put it on the part that it limits, or remove it",
)
METADATA_EMPTY: Final = Message(
    Code.METADATA,
    'The bounds of "{path}" of tool "{tool}" admit no value at all',
    "Mend the bounds",
)
METADATA_PATTERN: Final = Message(
    Code.METADATA,
    'The pattern "{pattern}" of "{path}" of tool "{tool}" {fault}, so no provider could take it',
    "Rewrite the pattern, or check the value in the function",
)
METADATA_SLOW_PATTERN: Final = Message(
    Code.METADATA,
    'The pattern "{pattern}" of "{path}" of tool "{tool}" {slowness}: matching may take very long',
    severity=Severity.NOTE,
)
METADATA_EXTRA_KEYWORD: Final = Message(
    Code.METADATA,
    'json_schema_extra of "{path}" of tool "{tool}" sets "{keyword}", '
    "which is left out: nothing would enforce it",
    "Say it by the annotation or by a bound",
    severity=Severity.NOTE,
)
METADATA_UNALIGNED: Final = Message(
    Code.METADATA,
    'The metadata of "{path}" of tool "{tool}" cannot be matched with the arms of its union',
    "Put Annotated around the whole union, or name the arms",
)
METADATA_UNREAD: Final = Message(
    Code.METADATA,
    'The metadata {what} of "{path}" of tool "{tool}" is not read: the schema says nothing of it',
    severity=Severity.NOTE,
)

# -- tool-docstring ----------------------------------------------------------------------------

DOCSTRING_UNKNOWN: Final = Message(
    Code.DOCSTRING,
    'The docstring of tool "{tool}" describes "{name}", which is no parameter',
    severity=Severity.NOTE,
)
DOCSTRING_MALFORMED: Final = Message(
    Code.DOCSTRING,
    'The docstring of tool "{tool}" cannot be parsed, so only its text is used',
    severity=Severity.NOTE,
)
DOCSTRING_NONE: Final = Message(
    Code.DOCSTRING,
    'Tool "{tool}" has no description',
    severity=Severity.NOTE,
)
DOCSTRING_MISSING: Final = Message(
    Code.DOCSTRING,
    '"{path}" of tool "{tool}" has no description',
    severity=Severity.NOTE,
)

# -- tool-format -------------------------------------------------------------------------------

FORMAT_REFUSED: Final = Message(
    Code.FORMAT,
    '"{format}" refuses "{path}" of tool "{tool}": {construct} ({rule})',
    "For that provider: {effect}; or leave it out of the tool's formats and the targets",
)
FORMAT_LOSSY: Final = Message(
    Code.FORMAT,
    '"{format}" does not enforce "{path}" of tool "{tool}": {construct}: {effect} ({rule})',
    severity=Severity.NOTE,
)

# -- tool-internal -----------------------------------------------------------------------------

INTERNAL: Final = Message(
    Code.INTERNAL,
    "toolschema failed on this module, and its side-file was left as it was: {error}",
    "Please report this, with the trace that --show-traceback prints",
)
SOURCE_UNREADABLE: Final = Message(
    Code.INTERNAL,
    'The source of module "{module}" cannot be parsed by Python {python}, which runs mypy here',
    "Run mypy with a Python that knows the syntax of the source",
)
SIDE_FILE_UNWRITABLE: Final = Message(
    Code.INTERNAL,
    'The side-file "{path}" could not be written: {reason}',
    "Mend the folder's permissions or space, or set another output folder, and run mypy again",
)
