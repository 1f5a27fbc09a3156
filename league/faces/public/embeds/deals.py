"""A deal for other websites: what each side scored, for those that everybody may see."""

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.clubs.models import Club
from league.faces.public.embeds.embedded import NOBODY, Embed, Row
from league.faces.public.results.deal_pages import SHOWN
from league.faces.public.visitors import may_see
from league.foundation.embedding import absolute
from league.foundation.shown_numbers import figure
from league.play.prepared.selectors import hidden_places
from league.play.results.deal_words import Names, contract_of, label_of
from league.play.results.models import Submission
from league.play.rounds.models import RoundState, Table
from league.play.rounds.selectors import table_with_names


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDeal:
    """A deal that every stranger may see, with its table and club."""

    submission: Submission
    table: Table
    club: Club
    title: str


def deal_for_everybody(pk: int) -> PublicDeal:
    """Return a deal that counts, is not hidden, and is of a public event. Raises Http404."""
    rows = Submission.objects.select_related("deal", "table__round__stage__event__club")
    found = rows.filter(pk=pk, state__in=SHOWN).exclude(table__round__state=RoundState.DRAWN)
    submission = found.first()
    if submission is None or not may_see(NOBODY, submission.table.round.stage.event):
        raise Http404("there is no such deal for everybody")
    table = table_with_names(submission.table_id)
    if submission.number in hidden_places(table):
        raise Http404("other tables have still to play this deal")
    event = submission.table.round.stage.event
    title = _("%(what)s, table %(table)s") % {
        "what": label_of(submission.deal, submission.number),
        "table": table.shown_number,
    }
    return PublicDeal(
        submission=submission, table=table, club=event.club, title=f"{title} · {event.name}"
    )


def embed_of_deal(deal: PublicDeal, *, rows: int) -> Embed:
    """Return what each side of the table scored in the deal, the declarer's contract below."""
    names = Names(deal.table, public=True)
    scored = zip(names.marked_sides, deal.submission.deal.score, strict=False)
    return Embed(
        kind="deal",
        club=deal.club.name,
        title=deal.title,
        url=absolute(reverse("public:deal", args=[deal.submission.pk])),
        points_label=_("Points"),
        rows=[Row(place="", name=name, points=figure(points)) for name, points in scored][:rows],
        note=str(contract_of(deal.submission.deal, names) or ""),
    )
