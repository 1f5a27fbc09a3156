"""Drawing from the stock: the winner of the trick first, and the turned-up card last of all."""

from games.engine.errors import IllegalAction
from games.engine.record import bad_field
from games.engine.single_deck.deck import DECK
from games.engine.variants.two_handed_pinochle.deal import STOCK_TRICKS
from games.engine.variants.two_handed_pinochle.state import State
from games.sentences import SeatName, say

LAST_DRAWS = ("stock", "up")


def draw(state: State) -> None:
    """Let both players draw after the trick just taken."""
    hands, held, bits = state.play.hands, state.play.held, DECK.bits
    winner = state.turn
    loser = 1 - winner
    first, second = state.cards_to_draw(state.draws)
    hands[winner][first] += 1
    held[winner] |= bits[first]
    hands[loser][second] += 1
    held[loser] |= bits[second]
    state.draws += 1
    state.draw_due = False
    if state.draws == STOCK_TRICKS and state.up_has_scored:
        state.scored_nine = winner if state.last_draw == "up" else loser


def card_to_come(state: State) -> int | None:
    """Return the card the winner of the trick will draw before leading, if it is not drawn yet."""
    return state.cards_to_draw(state.draws)[0] if state.draw_due else None


def read_last_draw(value: object) -> str:
    """Return which of the two last cards the winner of trick 12 took."""
    if isinstance(value, str) and value in LAST_DRAWS:
        return value
    sentence = say('"last_draw" must be "stock" or "up"')
    raise bad_field("last_draw", sentence, phase="last_draw")


def choose_last_card(state: State, value: object) -> None:
    """Let the winner of trick 12 take the last card of the stock or the turned-up one."""
    taken = read_last_draw(value)
    if not state.choice_due:
        raise no_choice(state)
    state.last_draw = taken
    draw(state)
    state.phase = "events" if state.options.meld_timing == "after_draw" else "play"


def no_choice(state: State) -> IllegalAction:
    sentence = (
        say("the winner of trick 12 draws from the stock in this game and has no choice")
        if state.options.last_draw == "winner_stock"
        else say("only the winner of trick 12 chooses a card, and only once")
    )
    return IllegalAction("last_draw", None, "last_draw_not_allowed", sentence)


def choice_missing(state: State, *, phase: str, index: int) -> IllegalAction:
    """Return the refusal of anything else while the choice of the last card is due."""
    sentence = say(
        "%(seat)s won trick 12 and first takes the last card of the stock or the turned-up card",
        seat=SeatName(state.turn),
    )
    return IllegalAction(phase, index, "last_draw_missing", sentence)
