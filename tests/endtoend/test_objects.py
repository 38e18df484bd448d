"""What an agent sees of an object and calls on it, from real mypy to the call."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolschema_runtime import (
    ApprovalRequired,
    DuplicateToolError,
    ToolArgumentError,
    ToolCall,
    ToolCallError,
    ToolCallRefused,
    ToolExecutionError,
    ToolRegistry,
    UnboundToolError,
)
from toolschema_runtime._state import state_schema


@pytest.fixture(scope="module")
def objects(check: Callable[[str], str]) -> Any:
    assert "Success: no issues found in 1 source file\n" == check("objects")
    return import_module("objects")


LINE = {"line": {"sku": "a"}}


# -- what is listed ----------------------------------------------------------------------------------


def test_an_object_lists_its_own_tools_bound(objects: Any) -> None:
    cart = objects.Cart()
    tools = ToolRegistry.for_instance(cart)
    names = ["add", "checkout", "weigh", "undo", "fail", "limit", "currency"]
    assert [f"cart_{name}" for name in names] == list(tools.names)
    assert 1 == tools.call("cart_add", LINE)
    assert [objects.Line(objects.Sku("a"))] == cart.lines
    assert 100 == tools.call("cart_limit")
    assert "EUR" == tools.call("cart_currency")


def test_an_override_keeps_the_tool_or_replaces_it(objects: Any) -> None:
    cart = objects.GiftCart()
    tools = ToolRegistry.for_instance(cart)
    assert 1 == tools.call("cart_add", LINE)
    assert ["add a gift", "add"] == cart.ran
    assert "Fail politely." == tools["cart_fail"].description
    with pytest.raises(ToolCallRefused, match="so: none"):
        tools.call("cart_fail", {"how": "so"})


def test_protocol_and_abstract_methods_give_the_schema_and_the_object_does_the_work(
    objects: Any,
) -> None:
    tools = ToolRegistry.for_instance(objects.Mill())
    assert {"run", "greet"} == set(tools.names)
    # What is left out is left to the method that runs.
    assert 50 == tools.call("run")
    assert "Ada, hello from the mill" == tools.call("greet", {"name": "Ada"})
    assert {"temperature": 21.5} == tools.state()


def test_bound_methods_and_functions_of_a_toolkit_find_their_records(objects: Any) -> None:
    cart, users = objects.GiftCart(), objects.Users()
    tools = ToolRegistry([cart.add, cart.undo, objects.keep, users.save, objects.loose])
    assert ("cart_add", "cart_undo", "keep", "save", "loose") == tools.names
    assert 1 == tools.call("cart_add", LINE)
    assert ["add a gift", "add"] == cart.ran


def test_a_class_lists_its_tools_unbound(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Cart)
    assert ("cart_add", "cart_checkout", "cart_weigh", "cart_undo", "cart_fail") == tools.unbound
    assert ["cart_limit", "cart_currency"] == [t["name"] for t in tools.schemas.format("mcp")]
    with pytest.raises(UnboundToolError):
        tools.call("cart_add", LINE)
    with pytest.raises(UnboundToolError, match="for_instance"):
        tools.state()
    assert ["cart_lines", "cart_total"] == tools.state_schema()["required"]
    assert tools.names == tools.available().names


# -- prefixes ----------------------------------------------------------------------------------------


def test_the_nearest_prefix_stands_before_inherited_names_too(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Basket())
    assert all(name.startswith("basket_") for name in tools.names)
    assert ["basket_lines", "basket_total"] == [*tools.state()]
    assert 1 == tools.call("basket_add", LINE)


def test_two_objects_of_one_class_meet_under_prefixes(objects: Any) -> None:
    first = ToolRegistry.for_instance(objects.Cart())
    second = ToolRegistry.for_instance(objects.Cart())
    with pytest.raises(
        DuplicateToolError, match=r"objects:Cart\.add is there twice: .*prefixed\(\)"
    ):
        first + second
    both = first + second.prefixed("other_")
    both.call("other_cart_add", LINE)
    state = both.state()
    assert [] == state["cart_lines"]
    assert 1 == len(state["other_cart_lines"])
    with pytest.raises(
        DuplicateToolError, match=r'"cart_lines" of objects:Cart\.lines is there twice'
    ):
        first.only() + second.only()


# -- state -------------------------------------------------------------------------------------------


def test_state_is_json_by_the_declared_types_and_fits_its_schema(objects: Any) -> None:
    cart = objects.GiftCart()
    tools = ToolRegistry.for_instance(cart)
    tools.call("cart_add", LINE)
    gift = {"sku": "gift", "quantity": 1, "note": None}
    state = tools.state()
    assert {"cart_lines": [gift, {**gift, "sku": "a"}], "cart_total": "1.50"} == state
    schema = tools.state_schema()
    Draft202012Validator(schema).validate(json.loads(json.dumps(state)))
    assert "What is in the cart." == schema["properties"]["cart_lines"]["description"]
    assert "With tax" == schema["properties"]["cart_total"]["description"]
    schema["properties"].clear()
    assert tools.state_schema()["properties"]


def test_state_travels_with_the_tools(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Mill())
    for registry in (
        tools.only("run"),
        tools.lenient(),
        tools.renamed({"run": "go"}),
        tools.available(),
        ToolRegistry([tools, objects.loose]),
        ToolRegistry([objects.loose]).extend([tools]),
    ):
        assert {"temperature": 21.5} == registry.state()


def test_definitions_of_one_name_stay_apart_in_the_schema_of_a_state() -> None:
    bodies = ({"N": {"type": "string"}}, {"N": {"type": "integer"}, "N_2": {"type": "boolean"}})
    items = [
        SimpleNamespace(
            name=f"item{number}",
            schema={
                "prefixItems": [{"$ref": f"#/$defs/{name}"} for name in body],
                "$defs": copy.deepcopy(body),
            },
        )
        for number, body in enumerate(bodies)
    ]
    schema = state_schema(items)  # type: ignore[arg-type]
    for number, body in enumerate(bodies):
        references = schema["properties"][f"item{number}"]["prefixItems"]
        names = [each["$ref"].removeprefix("#/$defs/") for each in references]
        assert [*body.values()] == [schema["$defs"][name] for name in names]


def test_state_that_does_not_fit_its_type_is_an_error_that_names_it(objects: Any) -> None:
    with pytest.raises(ToolExecutionError, match=r'"count" failed: .*expected integer'):
        ToolRegistry.for_instance(objects.Broken()).state()


def test_what_is_not_marked_is_never_read(objects: Any) -> None:
    side_file = Path(objects.__file__).with_name("objects.toolschema.json")
    text = side_file.read_text()
    try:
        side_file.write_text(text.replace('"Cart.lines"', '"Cart.ran"'))
        with pytest.raises(Exception, match="not marked with @sees"):
            ToolRegistry.for_instance(objects.Cart()).state()
    finally:
        side_file.write_text(text)


# -- conditions --------------------------------------------------------------------------------------


def test_a_tool_is_offered_when_its_condition_holds(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Cart())
    always = ("cart_add", "cart_fail", "cart_limit", "cart_currency")
    assert always == tools.available().names
    tools.call("cart_add", LINE)
    offered = ("cart_add", "cart_checkout", "cart_weigh", "cart_fail")
    assert offered == tools.available().names[:4]
    tools.call("cart_add", LINE)
    assert tools.names == tools.available().names


def test_a_call_of_a_tool_that_is_not_offered_is_refused_and_asks_nobody(objects: Any) -> None:
    cart = objects.Cart()
    tools = ToolRegistry.for_instance(cart)
    call = ToolCall("cart_checkout", {"to": {"city": "Rome"}}, "1")
    (result,) = tools.execute([call])
    assert "this tool cannot be used now" == result.text
    assert result.is_error
    with pytest.raises(ToolCallRefused):
        tools.call("cart_undo")
    with pytest.raises(ToolCallRefused):
        asyncio.run(tools.acall("cart_weigh"))
    assert [] == cart.ran
    tools.call("cart_add", LINE)
    with pytest.raises(ApprovalRequired):
        tools.execute([call])
    assert 1 == asyncio.run(tools.acall("cart_weigh"))


def test_a_condition_is_asked_again_when_the_calls_before_it_have_run(objects: Any) -> None:
    for run in (lambda t, c, a: t.execute(c, approvals=a), run_async):
        cart = objects.Cart()
        tools = ToolRegistry.for_instance(cart)
        tools.call("cart_add", LINE)
        calls = [ToolCall("cart_checkout", {"to": {"city": "Rome"}}, str(i)) for i in range(2)]
        texts = [result.text for result in run(tools, calls, {"0": True, "1": True})]
        assert ["sent to Rome", "this tool cannot be used now"] == texts
        assert ["add", "checkout"] == cart.ran


def run_async(tools: ToolRegistry, calls: list[ToolCall], approvals: dict[str, Any]) -> Any:
    return asyncio.run(tools.aexecute(calls, approvals=approvals))


def test_a_condition_that_fails_is_told_to_nobody(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Broken())
    (result,) = tools.execute([ToolCall("start")])
    assert "the tool failed" == result.text
    with pytest.raises(RuntimeError, match="secret"):
        tools.available()


# -- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "heard"),
    [
        ("cart_add", {"line": {"sku": "x-1"}}, "line.sku: this article is not sold any more"),
        ("cart_add", {"line": {"sku": "é"}}, "line.sku: not an article number"),
        ("cart_add", {"line": {"sku": "a", "quantity": 10}}, "line: at most nine of each"),
        ("cart_add", {"line": {"sku": "a", "quantity": 0}}, "the tool failed"),
        ("cart_checkout", {"to": {"city": "Atlantis"}}, "to: no ship goes there"),
        ("cart_fail", {"how": "refuse"}, "not today"),
        ("cart_fail", {"how": "crash"}, "the tool failed"),
    ],
)
def test_a_refusal_is_what_the_model_hears_and_any_other_cause_is_not(
    objects: Any, name: str, arguments: Any, heard: str
) -> None:
    cart = objects.Cart()
    tools = ToolRegistry.for_instance(cart).configured(approval=False)
    tools.call("cart_add", LINE)
    cart.ran.clear()
    (result,) = tools.execute([ToolCall(name, arguments)])
    assert result.is_error
    assert heard in result.text
    assert "secret" not in result.text
    assert [] == cart.ran
    with pytest.raises(ToolCallError):
        tools.call(name, arguments)


# -- listed by a call --------------------------------------------------------------------------------


def test_a_generic_method_is_the_tool_of_the_class_that_names_the_type(objects: Any) -> None:
    users = objects.Users()
    tools = ToolRegistry.for_instance(users)
    assert {"save", "first", "shout", "whisper"} == set(tools.names)
    assert 1 == tools.call("save", {"row": {"name": "Ada"}})
    assert [objects.User("Ada")] == users.rows
    assert "What to keep." == tools["save"].parameters["properties"]["row"]["description"]
    assert {"name": "Ada"} == tools.encode_result("first", tools.call("first"))


def test_what_is_no_method_is_called_without_the_object(objects: Any) -> None:
    tools = ToolRegistry.for_instance(objects.Users())
    assert "HI!" == tools.call("shout", {"text": "hi"})
    assert "HI." == tools.call("whisper", {"text": "hi"})
    loaded = ToolRegistry.load("objects")
    assert "ran along the river" == loaded.call("jog", {"way": "the river"})
    assert 1 == loaded.call("keep", {"row": {"name": "Ada"}})
    assert not {"save", "first"} & set(loaded.names)


# -- missing, null and default -----------------------------------------------------------------------

MISSING = object()
REFUSED = object()
# What is sent for a key -> what arrives: `must: int | None`, `may: int | None = 7`, `number: int = 5`.
LOOSE = [
    ("must", MISSING, REFUSED),
    ("must", None, None),
    ("must", 1, 1),
    ("may", MISSING, 7),
    ("may", None, None),
    ("may", 1, 1),
    ("number", MISSING, 5),
    ("number", None, REFUSED),
    ("number", 1, 1),
]
# In a strict tool every key is asked for; null is the default where the type does not admit it.
NARROW = [
    ("must", MISSING, REFUSED),
    ("must", None, None),
    ("may", MISSING, 7),
    ("may", None, None),
    ("number", MISSING, 5),
    ("number", None, 5),
    ("number", 1, 1),
]
PLACES = [(), ("inner",), ("maybe",), ("many", 0), ("by_name", "k"), ("many", 1)]


def sent_with(key: str, value: Any) -> dict[str, Any]:
    sent = {"must": 0, key: value}
    return {name: each for name, each in sent.items() if each is not MISSING}


def placed(sent: dict[str, Any], place: tuple[Any, ...]) -> dict[str, Any]:
    """The arguments of `loose` with an object somewhere inside."""
    filler = {"must": 0}
    match place:
        case ():
            return sent
        case ("inner" | "maybe" as name,):
            return {"must": 0, "outer": {"inner": filler, name: sent}}
        case ("many", index):
            return {"must": 0, "outer": {"inner": filler, "many": [filler] * index + [sent]}}
        case _:
            return {"must": 0, "outer": {"inner": filler, "by_name": {"k": sent}}}


def found(decoded: dict[str, Any], place: tuple[Any, ...]) -> Any:
    value: Any = decoded.get("outer")
    for step in place:
        value = getattr(value, step) if hasattr(value, str(step)) else value[step]
    return value


@pytest.mark.parametrize("is_text", [False, True])
@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize(("key", "value", "arrives"), LOOSE)
def test_missing_null_and_default_stay_apart_at_every_depth(
    objects: Any, key: str, value: Any, arrives: Any, place: tuple[Any, ...], *, is_text: bool
) -> None:
    tools = ToolRegistry.load("objects")
    arguments = placed(sent_with(key, value), place)
    given = json.dumps(arguments) if is_text else arguments
    valid = Draft202012Validator(tools["loose"].parameters).is_valid(arguments)
    assert valid is (arrives is not REFUSED)
    if arrives is REFUSED:
        with pytest.raises(ToolArgumentError):
            tools.decode("loose", given)
        return
    decoded = tools.decode("loose", given)
    if place:
        assert arrives == getattr(found(decoded, place), key)
    elif value is MISSING:
        assert key not in decoded  # the function's own default applies
    else:
        assert arrives == decoded[key]


@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize(("key", "value", "arrives"), NARROW)
def test_in_a_strict_tool_null_is_the_default_where_the_type_does_not_admit_it(
    objects: Any, key: str, value: Any, arrives: Any, depth: int
) -> None:
    tools = ToolRegistry.load("objects")
    sent = sent_with(key, value)
    given = {"must": 0, "inner": sent} if depth else sent
    if arrives is REFUSED:
        with pytest.raises(ToolArgumentError):
            tools.decode("narrow", given)
        return
    decoded = tools.decode("narrow", given)
    if depth:
        assert arrives == getattr(decoded["inner"], key)
    elif value is None and key == "number":
        assert key not in decoded
    else:
        assert arrives == decoded.get(key, arrives)


@pytest.mark.parametrize(
    ("sent", "arrives"),
    [
        ({"must": None}, {"must": None}),
        ({"must": 1, "may": None}, {"must": 1, "may": None}),
        ({"must": 1}, {"must": 1}),
        ({}, REFUSED),
        ({"may": 1}, REFUSED),
    ],
)
def test_a_key_that_is_not_required_stays_away_when_it_is_not_sent(
    objects: Any, sent: Any, arrives: Any
) -> None:
    tools = ToolRegistry.load("objects")
    arguments = {"must": 0, "outer": {"inner": {"must": 0}, "extra": sent}}
    if arrives is REFUSED:
        with pytest.raises(ToolArgumentError):
            tools.decode("loose", arguments)
        return
    assert arrives == tools.decode("loose", arguments)["outer"].extra
