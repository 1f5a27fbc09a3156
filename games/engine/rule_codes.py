"""The codes a refusal can have: one vocabulary for all games, with what a scorer looks at.

Codes of a single game are a field of its `Variant`. docs/rule-codes.md is the whole list, and a
test keeps them the same. A code never changes its meaning.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.sentences import Sentence, say


class CodeGroup(NamedTuple):
    """The codes that one part of a deal can be refused with."""

    label: Sentence
    codes: dict[str, Sentence]


# the headings of the groups
READING = say("Reading what was sent")
RULESET = say("The ruleset")
DEAL = say("The deal")
AUCTION = say("The auction")
EXCHANGE = say("Trump and exchange")
PLAY = say("The play")
MELDING = say("Melding during the play")
SUMMARY = say("What a summary cannot say")
GAME = say("The game")

SHARED_CODES: tuple[CodeGroup, ...] = (
    CodeGroup(
        READING,
        {
            "not_json": say("The line is not JSON; check quotes, commas and brackets."),
            "not_an_object": say("One object with named fields is expected, not a list or a text."),
            "missing_field": say("A field is missing that this deal needs; add it."),
            "unexpected_field": say("A field has no place in this form; leave it out."),
            "unknown_field": say("The summary has a field that this game does not have."),
            "bad_field": say("A field holds something of the wrong kind, a text for a list."),
            "bad_card": say("A card is not written as rank and suit, or is not in this pack."),
            "bad_seat": say("A seat is not one of the table's; seats are numbered from 0."),
            "bad_side": say("A side does not exist; sides are numbered from 0."),
            "bad_dealer": say("The dealer is not one of the table's seats."),
            "bad_score": say("A score is not a list of whole numbers, one a side."),
            "bad_trump": say("The trump is not a suit that can be named in this game."),
            "malformed_call": say("A call is not written in a form this game has."),
        },
    ),
    CodeGroup(
        RULESET,
        {
            "unknown_variant": say("There is no such game."),
            "unknown_preset": say("The game has no preset of this name."),
            "unknown_option": say("The game has no option of this name."),
            "bad_option_value": say("The option cannot have this value; values are typed."),
            "options_contradict": say("Two options, or an option and the players, contradict."),
            "wrong_players": say("The game cannot be played by this number of players."),
            "options_changed": say("The deal names other rules than those in force."),
        },
    ),
    CodeGroup(
        DEAL,
        {
            "wrong_hands": say("There is not one hand for each seat."),
            "hand_size": say("A hand has too few or too many cards."),
            "bad_deck": say("The cards do not make up the pack: one is missing or too many."),
            "not_as_prepared": say("The cards are not those that were prepared for this deal."),
            "redeal_required": say("A hand makes this deal thrown in: nobody calls or plays."),
            "no_redeal_rule": say("Deals are not thrown in for their hands in this game."),
        },
    ),
    CodeGroup(
        AUCTION,
        {
            "out_of_turn": say("A call or card is written for a seat whose turn it is not."),
            "bid_below_minimum": say("The bid is lower than the lowest bid of this game."),
            "bid_too_low": say("The bid does not beat the highest bid before it."),
            "bid_too_high": say("The bid is higher than the highest bid of this game."),
            "bid_off_ladder": say("The number is not one of the steps that may be bid."),
            "bid_not_allowed_in_hole": say("A side with a score below zero may not bid this."),
            "dealer_must_bid": say("All others passed; the dealer must bid as the rules say."),
            "must_bid": say("This seat may not pass: it must make a bid."),
            "plus_without_bid": say("The bid raises another, but there has been no bid yet."),
            "nothing_to_double": say("There is no bid to double."),
            "double_own_side": say("A side cannot double its own bid."),
            "already_doubled": say("The bid has been doubled already."),
            "nothing_to_redouble": say("There is no doubled bid to redouble."),
            "redouble_wrong_side": say("Only the side that made the bid can redouble it."),
            "by_me_not_allowed": say("By-me passes are not used in this game."),
            "half_by_me_not_allowed": say("Half by-me passes are not used in this game."),
            "help_pass_not_allowed": say("Passes with help are not used in this game."),
            "auction_over": say("There is a call after the auction has ended."),
            "auction_unfinished": say("Calls are missing: the auction has not ended."),
            "auction_mismatch": say("The calls do not lead to the bid that is written down."),
        },
    ),
    CodeGroup(
        EXCHANGE,
        {
            "trump_mismatch": say("The trump written down is not the one of the deal."),
            "trump_named": say("Trump has been named already."),
            "trump_unfinished": say("Trump has to be named first."),
            "exchange_not_allowed": say("No cards are exchanged in this game."),
            "exchange_missing": say("The exchange is part of this game, and a gift is missing."),
            "exchange_unfinished": say("The exchange has to be finished first."),
            "exchange_count": say("The wrong number of cards was passed."),
            "exchange_order": say("Cards were passed in another order than this game has."),
            "exchange_wrong_seats": say("Cards went between seats that do not exchange, or twice."),
            "discards_unfinished": say("Cards have to be laid away first."),
            "discard_not_allowed": say("Cards were laid away that must be kept, or too late."),
            "discard_count": say("The wrong number of cards was laid away."),
        },
    ),
    CodeGroup(
        PLAY,
        {
            "card_not_held": say("The seat does not hold the card, or has played it already."),
            "must_follow": say("The seat holds the suit led and did not follow it."),
            "must_beat": say("The seat can beat the best card in the suit led and must."),
            "must_trump": say("The seat has none of the suit led but trumps, and must trump."),
            "must_overtrump": say("The seat can beat the best trump and must."),
            "pile_size": say("The wrong number of cards was played at once."),
            "point_card_covered": say("A card that counts points was played under another card."),
            "play_not_allowed": say("No card is played in a deal that ended before the play."),
            "play_too_long": say("There are more cards than were dealt."),
            "play_unfinished": say("Cards are missing: the deal was not played to the end."),
            "throw_in_not_allowed": say("The deal cannot be thrown in in this game, or not now."),
            "deal_already_over": say("The deal had ended already."),
        },
    ),
    CodeGroup(MELDING, {}),
    CodeGroup(
        SUMMARY,
        {
            "points_total": say("The points of the sides do not add up to those of a deal."),
            "tricks_total": say("The tricks of the sides do not add up to those of a deal."),
            "points_unreachable": say("These points cannot be taken, given tricks and cards."),
            "tricks_unreachable": say("These tricks cannot be, given who won the last one."),
            "meld_unreachable": say("No hand, or no two hands, can meld this."),
            "meld_mismatch": say("The melds do not agree with each other or with what was held."),
            "outcome_mismatch": say("The deal cannot have ended this way with that bid and meld."),
            "made_mismatch": say("Whether the bid was made does not agree with the points."),
            "side_mismatch": say("The declarer does not belong to the side written down."),
            "side_bid_mismatch": say("Who bid does not agree with who declared."),
            "award_missing": say("A point that somebody always has is given to nobody."),
            "award_unreachable": say("A side cannot have this point with those tricks."),
            "game_mismatch": say("The point for game does not go to the most card points."),
            "all_pass_not_possible": say("Somebody must bid in this game."),
            "all_pass_mismatch": say("When everybody passed, the contract is that of the rules."),
            "redeal_unreachable": say("No hand can be dealt for which the deal is thrown in."),
            "passed_out_not_possible": say("Nobody can pass a deal out in this game."),
            "passed_out_with_bid": say("A deal that was passed out has no bid and no points."),
        },
    ),
    CodeGroup(
        GAME,
        {
            "game_over": say("There is a deal after the end of the game."),
            "wrong_dealer": say("The deal was dealt by somebody whose turn it was not."),
            "score_unreachable": say("No deal can score this by the rules in force."),
            "awards_needed": say("Who has which point decides the game and is not known."),
            "declarer_side_needed": say("Which side declared decides the game and is not known."),
            "final_score_step": say("A final score is no multiple of what all points are."),
            "final_score_out_of_range": say("So many deals, or a game, cannot bring this score."),
            "target_not_reached": say("Nobody has the score that wins the game."),
            "game_goes_on": say("With this final score the game is not over by the rules."),
            "winner_needed": say("Several sides can have won with this score; say which did."),
            "winner_mismatch": say("The side named cannot have won with this final score."),
        },
    ),
)


def with_codes_of_games(games: Iterable[Iterable[CodeGroup]]) -> tuple[CodeGroup, ...]:
    """Return the vocabulary with the codes that single games add to its groups.

    Raises ValueError where a code would have two meanings, or belongs to no group.
    """
    groups = {group.label.text: dict(group.codes) for group in SHARED_CODES}
    for added in (group for groups_of_game in games for group in groups_of_game):
        if added.label.text not in groups:
            raise ValueError(f'there is no group of codes "{added.label.text}"')
        for code, meaning in added.codes.items():
            if any(known.get(code, meaning) != meaning for known in groups.values()):
                raise ValueError(f'the code "{code}" has two meanings')
            groups[added.label.text][code] = meaning
    return tuple(CodeGroup(group.label, groups[group.label.text]) for group in SHARED_CODES)
