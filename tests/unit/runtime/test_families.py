"""The same record in every family: an instance of exactly that class, built through its constructor."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import InvalidToolArgumentError, SideFileError, ToolArgumentError

ROUNDS = 6
SOURCE = """
    from dataclasses import dataclass, field
    from typing import Any
    import attrs, msgspec, pydantic
    from toolschema_runtime import tool
    @tool
    def go(item): return item
    @dataclass
    class Inner:
        n: int
    @dataclass(slots=True, kw_only=True)
    class Dataclass:
        name: str
        tags: list[str] = field(default_factory=list)
        inner: Inner | None = None
    @attrs.define(kw_only=True)
    class Attrs:
        name: str
        tags: list[str] = attrs.field(factory=list)
        _inner: Inner | None = None
        @property
        def inner(self): return self._inner
    class Pydantic(pydantic.BaseModel):
        name: str = pydantic.Field(alias="Name")
        tags: list[str] = []
        inner: Inner | None = None
        @pydantic.field_validator("name")
        @classmethod
        def check(cls, value):
            if value == "bad": raise ValueError("not that name")
            return value
    class Choosing(pydantic.BaseModel):
        name: str = pydantic.Field(validation_alias=pydantic.AliasChoices("Name", "label"))
    class Open(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(extra="allow")
        name: str
    class Msgspec(msgspec.Struct):
        name: str
        tags: list[str] = []
        inner: Inner | None = None
    class Plain:
        def __init__(self, name: str, tags: list[str] = (), inner: Inner | None = None):
            self.name, self.tags, self.inner = name, list(tags), inner
"""
INNER = {
    "type": "object",
    "family": "dataclass",
    "class": ":Inner",
    "fields": [{"name": "n", "plan": "int"}],
}


def _plan(family: str) -> dict[str, Any]:
    name = {"name": "name", "plan": "str", "key": "Name"}
    fields = [
        name,
        {"name": "tags", "plan": {"type": "list", "items": "str"}, "optional": True},
        {"name": "inner", "plan": {"type": "optional", "of": INNER}, "optional": True},
    ]
    return {
        "type": "object",
        "family": family,
        "class": f":{family.capitalize()}",
        "fields": fields,
    }


@pytest.mark.parametrize("family", ["dataclass", "attrs", "pydantic", "msgspec", "plain"])
def test_every_family_is_built_and_encoded(load: Load, family: str) -> None:
    plan = _plan(family)
    tools = load(SOURCE, record("go", parameter("item", plan), returns=plan))
    item: Any = None
    for _ in range(ROUNDS):
        for arguments in ({"item": {"Name": "a"}}, '{"item": {"Name": "a"}}'):
            item = tools.call("go", arguments)
            assert family.capitalize() == type(item).__name__
            assert ("a", [], None) == (item.name, item.tags, item.inner)
        item = tools.call("go", {"item": {"Name": "a", "tags": ["x"], "inner": {"n": 5.0}}})
        assert (["x"], "Inner", 5) == (item.tags, type(item.inner).__name__, item.inner.n)
        for wrong in (
            {},
            {"name": "a"},
            {"Name": 1},
            {"Name": "a", "more": 1},
            {"Name": "a", "tags": None},
        ):
            with pytest.raises(ToolArgumentError):
                tools.call("go", {"item": wrong})
    data = tools.encode_result("go", item)
    assert {"Name": "a", "tags": ["x"], "inner": {"n": 5}} == data
    json.dumps(data)


def test_a_pydantic_validator_refuses_in_its_own_words(load: Load) -> None:
    tools = load(SOURCE, record("go", parameter("item", _plan("pydantic"))))
    for _ in range(ROUNDS):
        with pytest.raises(InvalidToolArgumentError) as caught:
            tools.call("go", {"item": {"Name": "bad"}})
        assert "item.Name: not that name" == caught.value.for_model()
        assert "refused" == caught.value.code


def test_an_open_model_takes_further_keys(load: Load) -> None:
    plan = {
        "type": "object",
        "family": "pydantic",
        "class": ":Open",
        "fields": [{"name": "name", "plan": "str"}],
        "extra": "any",
    }
    tools = load(SOURCE, record("go", parameter("item", plan), returns=plan))
    for _ in range(ROUNDS):
        item = tools.call("go", {"item": {"name": "a", "more": [1]}})
        assert {"more": [1]} == item.model_extra
        assert {"name": "a", "more": [1]} == tools.encode_result("go", item)


def test_the_tag_of_a_struct_is_checked_and_not_passed(load: Load) -> None:
    plan = {
        "type": "object",
        "family": "msgspec",
        "class": ":Tagged",
        "fields": [
            {"name": "type", "plan": {"type": "literal", "values": ["tagged"]}, "tag": True},
            {"name": "name", "plan": "str"},
        ],
    }
    source = SOURCE + '    class Tagged(msgspec.Struct, tag="tagged"):\n        name: str\n'
    tools = load(source, record("go", parameter("item", plan), returns=plan))
    for _ in range(ROUNDS):
        item = tools.call("go", {"item": {"type": "tagged", "name": "a"}})
        assert ("Tagged", "a") == (type(item).__name__, item.name)
        assert {"type": "tagged", "name": "a"} == tools.encode_result("go", item)
        for wrong in ({"name": "a"}, {"type": "other", "name": "a"}):
            with pytest.raises(ToolArgumentError):
                tools.call("go", {"item": wrong})


def test_what_is_unset_in_a_struct_is_left_out(load: Load) -> None:
    plan = {
        "type": "object",
        "family": "msgspec",
        "class": ":Change",
        "fields": [{"name": each, "plan": "str", "optional": True} for each in ("name", "note")],
    }
    source = SOURCE + (
        "    class Change(msgspec.Struct):\n"
        "        name: str | msgspec.UnsetType = msgspec.UNSET\n"
        "        note: str | msgspec.UnsetType = msgspec.UNSET\n"
    )
    tools = load(source, record("go", parameter("item", plan), returns=plan))
    for _ in range(ROUNDS):
        item = tools.call("go", {"item": {"name": "a"}})
        assert {"name": "a"} == tools.encode_result("go", item)
    undeclared = load(source, record("go", parameter("item", plan), returns=None))
    assert {"name": "a"} == undeclared.encode_result(
        "go", undeclared.call("go", {"item": {"name": "a"}})
    )


def test_a_model_with_a_choice_of_aliases_is_built_by_the_first(load: Load) -> None:
    plan = {
        "type": "object",
        "family": "pydantic",
        "class": ":Choosing",
        "fields": [{"name": "name", "key": "Name", "plan": "str"}],
    }
    tools = load(SOURCE, record("go", parameter("item", plan)))
    for _ in range(ROUNDS):
        assert "a" == tools.call("go", {"item": {"Name": "a"}}).name


@pytest.mark.parametrize(
    "field",
    [{"name": "gone", "plan": "int", "output": True}, {"name": "name", "attribute": "gone"}],
)
def test_an_attribute_that_is_gone_is_said(load: Load, field: dict[str, Any]) -> None:
    plan = {
        "type": "object",
        "family": "attrs",
        "class": ":Attrs",
        "fields": [{"name": "name", "plan": "str"}, {"key": "k", "plan": "str", **field}],
    }
    tools = load(SOURCE, record("go", parameter("item", "any"), returns=plan))
    with pytest.raises(SideFileError, match="has other fields now"):
        tools.encode_result("go", None)
