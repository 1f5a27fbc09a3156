"""The two ways in which a deal is refused, for the two people who must act on them."""

from games.sentences import Sentence


class Refusal(ValueError):
    """A deal, a ruleset or a game is refused.

    `rule` is a code that never changes (docs/rule-codes.md), `sentence` the reason for people,
    `phase` and `index` the place: the entry, from 0, of the record's list for that phase.
    `field` names the summary field or option the refusal is about, where there is one.
    """

    def __init__(
        self,
        rule: str,
        sentence: Sentence,
        *,
        phase: str = "record",
        index: int | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence
        self.phase = phase
        self.index = index
        self.field = field
        self.deal: int | None = None  # the place of the deal in its game, when it is one of many

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class MalformedRecord(Refusal):
    """What was sent cannot be read: a missing field, an unknown card, a bad shape."""


class RulesetRefused(MalformedRecord):
    """The variant, preset, options and players named do not make a game we know."""

    @property
    def code(self) -> str:
        return self.rule


class IllegalAction(Refusal):
    """It can be read, but somebody did what the rules forbid, or what cannot have happened."""

    def __init__(
        self,
        phase: str,
        index: int | None,
        rule: str,
        sentence: Sentence,
        *,
        field: str | None = None,
    ) -> None:
        super().__init__(rule, sentence, phase=phase, index=index, field=field)
