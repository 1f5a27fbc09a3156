"""A plain but sensible player: bids what the hand promises, keeps what may win, plays tricks."""

from games.engine.actions import Action
from games.engine.cards import SUITS, codes_in, write_cards
from games.engine.plain_play import plain_card
from games.engine.tricks import TrickPlay
from games.engine.variants.pedro.auction import PASS, is_forced, legal_bids
from games.engine.variants.pedro.deal import SIDES, Words
from games.engine.variants.pedro.exchange import choice_of
from games.engine.variants.pedro.play import pile_size
from games.engine.variants.pedro.state import State
from games.engine.variants.pedro.trumps import MATES, TrumpPack

# Points the declarer's side takes, as such players take them: a fit over some thousand deals.
_CARD_PROMISE = {"A": 2.0, "K": 1.3, "Q": 0.8, "J": 1.1, "T": 0.7, "5": 0.1}
_TRUMP_PROMISE = 0.7  # what every trump adds beside
_FAIR_SHARE = 3.7  # from naming trump, without a card; half a point less than the fit, to be safe


def plain_player(state: State) -> Action:
    """Return what a careful player would do in the seat whose turn it is."""
    if state.phase == "auction":
        return Action("auction", _call(state))
    hand = state.dealt[state.turn]
    if state.phase == "trump":
        return Action("trump", max(SUITS, key=lambda suit: promise(hand, suit)))
    if state.over or state.pack is None:
        raise ValueError("the deal is over; there is nothing to do")
    if state.play is None:
        cards = _laid_away(state, state.pack)
        return Action("discards", {"seat": state.turn, "cards": cards})
    return Action("play", _card(state, state.play, state.pack))


def promise(hand: Words, trump: str) -> float:
    """Return about how many points this hand's side takes with that suit as trump."""
    trumps = [card for card in hand if card[1] == trump or card == "5" + MATES[trump]]
    points = sum(_CARD_PROMISE.get(card[0], 0.0) + _TRUMP_PROMISE for card in trumps)
    return _FAIR_SHARE + points


def _call(state: State) -> str:
    """Bid what the hand promises, in one call; the dealer, who speaks last, no more than needed."""
    bids = legal_bids(state)
    if is_forced(state):
        return str(bids[0])
    hand = state.dealt[state.turn]
    limit = max(promise(hand, suit) for suit in SUITS)
    if state.declarer is not None and state.declarer % SIDES == state.turn % SIDES:
        limit -= 1  # the partner has promised something already
    makeable = [bid for bid in bids if bid <= limit]
    if not makeable:
        return PASS
    return str(makeable[0] if state.turn == state.dealer else makeable[-1])


def _laid_away(state: State, pack: TrumpPack) -> str:
    """Keep the highest of the plain cards that may stay, and of the trumps that need not."""
    choice = choice_of(state, pack)

    def lowest(cards: int, kept: int) -> list[int]:
        by_rank = sorted(codes_in(cards), key=lambda card: -pack.deck.higher[card].bit_count())
        return by_rank[: len(by_rank) - kept]

    spare = choice.trumps & ~pack.counting
    away = lowest(choice.plain, choice.plain_kept) + lowest(choice.robbed, choice.robbed_kept)
    away += lowest(spare, spare.bit_count() - choice.trumps_away)
    return write_cards(pack.deck, away)


def _card(state: State, play: TrickPlay, pack: TrumpPack) -> str:
    """Play a card, and where there are too many trumps the lowest of the others under it."""
    card = plain_card(play, partners=lambda one, other: one % SIDES == other % SIDES)
    below = pile_size(state, play) - 1
    spare = play.held[play.turn] & ~pack.counting
    if below and (spare & ~pack.deck.bits[card]).bit_count() < below:
        card = max(codes_in(play.held[play.turn] & pack.counting))  # the others must all go under
    under = codes_in(spare & ~pack.deck.bits[card])[:below]
    return "+".join([pack.deck.texts[code] for code in (card, *under)])
