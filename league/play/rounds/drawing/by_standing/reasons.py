"""Why the tables of a Swiss round are as they are, in sentences."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.sentences import say
from league.foundation.doors.reading import Number
from league.foundation.doors.reasons import Called
from league.play.rounds.drawing.by_standing.field import Field
from league.play.rounds.drawing.by_standing.record import DOWN, UP, Pair
from league.play.rounds.drawing.by_standing.swiss_variant import PATTERNS
from league.play.rounds.drawing.drawn import Reason


class SwissReasons:
    """Gives the reasons for each table; `pairs` are all tables of the round, as places."""

    def __init__(self, field: Field, pairs: Sequence[Pair]) -> None:
        self.field = field
        self.names = [Called((entry,)) for entry in field.entries]
        self.scores = [shown(score) for score in field.scores]
        self._odd = _odd_edges(field, pairs)

    def of(self, pair: Pair) -> Iterator[Reason]:
        """Yield why these two meet, the main reason first."""
        one, other = pair
        if pair in self.field.met:
            yield why_repeat(self.field, pair)
        if self.field.groups[one] != self.field.groups[other]:
            yield self._float(one, other)
            yield from self._again(one, other)
        elif pair not in self.field.met:
            yield self._level(one, other)
        yield from why_avoided(self.field, pair)
        club = self.field.entries[one].club
        if self.field.clubs_apart and club and club == self.field.entries[other].club:
            sentence = say(
                "%(one)s and %(other)s are both of %(club)s; their score left nobody else",
                one=self.names[one],
                other=self.names[other],
                club=club,
            )
            yield Reason("same_club", sentence)

    def _level(self, one: int, other: int) -> Reason:
        if self.field.number == 1:
            sentence = say(
                "first round: number %(one)d meets number %(other)d (%(pattern)s)",
                one=self.field.numbers[one],
                other=self.field.numbers[other],
                pattern=PATTERNS[self.field.pattern],
            )
            return Reason("first_round", sentence)
        sentence = say(
            "%(one)s and %(other)s are level on %(score)s and have not met",
            one=self.names[one],
            other=self.names[other],
            score=self.scores[one],
        )
        return Reason("level", sentence)

    def _float(self, one: int, other: int) -> Reason:
        score = self.scores[one]
        if self._odd[self.field.groups[one]]:
            why = say("an odd number of entries has %(score)s or more", score=score)
        else:
            why = say(
                "those with %(score)s or more could not all meet each other without a repeat",
                score=score,
            )
        sentence = say(
            "%(one)s with %(score)s floats down to %(other)s with %(fewer)s: %(why)s",
            one=self.names[one],
            score=score,
            other=self.names[other],
            fewer=self.scores[other],
            why=why,
        )
        return Reason("float", sentence)

    def _again(self, one: int, other: int) -> Iterator[Reason]:
        if self.field.floats[one][0] == DOWN:
            sentence = say(
                "%(entry)s floats down as in the last round: everybody else would have been worse",
                entry=self.names[one],
            )
            yield Reason("float_again", sentence)
        if self.field.floats[other][0] == UP:
            sentence = say(
                "%(entry)s floats up as in the last round: everybody else would have been worse",
                entry=self.names[other],
            )
            yield Reason("float_again", sentence)


def why_repeat(field: Field, pair: Pair) -> Reason:
    times, last = field.met[pair]
    sentence = say(
        "%(one)s and %(other)s meet again (meetings so far: %(times)d, the last in round "
        "%(last)d): every round that is left has repeats, and this one has the fewest",
        one=Called((field.entries[pair[0]],)),
        other=Called((field.entries[pair[1]],)),
        times=times,
        last=last,
    )
    return Reason("repeat", sentence)


def why_avoided(field: Field, pair: Pair) -> Iterator[Reason]:
    if pair in field.avoid:
        sentence = say(
            "%(one)s and %(other)s should be kept apart, but then there would be a repeat, "
            "another wrong pair or a wrong bye",
            one=Called((field.entries[pair[0]],)),
            other=Called((field.entries[pair[1]],)),
        )
        yield Reason("avoid_pair", sentence)


def why_bye(field: Field, place: int) -> Reason:
    name, score = Called((field.entries[place],)), shown(field.scores[place])
    rounds = field.free_rounds[place]
    if any(
        sat_out and field.free_rounds[lower] == rounds
        for lower, sat_out in enumerate(field.just_sat_out[place + 1 :], start=place + 1)
    ):
        sentence = say(
            "the bye goes to %(entry)s with %(score)s: whoever is lower and has had so few byes "
            "and wins by forfeit (%(byes)d) sat out the round before, or would cause more repeats",
            entry=name,
            score=score,
            byes=rounds,
        )
    elif field.scores[place] == field.scores[field.may_have_bye()[-1]]:
        sentence = say(
            "the bye goes to %(entry)s with %(score)s: nobody lower has had so few byes and wins "
            "by forfeit (%(byes)d)",
            entry=name,
            score=score,
            byes=rounds,
        )
    else:
        sentence = say(
            "the bye goes to %(entry)s with %(score)s: with a bye to anybody lower who has had so "
            "few byes and wins by forfeit (%(byes)d) there would be more repeats",
            entry=name,
            score=score,
            byes=rounds,
        )
    return Reason("bye", sentence)


def shown(score: Number) -> str:
    """Return a score as people write it: 6, 6.5, or 19/3 where it is no short decimal."""
    if isinstance(score, Fraction) and 100 % score.denominator == 0:
        return f"{float(score):.2f}".rstrip("0").rstrip(".")
    return str(score)


def _odd_edges(field: Field, pairs: Sequence[Pair]) -> list[bool]:
    """Say for each score group whether an odd number is why a table joins it with a lower one.

    That is so where the groups down to it have an odd number of entries (without the bye), and
    exactly one table joins one of them with an entry below.
    """
    edges = field.groups[-1] + 1
    above, joining = [0] * edges, [0] * edges
    bye = next((one for one, other in pairs if other == field.nobody), None)
    for place, group in enumerate(field.groups):
        above[group] += place != bye
    for one, other in pairs:
        if other != field.nobody:
            for group in range(field.groups[one], field.groups[other]):
                joining[group] += 1
    total, odd = 0, []
    for group in range(edges):
        total += above[group]
        odd.append(total % 2 == 1 and joining[group] == 1)
    return odd
