"""What the matches of a bracket are called."""

from games.engine.sentences import Sentence, say


def main_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final")
    if matches == 2:
        return say("semi-final %(match)d", match=match + 1)
    if matches == 4:
        return say("quarter-final %(match)d", match=match + 1)
    return say("match %(match)d of the last %(entries)d", match=match + 1, entries=2 * matches)


def consolation_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final of the consolation")
    return say(
        "match %(match)d of round %(round)d of the consolation", match=match + 1, round=number
    )


def winners_title(number: int, match: int, matches: int) -> Sentence:
    if matches == 1:
        return say("final of the winners' bracket")
    return say(
        "match %(match)d of round %(round)d of the winners' bracket", match=match + 1, round=number
    )


def losers_title(number: int, match: int, matches: int) -> Sentence:
    return say(
        "match %(match)d of round %(round)d of the losers' bracket", match=match + 1, round=number
    )


def losers_final() -> Sentence:
    return say("final of the losers' bracket")


def third_place_title() -> Sentence:
    return say("match for third place")


def grand_final_title() -> Sentence:
    return say("grand final")


def second_final_title() -> Sentence:
    return say("second grand final")
