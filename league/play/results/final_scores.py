"""Final scores at a table, in the place of its deals: whether one is taken there, and of what."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games import services as games
from games.models import Deal
from league.foundation.lists import listed
from league.foundation.refusal import Refused
from league.play.events.models import FinalScores, TablePlay
from league.play.results.models import Submission, TableState
from league.play.results.sheet import Sheet
from league.play.results.table_plan import TablePlan


class DealsAndFinalScores(Refused):
    """A table has deals and somebody enters a final score, or the other way round."""

    code = "deals_and_final_scores"


class NoFinalScores(Refused):
    """The event does not take final scores, or the table plays deals that are compared."""

    code = "no_final_scores"


class DirectorSaysUnfinished(Refused):
    """Only the director can say that a game which a table plays to its end was stopped before."""

    code = "director_says_unfinished"


def is_final_score(data: object) -> bool:
    """Say whether what was sent is a final score, and no deal."""
    return isinstance(data, Mapping) and games.FINAL_SCORE in data


def is_final(submission: Submission) -> bool:
    return submission.deal.form == Deal.Form.FINAL


def played_at(sheet: Sheet) -> games.Played:
    """Return what a final score at this table is of; those there say it, else the event does."""
    before = next((row.deal for row in sheet.submissions if is_final(row)), None)
    of = before.detail[games.FINAL_SCORE] if before else sheet.plan.final_scores
    is_of_game = of == FinalScores.GAME
    play = sheet.plan.play
    return games.Played(
        of="game" if is_of_game else "table",
        to_target=play == TablePlay.GAME or (play == TablePlay.TIMED and is_of_game),
        deals=sheet.plan.deals_due,
    )


def number_of_score(sheet: Sheet, number: int | None, data: object) -> int | None:
    """Return the number under which what was sent stands; a final score of a table is the first."""
    is_whole_table = is_final_score(data) and (
        played_at(sheet).of == "table" or sheet.plan.play != TablePlay.TIMED
    )
    return 1 if is_whole_table else number


def takes_final_scores(sheet: Sheet) -> bool:
    """Say whether a final score may be entered at the table as it is now."""
    has_deals = any(not is_final(row) for row in sheet.submissions)
    return not has_deals and not sheet.table.deal_numbers and _is_asked_for(sheet.plan)


def has_final_scores(sheet: Sheet) -> bool:
    return any(is_final(row) for row in sheet.submissions)


def _is_asked_for(plan: TablePlan) -> bool:
    return plan.final_scores != FinalScores.NONE


def state_in_words(state: str, final_scores: int) -> str:
    """Return what a table's state is called; one with final scores has entered no deals."""
    if final_scores and state == TableState.ENTERED:
        return _("final score entered, not yet confirmed")
    return str(TableState(state).label)


def check_unmixed(sheet: Sheet, number: int, data: object, *, replaces: bool = False) -> None:
    """Refuse a final score at a table with deals or of an event without, and a deal beside one.

    `replaces`: what is on the sheet under this number goes. Raises DealsAndFinalScores,
    NoFinalScores.
    """
    final = is_final_score(data)
    of_number = sheet.submissions_of(number)
    if final and not any(map(is_final, of_number)):
        _check_taken(sheet)
    others = [row for row in sheet.submissions if not (replaces and row.number == number)]
    other_kind = [row for row in others if is_final(row) != final]
    if other_kind:
        raise DealsAndFinalScores(_deals_are_there(other_kind) if final else _score_is_there())


def _check_taken(sheet: Sheet) -> None:
    if sheet.table.deal_numbers:
        raise NoFinalScores(
            _(
                "This table plays deals that other tables play too, and they are compared: enter "
                "each deal, not only the final score."
            )
        )
    if not _is_asked_for(sheet.plan):
        raise NoFinalScores(
            _(
                "In this event each deal is entered. For final scores only, the director has to "
                "allow them in the settings of the event, under “Rounds”."
            )
        )


def _deals_are_there(rows: Sequence[Submission]) -> str:
    numbers = sorted({row.number for row in rows})
    return _(
        "Deals have been entered at this table (%(numbers)s), and its score is their sum. Go on "
        "with the deals; for the final score only, these deals have to be withdrawn or struck out "
        "first."
    ) % {"numbers": listed(map(str, numbers))}


def _score_is_there() -> str:
    return _(
        "A final score has been entered at this table, so no deals are added to it. To enter the "
        "deals instead, the final score has to be withdrawn or struck out first."
    )


def check_unfinished(data: Mapping[str, Any], sheet: Sheet) -> None:
    """Refuse that players end a game before its end. Raises DirectorSaysUnfinished."""
    if data.get("unfinished") and sheet.plan.play == TablePlay.GAME:
        raise DirectorSaysUnfinished(
            _(
                "This table plays until a side has won. If the game was stopped before, tell the "
                "director, who enters the score as it stood."
            ),
            field="unfinished",
        )
