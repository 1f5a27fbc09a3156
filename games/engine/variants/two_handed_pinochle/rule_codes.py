"""Codes of refusals that only this game has: melds laid down during the play."""

from games.engine.rule_codes import MELDING, CodeGroup
from games.sentences import say

CODES = (
    CodeGroup(
        MELDING,
        {
            "event_order": say("A meld is written for another trick than the one just taken."),
            "meld_not_allowed": say("Nothing can be melded now."),
            "one_meld_a_trick": say("Only one meld may be laid down after a trick."),
            "not_a_meld": say("The cards are not exactly one meld of this game."),
            "meld_needs_hand_card": say("All cards of the meld lie on the table already."),
            "meld_card_used": say("A card on the table cannot be melded again for as little."),
            "dix_scored": say("The nine of trumps has scored already."),
            "nothing_to_exchange": say("There is no turned-up card to have for a nine of trumps."),
            "last_draw_not_allowed": say("There is no choice of the last card, or not now."),
            "last_draw_missing": say("Which of the two last cards is drawn must be said first."),
        },
    ),
)
