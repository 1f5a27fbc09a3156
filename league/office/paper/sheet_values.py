"""What stands on a blank score sheet: the target, who deals, how many rows."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services as games
from games.wording import join_sentences
from league.office.paper.score_sheets import ScoreSheet
from league.play.events.models import Event, TablePlay
from league.play.events.rulesets import ruleset_of
from league.play.results.table_outcome import TablePlan

# rows of a sheet of which nobody knows how many deals it will take
OPEN_END = 20


def target_of(plan: TablePlan) -> int | None:
    """Return the score that ends a game, where one is played to a target."""
    if plan.play != TablePlay.GAME:
        return None
    return games.target_of(plan.ruleset)


def sheet_of(
    plan: TablePlan, *, over: str, title: str, sides: Sequence[str], seats: Sequence[str]
) -> ScoreSheet:
    """Return the sheet of a table; without dealers where somebody's seat is not known yet."""
    rows = plan.deals_due or OPEN_END
    dealers = [seats[_dealer(plan, number)] for number in range(1, rows + 1)] if all(seats) else []
    return ScoreSheet(
        ruleset=plan.ruleset,
        over=over,
        title=title,
        sides=sides,
        dealers=dealers,
        rows=rows,
        notes=_notes(plan),
    )


def blank_sheet(event: Event) -> ScoreSheet:
    """Return a sheet for a full table of the event, for whoever sits there.

    Raises RulesetNotPossible while the rules make no game.
    """
    plan = TablePlan(
        ruleset=ruleset_of(event, event.most_seats),
        play=event.table_play,
        deals_due=event.deals_a_round if event.table_play == TablePlay.DEALS else None,
        first_dealer=0,
    )
    line = _("Round ____   Table ____   Date ____________")
    blank = [""] * plan.sides
    return sheet_of(plan, over=event.name, title=line, sides=blank, seats=[""] * plan.players)


def _dealer(plan: TablePlan, number: int) -> int:
    """Return who deals a deal: as it was prepared, else the deal goes round."""
    prepared = plan.prepared.dealer_at(number) if plan.prepared else None
    return (plan.first_dealer + number - 1) % plan.players if prepared is None else prepared


def _notes(plan: TablePlan) -> list[str]:
    notes = []
    target = target_of(plan)
    if target is not None:
        notes.append(_("The game is played to %(target)d.") % {"target": target})
    if plan.deals_due:
        due = plan.deals_due
        text = ngettext("%(count)d deal is played.", "%(count)d deals are played.", due)
        notes.append(text % {"count": due})
    if plan.prepared is None:
        notes.append(_("The deal passes to the left."))
    return [join_sentences(notes)] if notes else []
