"""The fields of a game's summary, declared once.

The schema, what a form asks, the reader and the summary of a played deal are all made from the
list that a game has of them in its `summary_fields.py`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from games.engine import json_schema as schema
from games.engine.errors import MalformedRecord
from games.engine.record import (
    as_object,
    bad_field,
    missing_field,
    read_list,
    read_seat,
    shortened,
)
from games.engine.result import DealResult
from games.engine.ruleset import Ruleset
from games.engine.summaries import (
    impossible,
    needed,
    read_flag,
    read_flags,
    read_number,
    read_numbers,
    read_side,
    read_suit,
)
from games.sentences import SUIT_WORDS, Sentence, say

Kind = Literal[
    "flag", "choice", "number", "seat", "side", "suit", "side_numbers", "side_flags",
    "seat_numbers", "calls",
]  # fmt: skip
# earlier fields with their values; no answer is a no, None the value of a field left out
When = tuple[tuple[str, tuple[Any, ...]], ...]
# options and players -> what they change of a field, by attribute; None where it is not asked
Asked = Callable[[Any, int], Mapping[str, Any] | None]
# the state of a finished deal and its result -> what a scorer would write; None for nothing
Written = Callable[[Any, DealResult], Any]

SUITS = tuple((suit, SUIT_WORDS[suit]) for suit in "SHDC")


def whatever_the_rules(options: Any, players: int) -> Mapping[str, Any]:
    """Return no change: the field is asked as it is declared."""
    return {}


def only_if(applies: Callable[[Any], bool]) -> Asked:
    """Return that a field is asked as it is declared where its game's options say so."""
    return lambda options, players: {} if applies(options) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field that a summary may have; one that forms ask for as well is a `SummaryField`.

    `name` is the key in `summary`, dotted for a nested one ("awards.high"). `choices`, `minimum`,
    `maximum` and `step` are the widest of all rulesets. `total` is what the numbers of all sides
    add up to, so that the last fills itself. `nullable`: a side, or nobody. `default` is what a
    summary means that leaves the field out. `when` lists earlier
    fields with the values under which this one has its place. `written` is what a scorer would
    write of a played deal, usually what its result has under the same name. `json` is the schema
    where the kind does not say it; a list of calls always has one. `refusal` is what is said of a
    value that is no choice, where the usual sentence is not to be used.
    """

    name: str
    kind: Kind
    choices: tuple[tuple[Any, Sentence], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    step: int = 1
    total: int | None = None
    nullable: bool = False
    default: Any = None
    when: When = ()
    written: Written | None = None
    json: schema.Schema | None = None
    refusal: Sentence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryField(Field):
    """A field that a scorer is asked for. `likely` numbers come up often.

    `asked` gives what a ruleset changes: the bounds it has, the choices it offers.
    """

    label: Sentence
    help: Sentence
    likely: tuple[int, ...] = ()
    required: bool = True
    asked: Asked = whatever_the_rules


def declarer(*, help: Sentence, label: Sentence | None = None, when: When = ()) -> SummaryField:
    label = label or say("Declarer")
    return SummaryField(name="declarer", label=label, help=help, kind="seat", when=when)


_NAMED = say("The suit the declarer named. With it the melds are checked more closely.")


def trump(*, help: Sentence = _NAMED, when: When = ()) -> SummaryField:
    """Return the suit, which a scorer may leave out."""
    return SummaryField(
        name="trump",
        label=say("Trump"),
        help=help,
        kind="suit",
        choices=SUITS,
        required=False,
        when=when,
    )


class SummaryFields:
    """The fields of a game in the order in which it happens at the table.

    `players` and `sides` are the fewest and the most that any ruleset has.
    """

    def __init__(self, *fields: Field, players: tuple[int, int], sides: tuple[int, int]) -> None:
        self.fields = fields
        self.players = players
        self.sides = sides
        self.named = {field.name: field for field in fields}
        self.names = frozenset(field.name.partition(".")[0] for field in fields)
        # by outer key: the inner keys, each with its dotted name
        self.parts: dict[str, dict[str, str]] = {}
        for field in fields:
            outer, dot, inner = field.name.partition(".")
            if dot:
                self.parts.setdefault(outer, {})[inner] = field.name
        self.readers = {field.name: _reader(field) for field in fields}

    def asked(self, options: Any, players: int) -> tuple[SummaryField, ...]:
        """Return what a scorer is asked by these rules.

        A condition is dropped where the field it names is not asked, or can have no other value.
        """
        asked: dict[str, SummaryField] = {}
        for field in self.fields:
            if isinstance(field, SummaryField):
                changes = field.asked(options, players)
                if changes is not None:
                    changed = replace(field, **changes) if changes else field
                    asked[field.name] = replace(changed, when=_open(changed.when, asked))
        return tuple(asked.values())

    def written(self, state: Any, result: DealResult) -> dict[str, Any]:
        """Return what a scorer would write of a deal that is over."""
        answers: dict[str, Any] = {}
        for field in self.fields:
            if not is_asked(field, answers):
                continue
            if field.written is not None:
                value = field.written(state, result)
            else:
                outer, _, inner = field.name.partition(".")
                value = result.detail[outer][inner] if inner else result.detail[outer]
            if value is not None or field.nullable:
                answers[field.name] = value
        return summary_from(answers)

    @cached_property
    def properties(self) -> schema.Schema:
        """The JSON Schema of the fields, by name."""
        schemas: schema.Schema = {}
        for field in self.fields:
            outer, _, inner = field.name.partition(".")
            if inner:
                parts = schemas[outer]["properties"] if outer in schemas else {}
                schemas[outer] = schema.object_of({**parts, inner: self._schema_of(field)})
            else:
                schemas[outer] = self._schema_of(field)
        return schemas

    def _schema_of(self, field: Field) -> schema.Schema:
        number = schema.whole_number(field.minimum, field.maximum, field.step)
        side = schema.place(self.sides[1])
        default = {} if field.default is None else {"default": field.default}
        by_kind: dict[Kind, schema.Schema] = {
            "flag": schema.FLAG,
            "choice": {"enum": [value for value, _ in field.choices], **default},
            "suit": {"enum": [value for value, _ in field.choices]},
            "number": number,
            "seat": schema.place(self.players[1]),
            "side": {**side, "type": ["integer", "null"]} if field.nullable else side,
            "side_numbers": schema.list_of({**number, "minimum": 0}, *self.sides),
            "side_flags": schema.list_of(schema.FLAG, *self.sides),
            "seat_numbers": schema.list_of({**number, "minimum": 0}, *self.players),
        }
        return by_kind[field.kind] if field.json is None else field.json


class Summary:
    """A summary as it was sent. A field is read by its kind when the game asks for it.

    So the first refusal is that of the first field in the order of the game.
    Raises MalformedRecord `unknown_field` for a field the game does not have.
    """

    __slots__ = ("data", "fields", "readers", "ruleset")

    def __init__(self, fields: SummaryFields, ruleset: Ruleset, summary: Mapping[str, Any]) -> None:
        if not summary.keys() <= fields.names:
            name = next(str(key) for key in summary if key not in fields.names)[:40]
            sentence = say('"%(name)s" is not a field of this game\'s summary', name=name)
            raise MalformedRecord("unknown_field", sentence, phase="summary", field=name)
        self.fields = fields
        self.readers = fields.readers
        self.ruleset = ruleset
        self.data = summary

    def get(self, name: str) -> Any:
        """Return a field, None where it was left out. Raises MalformedRecord."""
        value = self.data.get(name)
        return None if value is None else self.readers[name](self.ruleset, value)

    def needed(self, name: str) -> Any:
        """Return a field. Raises MalformedRecord `missing_field` where it was left out."""
        value = self.data.get(name)
        if value is None:
            raise missing_field(name, phase="summary")
        return self.readers[name](self.ruleset, value)

    def has(self, name: str) -> bool:
        return self.data.get(name) is not None

    def parts(
        self, name: str, unknown: Callable[[str], Sentence]
    ) -> Iterator[tuple[str, str, Any]]:
        """Give the key, the dotted name and the value of each field below `name`, still unread.

        Raises MalformedRecord for a key that is `unknown`, with that sentence, or missing.
        """
        written = as_object(needed(self.data, name), name=name)
        keys = self.fields.parts[name]
        if not written.keys() <= keys.keys():
            sentence = unknown(shortened(next(key for key in written if key not in keys)))
            raise MalformedRecord("unknown_field", sentence, phase="summary", field=name)
        for key, dotted in keys.items():
            if key not in written:
                raise missing_field(dotted, phase="summary")
            yield key, dotted, written[key]


def refuse_play(summary: Summary) -> None:
    """Refuse what only a deal has in which a card was played."""
    for name in ("points", "last_trick", "tricks"):
        if summary.has(name):
            sentence = say('no card was played in this deal, so there is no "%(name)s"', name=name)
            impossible("play_not_allowed", sentence, name)


# what the rules say and what was sent -> the value
Reader = Callable[[Ruleset, Any], Any]


def _reader(field: Field) -> Reader:
    """Return the function that reads and checks a value of the field other than None."""
    name = field.name
    known = tuple(choice for choice, _ in field.choices)

    def choice(ruleset: Ruleset, value: Any) -> Any:
        if value in known:
            return value
        sentence = field.refusal or say(
            '"%(name)s" must be one of %(known)s, not "%(value)s"',
            name=name,
            known=", ".join(map(str, known)),
            value=shortened(value),
        )
        raise bad_field(name, sentence, phase="summary")

    def number(ruleset: Ruleset, value: Any) -> int:
        return read_number(value, name)

    readers: dict[Kind, Reader] = {
        "flag": lambda ruleset, value: read_flag(value, name),
        # for a choice among numbers, the game checks itself which of them are possible
        "choice": number if known and type(known[0]) is int else choice,
        "number": number,
        "seat": lambda ruleset, value: read_seat(value, ruleset.players, name),
        "side": lambda ruleset, value: read_side(value, ruleset.sides, name),
        "suit": lambda ruleset, value: read_suit(value, name, known),
        "side_numbers": lambda ruleset, value: read_numbers(value, ruleset.sides, name),
        "side_flags": lambda ruleset, value: read_flags(value, ruleset.sides, name),
        "seat_numbers": lambda ruleset, value: read_numbers(value, ruleset.players, name),
        "calls": lambda ruleset, value: read_list({"auction": value}, "auction"),
    }
    return readers[field.kind]


def _open(when: When, asked: Mapping[str, SummaryField]) -> When:
    """Return the conditions that are not always true, given the fields asked before this one."""
    left = []
    for name, values in when:
        if name not in asked:
            continue
        offered = [value for value, _ in asked[name].choices]
        if asked[name].kind == "choice":
            values = tuple(value for value in values if value is None or value in offered)
        if not offered or not set(offered) <= set(values):
            left.append((name, values))
    return tuple(left)


def is_asked(field: Field, answers: dict[str, Any]) -> bool:
    """Say whether the field is asked, given the answers by field name; no answer is a no."""
    return all(
        answers.get(name) in values or (answers.get(name) is None and False in values)
        for name, values in field.when
    )


def flat_answers(summary: dict[str, Any]) -> dict[str, Any]:
    """Return a summary with nested objects written dotted, as the fields name them."""
    answers: dict[str, Any] = {}
    for name, value in summary.items():
        if isinstance(value, dict):
            answers.update({f"{name}.{inner}": entry for inner, entry in value.items()})
        else:
            answers[name] = value
    return answers


def summary_from(answers: dict[str, Any]) -> dict[str, Any]:
    """Return the summary that dotted answers make; the inverse of `flat_answers`."""
    summary: dict[str, Any] = {}
    for name, value in answers.items():
        outer, dot, inner = name.partition(".")
        if dot:
            summary.setdefault(outer, {})[inner] = value
        else:
            summary[name] = value
    return summary
