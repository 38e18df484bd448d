"""The strict form of a tool for providers whose strict mode knows optional properties.

A strict tool's recorded schema asks for every key, and null stands for "use the default": OpenAI's strict
mode wants that.  Anthropic's takes properties that are left out, and allows a request more of them (24)
than unions (16), so there the optional ones become optional again.  The decoder takes both.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime.dialects._rewriting import Schema

_CONTAINERS = ("list", "tuple", "set", "frozenset")


def optional_again(record: dict[str, Any]) -> Schema:
    """Return the parameters of a strict tool with its optional keys left out of `required`.

    Args:
        record: A strict tool as side-files have it; one without a decode plan comes back as it is.
    """
    schema: Schema = record["parameters"]
    binding = record.get("binding") or {}
    if not binding.get("parameters"):
        return schema
    definitions = binding.get("definitions", {})
    keys: list[Any] = []
    for parameter in binding["parameters"]:
        if "plan" not in parameter or parameter.get("kind") == "var_keyword":
            continue
        if parameter.get("unpack"):
            keys += _fields(parameter["plan"], definitions)
        else:
            keys.append(parameter)
    relaxed = _object(schema, keys)
    if "$defs" in schema:
        defs = {
            name: _relaxed(body, definitions[name]) if name in definitions else body
            for name, body in schema["$defs"].items()
        }
        relaxed = {**relaxed, "$defs": defs}
    return relaxed


def _fields(plan: Any, definitions: dict[str, Any]) -> list[Any]:
    if type(plan) is dict and plan.get("type") == "ref":
        plan = definitions.get(plan["name"])
    return plan.get("fields", []) if type(plan) is dict else []


def _object(schema: Schema, fields: list[Any]) -> Schema:
    properties = dict(schema.get("properties", {}))
    required = schema.get("required", [])
    for field in fields:
        key = field.get("key", field["name"])
        if key not in properties:
            continue
        node = properties[key]
        if field.get("optional"):
            required = [name for name in required if name != key]
        if field.get("null_is_default"):
            node = _without_null(node)
        properties[key] = _relaxed(node, field["plan"])
    new = {**schema, "properties": properties, "required": required}
    if not required:
        del new["required"]
    return new


def _relaxed(node: Schema, plan: Any) -> Schema:
    """*node* with the optional keys of the objects inside it optional again."""
    if type(plan) is not dict:
        return node
    kind = plan.get("type")
    if kind == "object" and "properties" in node:
        return _object(node, plan["fields"])
    if kind == "optional":
        return _in_arm(node, plan["of"])
    if kind in _CONTAINERS and "items" in node:
        return {**node, "items": _relaxed(node["items"], plan["items"])}
    if kind == "dict" and type(node.get("additionalProperties")) is dict:
        return {
            **node,
            "additionalProperties": _relaxed(node["additionalProperties"], plan["values"]),
        }
    # A reference is relaxed where it is defined; the arms of a union stay as they are.
    return node


def _in_arm(node: Schema, plan: Any) -> Schema:
    if "anyOf" not in node:
        return _relaxed(node, plan)
    arms = [arm if arm == {"type": "null"} else _relaxed(arm, plan) for arm in node["anyOf"]]
    return {**node, "anyOf": arms}


def _without_null(node: Schema) -> Schema:
    kinds = node.get("type")
    if type(kinds) is list:
        rest = [kind for kind in kinds if kind != "null"]
        return {**node, "type": rest[0] if len(rest) == 1 else rest}
    if "anyOf" not in node:
        return node
    arms = [arm for arm in node["anyOf"] if arm != {"type": "null"}]
    if len(arms) > 1:
        return {**node, "anyOf": arms}
    outer = {keyword: value for keyword, value in node.items() if keyword != "anyOf"}
    return {**arms[0], **outer}
