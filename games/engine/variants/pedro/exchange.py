"""Trump and the exchange: plain cards are laid away, the stock fills the hands, the dealer robs it.

Seats act in turn from the dealer's left. A record has what a seat lays away in the end: a card it
takes back, because the stock cannot fill its hand, does not count as laid away.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from games.engine.cards import Mask, codes_in, unknown_card, write_cards
from games.engine.errors import IllegalAction, MalformedRecord
from games.engine.summaries import read_suit
from games.engine.tricks import TrickPlay, follow_or_trump, follow_suit
from games.engine.variants.pedro.deal import HAND_SIZE, SEATS, STOCK_SIZE, Words
from games.engine.variants.pedro.state import State
from games.engine.variants.pedro.trumps import TrumpPack, trump_pack
from games.sentences import CardName, SeatName, Sentence, say


class Choice(NamedTuple):
    """What the seat in turn may lay away: sets of cards, and how many of each stay or go."""

    plain: Mask  # the plain cards it was dealt
    plain_kept: int
    robbed: Mask  # the plain cards the dealer finds in the rest of the stock
    robbed_kept: int
    trumps: Mask  # all trumps it has before drawing
    trumps_away: int  # of those that count no points
    drawn: Mask  # what others than the dealer draw from the stock, and keep

    @property
    def cards(self) -> Mask:
        return self.plain | self.robbed | self.trumps


def name_trump(state: State, suit: object) -> None:
    """The declarer names a suit; any of the four, held or not."""
    state.trump = read_suit(suit)
    state.pack = trump_pack(state.trump, state.options.low_pedro_rank)
    state.phase, state.turn = "discards", (state.dealer + 1) % SEATS


def choice_of(state: State, pack: TrumpPack) -> Choice:
    """Return what the seat in turn may lay away."""
    dealt = _mask(pack, state.dealt[state.turn])
    left = state.stock[state.given_out :]
    plain, trumps = dealt & ~pack.trumps, dealt & pack.trumps
    if state.turn != state.dealer:
        wanted = max(0, HAND_SIZE - trumps.bit_count())
        drawn = left[:wanted]
        return Choice(
            plain=plain,
            plain_kept=wanted - len(drawn),
            robbed=0,
            robbed_kept=0,
            trumps=trumps,
            trumps_away=_trumps_away(state, trumps),
            drawn=_mask(pack, drawn),
        )
    rest = _mask(pack, left)
    trumps |= rest & pack.trumps
    robbed = rest & ~pack.trumps
    wanted = max(0, HAND_SIZE - trumps.bit_count())
    robbed_kept = min(wanted, robbed.bit_count())
    return Choice(
        plain=plain,
        plain_kept=wanted - robbed_kept,
        robbed=robbed,
        robbed_kept=robbed_kept,
        trumps=trumps,
        trumps_away=_trumps_away(state, trumps),
        drawn=0,
    )


def _trumps_away(state: State, trumps: Mask) -> int:
    if state.options.excess_trumps == "under":
        return 0
    return max(0, trumps.bit_count() - HAND_SIZE)


def _mask(pack: TrumpPack, words: Words) -> Mask:
    return sum(map(pack.bit_of.__getitem__, words))


def legal_discards(state: State, pack: TrumpPack) -> Iterator[str]:
    """Give every set of cards the seat in turn may lay away, as a text."""
    choice = choice_of(state, pack)
    plain, robbed = codes_in(choice.plain), codes_in(choice.robbed)
    spare = codes_in(choice.trumps & ~pack.counting)
    ways = (
        combinations(plain, len(plain) - choice.plain_kept),
        combinations(robbed, len(robbed) - choice.robbed_kept),
        combinations(spare, choice.trumps_away),
    )
    for parts in product(*ways):
        yield write_cards(pack.deck, sum(parts, ()))


def lay_away(state: State, pack: TrumpPack, text: object) -> None:
    """Do the whole exchange of the seat in turn. Raises where these cards may not go."""
    seat = state.turn
    away = _read(pack, text, seat)
    choice = choice_of(state, pack)
    _check(pack, choice, away, seat)
    state.given_out += choice.drawn.bit_count()
    state.held[seat] = choice.cards & ~away | choice.drawn
    if seat == state.dealer:
        state.given_out = STOCK_SIZE
        _begin_play(state, pack)
    else:
        state.turn = (seat + 1) % SEATS


def _begin_play(state: State, pack: TrumpPack) -> None:
    state.hand_sizes = [held.bit_count() for held in state.held]
    hands = []
    for held in state.held:
        counts = [0] * pack.deck.kinds
        for code in codes_in(held):
            counts[code] = 1
        hands.append(counts)
    state.phase, state.turn = "play", state.declarer or 0
    state.play = TrickPlay(
        deck=pack.deck,
        hands=hands,
        held=list(state.held),
        duty=follow_suit if state.options.follow_rule == "strict" else follow_or_trump,
        values=pack.values,
        trumps=pack.trumps,
        leads=state.turn,
    )


def _read(pack: TrumpPack, text: object, seat: int) -> Mask:
    """Return the cards written in one text."""
    if not isinstance(text, str):
        sentence = say("cards are written in one text, such as AS TD KH")
        raise MalformedRecord("bad_card", sentence, phase="discards", index=seat)
    words = text.split()
    try:
        away = sum(map(pack.bit_of.__getitem__, words))
    except KeyError as unknown:
        raise unknown_card(unknown.args[0], phase="discards", index=seat) from None
    if away.bit_count() != len(words):  # a card written twice carries over to the next bit
        twice = next(word for word in words if words.count(word) > 1)
        sentence = say(
            "%(seat)s lays %(card)s away twice", seat=SeatName(seat), card=CardName(twice)
        )
        raise _refused(seat, "card_not_held", sentence)
    return away


def _check(pack: TrumpPack, choice: Choice, away: Mask, seat: int) -> None:
    """Refuse to lay away what was never held or must be kept, or too few or too many."""
    who = SeatName(seat)
    if stray := away & ~choice.cards:
        if drawn := stray & choice.drawn:
            sentence = say(
                "%(seat)s received %(card)s from the stock and must keep it",
                seat=who,
                card=_names(pack, drawn),
            )
            raise _refused(seat, "discard_not_allowed", sentence)
        sentence = say(
            "%(seat)s does not hold %(card)s, so it cannot be laid away",
            seat=who,
            card=_names(pack, stray),
        )
        raise _refused(seat, "card_not_held", sentence)
    _check_trumps(pack, choice, away & choice.trumps, seat)
    plain = choice.plain & ~away
    if plain.bit_count() != choice.plain_kept:
        raise _refused(seat, "discard_count", _wrong_plain(pack, choice, plain, who))
    robbed = choice.robbed & ~away
    if robbed.bit_count() != choice.robbed_kept:
        sentence = say(
            "the dealer, %(seat)s, keeps %(kept)d cards of the stock that are not trumps; "
            "to have a full hand it must be %(due)d",
            seat=who,
            kept=robbed.bit_count(),
            due=choice.robbed_kept,
        )
        raise _refused(seat, "discard_count", sentence)


def _check_trumps(pack: TrumpPack, choice: Choice, trumps: Mask, seat: int) -> None:
    who, due = SeatName(seat), choice.trumps_away
    if trumps and not due:
        sentence = say(
            "%(seat)s lays %(card)s away; trumps must be kept",
            seat=who,
            card=_names(pack, trumps),
        )
        raise _refused(seat, "discard_not_allowed", sentence)
    if counting := trumps & pack.counting:
        sentence = say(
            "%(seat)s lays %(card)s away; a trump that counts points must be kept",
            seat=who,
            card=_names(pack, counting),
        )
        raise _refused(seat, "discard_not_allowed", sentence)
    if trumps.bit_count() != due:
        sentence = say(
            "%(seat)s has %(held)d trumps and must lay %(due)d of them away, not %(away)d",
            seat=who,
            held=choice.trumps.bit_count(),
            due=due,
            away=trumps.bit_count(),
        )
        raise _refused(seat, "discard_count", sentence)


def _wrong_plain(pack: TrumpPack, choice: Choice, kept: Mask, who: SeatName) -> Sentence:
    if not choice.plain_kept:
        return say(
            "%(seat)s keeps %(card)s; all cards that are not trumps must be laid away",
            seat=who,
            card=_names(pack, kept),
        )
    return say(
        "the stock cannot fill the hand of %(seat)s, who must keep %(due)d of the cards dealt "
        "that are not trumps, not %(kept)d",
        seat=who,
        due=choice.plain_kept,
        kept=kept.bit_count(),
    )


def _names(pack: TrumpPack, cards: Mask) -> CardName:
    return CardName(write_cards(pack.deck, codes_in(cards)))


def _refused(seat: int, rule: str, sentence: Sentence) -> IllegalAction:
    return IllegalAction("discards", seat, rule, sentence)


def read_discards(entries: Sequence[Any]) -> Sequence[Any]:
    """Return what each seat laid away, still as text."""
    if len(entries) != SEATS:
        sentence = say(
            '"discards" has %(written)d entries; it needs one for each of the %(players)d seats',
            written=len(entries),
            players=SEATS,
        )
        raise MalformedRecord("bad_field", sentence, phase="discards", field="discards")
    return entries
