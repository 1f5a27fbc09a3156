"""The play: the declarer leads, six tricks; extra trumps lie under the first card of their player.

A pile is written "KH+6H+7H": the first card is on top and is the one played, the others are dead.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from games.engine.cards import Mask, codes_in, unknown_card
from games.engine.errors import IllegalAction
from games.engine.tricks import TrickPlay, play_cards
from games.engine.variants.pedro.deal import HAND_SIZE, PLAYS, SEATS
from games.engine.variants.pedro.state import State
from games.engine.variants.pedro.trumps import TrumpPack
from games.sentences import CardName, SeatName, Sentence, say


def play_texts(state: State, play: TrickPlay, pack: TrumpPack, entries: Sequence[Any]) -> None:
    """Play cards and piles written as in a record, one after the other."""
    first = len(play.played)
    if first + len(entries) > PLAYS:
        sentence = say("all %(due)d cards have been played; there is one too many", due=PLAYS)
        raise IllegalAction("play", PLAYS, "play_too_long", sentence)
    # only the first trick can have piles
    piles = max(0, SEATS - first) if max(state.hand_sizes) > HAND_SIZE else 0
    for index, entry in enumerate(entries[:piles], start=first):
        _play_pile(state, play, pack, entry, index)
    _play_singles(play, pack, entries[piles:], first + len(entries[:piles]))
    state.turn = play.turn
    if len(play.played) == PLAYS:
        state.phase = "over"


def _play_singles(play: TrickPlay, pack: TrumpPack, entries: Sequence[Any], first: int) -> None:
    try:
        codes = list(map(pack.deck.codes.__getitem__, entries))
    except (KeyError, TypeError):
        # not the text of a card: garbage, or a pile; a fault before it is named first
        for index, entry in enumerate(entries, start=first):
            top, *under = _read(pack, entry, index)
            if under:
                raise _wrong_size(play.turn, 1 + len(under), 1, index) from None
            _play_codes(play, pack, [top], index)
        return
    _play_codes(play, pack, codes, first)


def _play_codes(play: TrickPlay, pack: TrumpPack, codes: Sequence[int], first: int) -> None:
    before = len(play.played)
    try:
        play_cards(play, codes, first=first)
    except IllegalAction as refusal:
        refused = codes[len(play.played) - before]
        raise with_low_pedro_explained(play, pack, refused, refusal) from None


def pile_size(state: State, play: TrickPlay) -> int:
    """Return how many cards the seat in turn plays at once: all but five in the first trick."""
    return state.hand_sizes[play.turn] - HAND_SIZE + 1 if len(play.played) < SEATS else 1


def _play_pile(state: State, play: TrickPlay, pack: TrumpPack, entry: object, index: int) -> None:
    """Play the card of the seat in turn to the first trick, with what lies under it."""
    seat, size = play.turn, pile_size(state, play)
    top, *under = _read(pack, entry, index)
    if 1 + len(under) != size:
        raise _wrong_size(seat, 1 + len(under), size, index)
    below: Mask = 0
    for card in under:
        bit = pack.deck.bits[card]
        if not bit & play.held[seat] or bit & below or card == top:
            sentence = say(
                "%(seat)s does not hold %(card)s",
                seat=SeatName(seat),
                card=CardName(pack.deck.texts[card]),
            )
            raise _refused(index, "card_not_held", sentence)
        if bit & pack.counting:
            sentence = say(
                "%(seat)s plays %(card)s under another card; "
                "a card that counts points may only be on top",
                seat=SeatName(seat),
                card=CardName(pack.deck.texts[card]),
            )
            raise _refused(index, "point_card_covered", sentence)
        below |= bit
    _play_codes(play, pack, [top], index)
    play.held[seat] &= ~below
    for card in under:
        play.hands[seat][card] = 0


def legal_plays(state: State, play: TrickPlay, pack: TrumpPack) -> Iterator[str]:
    """Give every card, or pile of cards, the seat in turn may play."""
    texts = pack.deck.texts
    size = pile_size(state, play)
    spare = codes_in(play.held[play.turn] & ~pack.counting)
    for top in codes_in(play.legal()):
        for under in combinations([card for card in spare if card != top], size - 1):
            yield "+".join([texts[card] for card in (top, *under)])


def _read(pack: TrumpPack, entry: object, index: int) -> list[int]:
    """Return the cards of an entry, the top one first."""
    if not isinstance(entry, str):
        raise unknown_card(entry, phase="play", index=index)
    try:
        return [pack.deck.codes[word] for word in entry.split("+")]
    except KeyError as unknown:
        raise unknown_card(unknown.args[0], phase="play", index=index) from None


def _wrong_size(seat: int, played: int, due: int, index: int) -> IllegalAction:
    if due == 1:
        sentence = say(
            "%(seat)s must play a single card to this trick, not %(played)d at once",
            seat=SeatName(seat),
            played=played,
        )
    else:
        sentence = say(
            "%(seat)s has more than six cards and must play %(due)d of them at once, "
            "not %(played)d",
            seat=SeatName(seat),
            due=due,
            played=played,
        )
    return _refused(index, "pile_size", sentence)


def _refused(index: int, rule: str, sentence: Sentence) -> IllegalAction:
    return IllegalAction("play", index, rule, sentence)


# What to tell somebody who took the low pedro for a card of the suit printed on it.


def with_low_pedro_explained(
    play: TrickPlay, pack: TrumpPack, card: int, refusal: IllegalAction
) -> IllegalAction:
    """Return the refusal of a card, in words about the low pedro where that is the reason."""
    if refusal.rule == "must_follow":
        refusal.sentence = _reason(play, pack, card) or refusal.sentence
    return refusal


def _reason(play: TrickPlay, pack: TrumpPack, card: int) -> Sentence | None:
    seat, low_pedro = SeatName(play.turn), CardName(pack.deck.texts[pack.low_pedro])
    if card == pack.low_pedro:
        return say(
            "%(seat)s holds cards of the suit led and must play one; "
            "%(card)s is the low pedro, a trump, and not one of them",
            seat=seat,
            card=low_pedro,
        )
    if play.held[play.turn] & play.led == pack.deck.bits[pack.low_pedro]:
        return say(
            "%(seat)s holds %(card)s, the low pedro, which is a trump, and must follow with it",
            seat=seat,
            card=low_pedro,
        )
    if play.played[-play.placed] == pack.low_pedro:
        return say(
            "%(card)s, the low pedro, was led, and it is a trump: "
            "%(seat)s holds trumps and must play one",
            card=low_pedro,
            seat=seat,
        )
    return None
