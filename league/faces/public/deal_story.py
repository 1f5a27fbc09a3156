"""The cards of a full record in words: hands, auction, exchange, melds, and the play by tricks."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.call_words import call_in_words, cards_in_signs, explanation_in_words
from games.engine import ENGINE_VERSION
from games.engine.errors import Refusal
from games.engine.ruleset import Ruleset
from games.models import Deal
from games.story import Draw, Meld, Story, Trick, story_of
from games.wording import join_sentences
from league.faces.public.pictures.points_by_trick import points_by_trick
from league.faces.public.templatetags.card_faces import card_name
from league.play.results.deal_words import Names, contract_parts, ruleset_of, summary_of, totals_of

# --- The auction as a grid: a column a seat, a row each time round, calls with their meaning ---

NO_BIDS = ("pass", "double", "redouble")


def auction_grid(
    story: Story, ruleset: Ruleset, names: Names, detail: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return the seats in the order of calling and the rows; a cell is a call or None."""
    if not story.calls:
        return None
    players = len(story.hands)
    first = story.calls[0][0]
    rows: list[list[dict[str, Any] | None]] = []
    last = players
    for cell in _cells(story, ruleset, names, detail):
        column = (cell["seat"] - first) % players
        if column <= last:
            rows.append([None] * players)
        rows[-1][column] = cell
        last = column
    return {
        "seats": [names.seat((first + place) % players) for place in range(players)],
        "rows": rows,
        "in_words": _in_words(story, names),
        "explained": any(cell and cell["explanation"] for row in rows for cell in row),
    }


def _cells(
    story: Story, ruleset: Ruleset, names: Names, detail: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    before: list[str] = []
    standing = _standing(story)
    notes = iter(detail.get("calls") or ())
    for index, (seat, call) in enumerate(story.calls):
        meaning = games.explain_call(ruleset, story.dealer or 0, before, call)
        # the engine notes each bid with whether the hand is as the bid says
        note = None if call.startswith(NO_BIDS) else next(notes, None)
        yield {
            "seat": seat,
            "name": names.seat(seat),
            "call": call,
            "words": call_in_words(call),
            "explanation": explanation_in_words(
                ruleset.variant, {**(meaning or {}), **(note or {})}
            ),
            "is_pass": call.startswith("pass"),
            "stands": index == standing,
        }
        before.append(call)


def _in_words(story: Story, names: Names) -> str:
    """Return the auction in a few sentences: who opened, who won it, or that nobody bid."""
    bids = [
        (names.seat(seat), call_in_words(call))
        for seat, call in story.calls
        if not call.startswith(NO_BIDS)
    ]
    if not bids:
        return _("Everybody passed.")
    standing = _standing(story)
    if standing is None:
        name, bid = bids[0]
        return _("%(name)s opened with %(bid)s.") % {"name": name, "bid": bid}
    seat, call = story.calls[standing]
    won = {"name": names.seat(seat), "bid": call_in_words(call), "opener": bids[0][0]}
    if len(bids) == 1:
        return _("%(name)s made the only bid, %(bid)s.") % won
    won["first"] = bids[0][1]
    if won["opener"] == won["name"]:
        return _("%(name)s opened with %(first)s and won the auction with %(bid)s.") % won
    return _("%(opener)s opened with %(first)s. %(name)s won the auction with %(bid)s.") % won


def _standing(story: Story) -> int | None:
    """Return the place of the bid that became the contract."""
    bids = [
        index
        for index, (seat, call) in enumerate(story.calls)
        if seat == story.declarer and not call.startswith(NO_BIDS)
    ]
    return bids[-1] if bids else None


# --- Exchange shown ---
# What happened between the auction and the first lead: cards that moved, melds that were laid.


def cards_moved(story: Story, names: Names) -> list[tuple[str, str]]:
    """Return (what, cards) of all that was turned up, passed on, picked up or laid away."""
    moved = [(_("Turned up"), story.turned_up), (_("The kitty"), story.kitty)]
    moved += [
        (_("%(giver)s to %(taker)s") % {"giver": names.seat(giver), "taker": names.seat(to)}, cards)
        for giver, to, cards in story.gifts
    ]
    moved += [
        (_("%(name)s laid away") % {"name": names.seat(seat)}, cards)
        for seat, cards in story.laid_away
    ]
    return [(what, cards) for what, cards in moved if cards]


def melds_laid(story: Story, names: Names, detail: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return each seat with the melds it laid before the play, and their sum.

    A meld is (what, points, cards), with no cards where they are not known.

    Where the record names no melds the engine may still know what each hand was worth.
    """
    laid = [meld for meld in story.melds if meld.after is None]
    sums = [None if laid else points for points in detail.get("seat_melds") or ()]
    sums += [None] * (len(story.hands) - len(sums))
    rows = []
    for seat in range(len(story.hands)):
        of_seat = [meld for meld in laid if meld.seat == seat]
        known = all(meld.points is not None for meld in of_seat)
        total = sum(meld.points or 0 for meld in of_seat) if laid and known else sums[seat]
        melds = [(_named(meld, names), meld.points, meld.cards) for meld in of_seat]
        rows.append({"name": names.seat(seat), "melds": melds, "total": total})
    return rows if any(row["melds"] or row["total"] for row in rows) else []


def name_of_meld(meld: Meld, names: Names) -> str:
    """Return the meld by its name and its cards, as far as they are known."""
    return f"{_named(meld, names)} {cards_in_signs(meld.cards)}".strip()


def _named(meld: Meld, names: Names) -> str:
    what = meld.what
    return what if isinstance(what, str) else games.render_sentence(what, names.seats, names.sides)


# --- Hands shown ---
# The hands at their seats: the cards by suit, strong to weak, as dealt and at the first lead.

SUITS = "SHCD"  # black and red in turn, so that neighbours do not run together
Held = tuple[str, int, int]  # a card, after which trick it came, until which it stayed


def seats_with_hands(story: Story, names: Names, sides: int) -> list[dict[str, Any]]:
    """Return every seat in turn order with its hand.

    `held` is what it held at the first lead, with the cards it drew later; it is empty where
    nothing has changed since the deal.
    """
    held = story.hands_at_first_lead()
    changed = bool(story.draws) or any(
        Counter(before.split()) != Counter(after.split())
        for before, after in zip(story.hands, held, strict=False)
    )
    return [
        {
            "number": seat,
            "name": names.seat(seat),
            "side": seat % sides if sides < len(story.hands) else None,
            "is_dealer": seat == story.dealer,
            "is_declarer": seat == story.declarer,
            "dealt": by_suit(cards, story),
            "held": by_suit(held[seat], story, seat) if changed else [],
        }
        for seat, cards in enumerate(story.hands)
    ]


def by_suit(cards: str, story: Story, seat: int | None = None) -> list[dict[str, Any]]:
    """Return the suits of a hand, each with its cards as (card, after, until).

    A card is in the hand after this trick and until that one is done; 0 is from the first lead and
    to the end. `seat` is whose hand it is while cards are drawn.
    """
    hand: list[Held] = [(card, 0, 0) for card in cards.split()]
    for draw in story.draws if seat is not None else ():
        if draw.seat == seat:
            _give(hand, draw)
            hand += [(card, draw.after, 0) for card in draw.cards.split()]
    hand.sort(key=lambda card: (story.ranks.find(card[0][0]), card[1]))
    suits = [*SUITS, *sorted({card[-1] for card, *_ in hand} - set(SUITS))]
    return [
        {"suit": suit, "is_trump": suit == story.trump, "cards": of_suit}
        for suit in suits
        if (of_suit := [card for card in hand if card[0][-1] == suit])
    ]


def _give(hand: list[Held], draw: Draw) -> None:
    """Note that the cards given for a draw were in the hand until then."""
    for card in draw.gave.split():
        if (card, 0, 0) in hand:
            hand[hand.index((card, 0, 0))] = (card, 0, draw.after)


# --- Play shown ---
# The play trick by trick: the cards in order, who led, who won, and what each side has so far.


def tricks_in_words(story: Story, names: Names, ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the tricks; `so_far` is (side, tricks, card points or None) after each of them.

    Where everybody plays alone only those who have taken a trick are named.
    """
    alone = ruleset.sides == len(story.hands)
    lasts = stock_lasts(story)
    tricks = [0] * ruleset.sides
    points: list[int | None] = [0] * ruleset.sides
    shown = []
    for number, trick in enumerate(story.tricks, start=1):
        if trick.winner is not None:
            side = ruleset.side_of(trick.winner)
            before = points[side]
            tricks[side] += 1
            points[side] = None if None in (before, trick.points) else before + trick.points  # type: ignore[operator]
        says, notes = _says(trick, names), _notes(story, number, names)
        shown.append(
            {
                "number": number,
                "after_stock": 0 < lasts == number - 1,
                "cards": _cards(trick, names),
                "side": None if alone or trick.winner is None else ruleset.side_of(trick.winner),
                "winner": "" if trick.winner is None else names.seat(trick.winner),
                "says": says,
                "notes": notes,
                "in_words": join_sentences([says, *notes]),
                "so_far": [
                    (names.side(side), tricks[side], points[side])
                    for side in range(ruleset.sides)
                    if tricks[side] or not alone
                ],
            }
        )
    return shown


def stock_lasts(story: Story) -> int:
    """Return the trick after which the stock is used up; 0 where no cards are drawn."""
    last = max((draw.after for draw in story.draws), default=0)
    return last if last < len(story.tricks) else 0


def points_after_tricks(story: Story, ruleset: Ruleset) -> tuple[list[list[int]], bool]:
    """Return what every side has after each trick, and whether these are card points.

    Where card points are unknown or cards count nothing, tricks are counted in their place.
    """
    in_points = all(trick.points is not None for trick in story.tricks)
    taken = [0] * ruleset.sides
    after = []
    for trick in story.tricks:
        if trick.winner is not None:
            taken[ruleset.side_of(trick.winner)] += (trick.points or 0) if in_points else 1
        after.append(list(taken))
    return after, in_points


def _cards(trick: Trick, names: Names) -> list[dict[str, Any]]:
    """Return what each seat played: one card, or several of which the first lies on top."""
    return [
        {
            "seat": seat,
            "name": names.seat(seat),
            "cards": cards.split(),
            "led": place == 0,
            "won": seat == trick.winner,
        }
        for place, (seat, cards) in enumerate(trick.cards)
    ]


def _says(trick: Trick, names: Names) -> str:
    """Return in a sentence who led what, who won with what, and what it was worth."""
    leader, led = trick.cards[0]
    words = {"leader": names.seat(leader), "led": card_name(led.split()[0])}
    if trick.winner is None:
        sentence = _("%(leader)s led the %(led)s.") % words
    elif trick.winner == leader:
        sentence = _("%(leader)s led the %(led)s and won the trick.") % words
    else:
        best = dict(trick.cards)[trick.winner].split()[0]
        words |= {"winner": names.seat(trick.winner), "best": card_name(best)}
        sentence = _("%(leader)s led the %(led)s; %(winner)s won with the %(best)s.") % words
    return join_sentences([sentence, *_worth(trick)])


def _worth(trick: Trick) -> list[str]:
    if trick.points is None:
        return []
    worth = ngettext(
        "The trick is worth %(points)d point.",
        "The trick is worth %(points)d points.",
        trick.points,
    ) % {"points": trick.points}
    if not trick.bonus:
        return [worth]
    last = _("%(bonus)d of that is for the last trick.") % {"bonus": trick.bonus}
    return [worth, last]


def _notes(story: Story, number: int, names: Names) -> list[str]:
    """Return what was drawn and melded behind this trick."""
    drawn = [_drawn(draw, names) for draw in story.draws if draw.after == number]
    melded = []
    for meld in story.melds:
        if meld.after != number:
            continue
        words = {"name": names.seat(meld.seat), "what": name_of_meld(meld, names)}
        if meld.points is None:
            melded.append(_("%(name)s melded %(what)s.") % words)
        else:
            words["points"] = str(meld.points)
            melded.append(_("%(name)s melded %(what)s for %(points)s points.") % words)
    return drawn + melded


def _drawn(draw: Draw, names: Names) -> str:
    words = {"name": names.seat(draw.seat), "cards": cards_in_signs(draw.cards)}
    if not draw.gave:
        return _("%(name)s drew %(cards)s.") % words
    words["given"] = cards_in_signs(draw.gave)
    return _("%(name)s exchanged %(given)s for %(cards)s.") % words


SHORT = 10  # cards that stand beside each other at a seat


def story_in_words(deal: Deal, names: Names) -> dict[str, Any] | None:
    """Return the cards of a full record, named; None for a summary."""
    if deal.form != Deal.Form.RECORD:
        return None
    ruleset = ruleset_of(deal)
    story = story_of(ruleset, deal.data)
    if story is None:
        return None
    return words_of(story, ruleset, names, detail=deal.detail, summary=summary_of(deal))


def words_of(
    story: Story,
    ruleset: Ruleset,
    names: Names,
    *,
    detail: Mapping[str, Any] | None = None,
    summary: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a story as `public/_deal_*.html` take it; what the deal does not have is empty."""
    after, in_points = points_after_tricks(story, ruleset)
    return {
        "players": len(story.hands),
        "long_hands": any(len(cards.split()) > SHORT for cards in story.hands),
        "mirrored": story.counter_clockwise,
        "seats": seats_with_hands(story, names, ruleset.sides),
        "contract": _contract(story, names, detail or {}, summary or {}),
        "trump": story.trump,
        "auction": auction_grid(story, ruleset, names, detail or {}),
        "moved": cards_moved(story, names),
        "stock": story.stock,
        "melds": melds_laid(story, names, detail or {}),
        "thrown_in": story.thrown_in,
        "tricks": tricks_in_words(story, names, ruleset),
        "stock_lasts": stock_lasts(story),
        "curve": points_by_trick([names.side(side) for side in range(ruleset.sides)], after),
        "curve_in_points": in_points,
    }


def _contract(
    story: Story, names: Names, detail: Mapping[str, Any], summary: Mapping[str, Any]
) -> dict[str, str] | None:
    """Return the bid that stands, its trump and who plays it; None where nobody bid.

    A game may name a contract and its side where everybody passed.
    """
    if story.declarer is not None:
        name = names.seat(story.declarer)
    elif detail.get("bid") is not None and detail.get("side") is not None:
        name = names.side(detail["side"])
    else:
        return None
    bid = summary.get("bid", detail.get("bid"))
    return {"bid": "" if bid is None else str(bid), "trump": story.trump or "", "name": name}


# --- What the plain player of the site makes of the cards of a deal, beside what the table made ---

CACHED_SECONDS = 7 * 24 * 3_600
NOT_PLAYED = {"nothing": True}  # in the cache, of cards that cannot be played


def plain_play_of(deal: Deal, names: Names) -> dict[str, Any] | None:
    """Return the table's deal and the plain player's beside it; None where no cards are known.

    `rows` have whether they are the player's, contract, made, and points by side; `is_same` says
    that contract and points are the same in both. The player is the same in every seat, sees no
    hand but its own, and uses no chance: the same cards are always played the same way. In every
    game a deal is a bounded number of choices among the cards of a hand (measured: 1 to 30 ms); it
    is kept in the cache by its cards, without a name.
    """
    if deal.form != Deal.Form.RECORD:
        return None
    played = _played(ruleset_of(deal), deal.data)
    if played is None:
        return None
    here, players = _row(deal, names), _row(played, names)
    return {
        "rows": [here | {"is_players": False}, players | {"is_players": True}],
        "is_same": here == players,
    }


def _row(deal: Deal, names: Names) -> dict[str, Any]:
    return {
        "contract": contract_parts(deal, names),
        "made": deal.made,
        "points": totals_of(deal, names),
    }


def _played(ruleset: Ruleset, record: Mapping[str, Any]) -> Deal | None:
    """Return the deal as the plain player plays it, not saved; from the cache if it is there."""
    key = _key(ruleset, record)
    data = cache.get(key)
    if data is None:
        try:
            data = games.play_same_cards(ruleset, record)
        except Refusal:
            data = NOT_PLAYED
        cache.set(key, data, CACHED_SECONDS)
    if data == NOT_PLAYED:
        return None
    return games.unsaved_deal(ruleset, data, games.score_deal(ruleset, data))


def _key(ruleset: Ruleset, record: Mapping[str, Any]) -> str:
    names = ("dealer", "hands", "stock", "deck")
    cards = {name: record.get(name) for name in names}
    text = json.dumps([ENGINE_VERSION, ruleset.as_json(), cards, sorted(record)], sort_keys=True)
    return f"plain_play:{sha256(text.encode()).hexdigest()}"
