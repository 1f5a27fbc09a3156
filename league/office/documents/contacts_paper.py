"""The list of contacts on paper: how to reach the players of a club."""

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.clubs.models import Club
from league.clubs.selectors import players_of
from league.office.documents.document_kind import (
    DocumentKind,
    DocumentOptions,
    NothingToPrint,
    Scope,
)
from league.office.paper.listing import Listing, listing
from league.office.paper.printing import Printing
from league.office.paper.rows import Column, Row


def _contacts(club: Club, options: DocumentOptions) -> Printing:
    players = players_of(club).exclude(Q(phone="") & Q(email=""))
    rows = [
        Row(cells=[player.name, player.phone, player.email])
        for player in players.only("name", "phone", "email")
    ]
    if not rows:
        raise NothingToPrint(_("No player has a telephone number or an e-mail address yet."))
    title = _("Contacts")
    shown = Listing(
        over=club.name,
        lead=date_format(options.at, "DATE_FORMAT"),
        columns=[
            Column(head=_("Player"), is_strong=True),
            Column(head=_("Telephone number"), width=42),
            Column(head=_("E-mail address"), width=78),
        ],
        rows=rows,
        notes=[_("For members of the club only.")],
    )
    return listing(options.about(title, at=options.at, club=club), shown)


CONTACTS = DocumentKind(
    name="contacts",
    label=gettext_lazy("List of contacts"),
    of=Scope.CLUB,
    permission="clubs.change_people",
    make=_contacts,
    is_secret=True,
)
