"""Whether a table takes another deal: without a gap, before its end, and as its game allows."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.engine.errors import Refusal
from league.foundation.refusal import Refused
from league.play.events.models import TablePlay
from league.play.results.final_scores import has_final_scores
from league.play.results.models import TableResult
from league.play.results.sheet import Sheet, result_at
from league.play.results.submitted_deals import DealRefused, SubmittedDeal, render_refusal


class DealMissing(Refused):
    """A deal before this one has not been submitted."""

    code = "deal_missing"


class TableFinished(Refused):
    """The table has played all it was to play, or was ended, or has been awarded points."""

    code = "table_finished"


def check_may_follow(sheet: Sheet, number: int, result: TableResult) -> None:
    """Refuse a new deal that leaves a gap or comes after the end."""
    if number < 1:
        raise DealMissing(_("Deals are numbered from 1."))
    if number > sheet.next_number:
        raise DealMissing(
            _("Deal %(missing)d has not been entered yet. Enter it first, then deal %(number)d.")
            % {"missing": sheet.next_number, "number": number}
        )
    if number <= sheet.last_number:
        return  # the deal fills a gap: deals after it were played, so the table had not ended
    if result.ended_at is not None and has_final_scores(sheet):
        raise TableFinished(
            _("This table was ended after game %(last)d: no other game can be entered.")
            % {"last": sheet.last_number}
        )
    if result.ended_at is not None:
        raise TableFinished(
            _("This table was ended after deal %(last)d: no other deal can be entered.")
            % {"last": sheet.last_number}
        )
    if sheet.is_played_out:
        raise TableFinished(_why_played_out(sheet))


def _why_played_out(sheet: Sheet) -> str:
    if has_final_scores(sheet):
        return _(
            "The final score of this table has been entered: nothing may follow it. If it is "
            "wrong, correct or dispute it."
        )
    if sheet.plan.deals_due is None:
        return _("The game ended with deal %(last)d: no deal may follow it.") % {
            "last": sheet.last_number
        }
    return ngettext(
        "The %(due)d deal of this round has been entered: no deal may follow it.",
        "All %(due)d deals of this round have been entered: no deal may follow them.",
        sheet.plan.deals_due,
    ) % {"due": sheet.plan.deals_due}


def check_not_awarded(result: TableResult) -> None:
    if result.forfeit is not None:
        raise TableFinished(
            _(
                "The director has noted that this table was not played because somebody did not "
                "come. If that is wrong, tell the director."
            )
        )
    if result.awarded is not None:
        raise TableFinished(
            _("The director has awarded points to this table: no deal can be entered any more.")
        )


def check_fits_game(sheet: Sheet, number: int, submitted: SubmittedDeal) -> None:
    """Refuse what only the game as a whole forbids, such as a bid that needs a score above zero."""
    if submitted.result.is_final_score:
        return  # it is the whole game, and was checked as one
    if sheet.plan.play != TablePlay.GAME or sheet.disputed_numbers or sheet.holes:
        return
    before = [result_at(submission) for submission in sheet.counting if submission.number < number]
    try:
        games.play_game(sheet.plan.ruleset, [*before, submitted.as_part_of_game()])
    except Refusal as refusal:
        raise DealRefused(refusal, render_refusal(sheet.table, refusal)) from refusal
