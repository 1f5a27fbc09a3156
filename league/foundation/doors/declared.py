"""Objects of requests declared once, as msgspec structs: reader and JSON Schema come from them.

`Annotated[int, Meta(ge=1, le=400)]` limits a field for both. A field that no type describes says
by `read_by` what reads it; one that is `NULL_IS_LEFT_OUT`, or all of a struct that says
`null_is_left_out`, take null for their default. A struct that has `checked` looks with it whether
its fields go together.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta, Struct
from msgspec.json import schema_components

from league.foundation.doors.reading import (
    LARGEST_SEED,
    Fields,
    Number,
    Reader,
    choice,
    count,
    list_of,
    read_choice,
    read_fields,
    read_flag,
    read_note,
    read_number,
    read_object,
    read_text,
    within,
)

T = TypeVar("T")
Shape = TypeVar("Shape", bound=Struct)

NULL_IS_LEFT_OUT = Meta(extra={"null": True})
REF = "#/components/schemas/{name}"
AS_SAID = "as said"  # where a schema of `read_by` is in what msgspec makes
NOT_WRITTEN = ("title", "default", "properties")  # what `_as_component` leaves out, or does itself


def described_as(name: str) -> dict[str, str]:
    """Return the schema of what another struct describes, by its name."""
    return {"$ref": REF.format(name=name)}


def read_by(read: Reader[Any], schema: Mapping[str, Any] | None = None) -> Meta:
    """Say what reads a field, and as `as_schema` how it is described."""
    return Meta(extra={"read": read}, extra_json_schema={AS_SAID: schema} if schema else None)


def as_schema(schema: Mapping[str, Any]) -> Meta:
    """Say by which JSON Schema a field is described, where its type has another."""
    return read_by(_as_it_is, schema)


def word(*choices: str) -> Meta:
    """Say that a text is one of these."""
    return read_by(choice(*choices), {"type": "string", "enum": [*choices]})


# kinds of values that several requests have
if TYPE_CHECKING:
    Exact: TypeAlias = Number
else:
    Exact = Annotated[Any, read_by(read_number, {"type": "number"})]
Note: TypeAlias = Annotated[str, read_by(read_note, {"type": ["string", "null"]}), NULL_IS_LEFT_OUT]
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST_SEED)]


class Keys(NamedTuple):
    """What an object has: all names, those it needs, and those for which null is refused."""

    names: tuple[str, ...]
    needed: tuple[str, ...]
    not_null: tuple[str, ...]


@cache
def keys_of(shape: type[Struct]) -> Keys:
    fields = msgspec.structs.fields(shape)
    tag = shape.__struct_config__.tag_field
    all_take_null = getattr(shape, "null_is_left_out", False)
    hints = _hints(shape).items()
    nullable = {name for name, hint in hints if all_take_null or _takes_null(hint)}
    return Keys(
        (*([str(tag)] if tag else []), *(field.name for field in fields)),
        tuple(field.name for field in fields if field.required),
        tuple(field.name for field in fields if field.name not in nullable),
    )


def fields_of(shape: type[Struct], **readers: Reader[Any]) -> Fields:
    """Return what reads each field, in their order; `readers` read some otherwise."""
    return {**_fields(shape), **readers}


@cache
def _fields(shape: type[Struct]) -> Fields:
    return {name: _reader(hint) for name, hint in _hints(shape).items()}


def reader_of(
    shape: type[Shape], make: Callable[..., T] | None = None, **readers: Reader[Any]
) -> Reader[Any]:
    """Return the reader of an object, which makes the struct, or what `make` makes of its fields.

    `make` gets the fields by name, those left out not at all. For `readers` see `fields_of`.
    """
    keys, fields = keys_of(shape), fields_of(shape, **readers)

    def read(value: object, path: str) -> Any:
        given = read_object(value, path, allowed=keys.names, required=keys.needed)
        values = read_fields(given, path, fields, not_null=keys.not_null)
        return make(**values) if make else _made(shape, values, path)

    return read


def _made(shape: type[Struct], values: Mapping[str, Any], path: str) -> Any:
    made = shape(**values)
    check = getattr(made, "checked", None)
    return check(path) if check else made


def limits_of(shape: type[Struct], name: str) -> tuple[int, int]:
    """Return the least and the most that a whole number may be."""
    (limits,) = (meta for meta in _metas(_hints(shape)[name]) if meta.le is not None)
    return int(limits.ge or 0), int(limits.le or 0)


def noted(shape: type[Struct], key: str) -> dict[str, Any]:
    """Return what `Meta(extra={key: ...})` notes of the fields, by their names."""
    return {
        name: meta.extra[key]
        for name, hint in _hints(shape).items()
        for meta in _metas(hint)
        if meta.extra and key in meta.extra
    }


def one_of(*shapes: type[Struct]) -> Reader[Any]:
    """Return the reader of structs that differ by their tag; fields of the others are not read."""
    (tag_field,) = {str(shape.__struct_config__.tag_field) for shape in shapes}
    by_tag = {str(shape.__struct_config__.tag): shape for shape in shapes}
    keys = {tag: keys_of(shape) for tag, shape in by_tag.items()}
    fields = {tag: fields_of(shape) for tag, shape in by_tag.items()}
    allowed = dict.fromkeys(name for each in keys.values() for name in each.names)

    def read(value: object, path: str) -> Any:
        given = read_object(value, path, allowed=allowed)
        tag = read_choice(given.get(tag_field), within(path, tag_field), tuple(by_tag))
        values = read_fields(given, path, fields[tag], not_null=keys[tag].not_null)
        return _made(by_tag[tag], values, path)

    return read


def written(shape: Struct, number: Callable[[Any], int | float]) -> dict[str, Any]:
    """Return a struct as JSON, from which its reader reads the same; `number` writes fractions."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shape, enc_hook=number))
    return made


def schemas_of(**shapes: type[Struct]) -> dict[str, Any]:
    """Return the JSON Schemas of shapes by the names given to them."""
    _roots, found = schema_components(shapes.values(), ref_template=REF)
    names = {shape.__name__: name for name, shape in shapes.items()}
    return {name: _as_component(found[known], names) for known, name in names.items()}


def _as_component(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with the names of components, without titles, which repeat them."""
    if isinstance(schema, list):
        return [_as_component(one, names) for one in schema]
    if isinstance(schema, str) and schema.startswith(REF.format(name="")):
        name = schema.rsplit("/", 1)[1]
        return REF.format(name=names.get(name, name))
    if not isinstance(schema, dict):
        return schema
    made = schema.get(AS_SAID, schema)
    made = {key: _as_component(made[key], names) for key in made if key not in NOT_WRITTEN}
    if "properties" in schema:
        made["properties"] = {
            name: _as_component(one, names) for name, one in schema["properties"].items()
        }
    if "description" in made:
        made["description"] = cleandoc(made["description"])
    default = schema.get("default")
    return made if default is None or isinstance(default, dict) else made | {"default": default}


def _hints(shape: type[Struct]) -> dict[str, Any]:
    hints = get_type_hints(shape, include_extras=True)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(shape)}


def _takes_null(hint: Any) -> bool:
    extras = [meta.extra or {} for meta in _metas(hint)]
    return NoneType in get_args(_bare(hint)) or any(extra.get("null") for extra in extras)


def _metas(hint: Any) -> Iterator[Meta]:
    if get_origin(hint) is Annotated:
        inner, *metas = get_args(hint)
        yield from _metas(inner)
        yield from metas
    elif (only := _not_null(hint)) is not hint:
        yield from _metas(only)


def _not_null(hint: Any) -> Any:
    """Return what a type that takes null is else; any other type as it is."""
    kinds = [one for one in get_args(hint) if one is not NoneType]
    return kinds[0] if NoneType in get_args(hint) and len(kinds) == 1 else hint


def _bare(hint: Any) -> Any:
    return _bare(get_args(hint)[0]) if get_origin(hint) is Annotated else hint


def _reader(hint: Any) -> Reader[Any]:
    limits: dict[str, Any] = {}
    for meta in _metas(hint):
        if meta.extra and "read" in meta.extra:
            read: Reader[Any] = meta.extra["read"]
            return read
        limits |= {
            name: value
            for name in ("ge", "le", "max_length")
            if (value := getattr(meta, name)) is not None
        }
    return _reader_of_type(_bare(hint), limits)


def _reader_of_type(kind: Any, limits: Mapping[str, Any]) -> Reader[Any]:
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        only = _not_null(kind)
        return one_of(*get_args(kind)) if only is kind else _reader(only)
    if origin is tuple:
        return list_of(_reader(inner[0]), most=limits["max_length"])
    if kind is int:
        return count(limits["ge"], limits["le"])
    if isinstance(kind, type) and issubclass(kind, Struct):
        return reader_of(kind)
    return PLAIN[kind]


def _as_it_is(value: Any, _path: str) -> Any:
    return value


PLAIN: Mapping[Any, Reader[Any]] = {bool: read_flag, str: read_text, Any: _as_it_is}
