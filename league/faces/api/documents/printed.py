"""How a document is asked for and answered with: as PDF, on a size of paper, by which names."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from league.clubs.models import Club
from league.faces.api.access import sees_full_names
from league.faces.api.api_view import ApiView
from league.foundation.limits import parse_int
from league.office.documents.document_kind import DocumentKind, DocumentOptions, NothingToPrint
from league.office.paper.answers import pdf

TAG = "documents"
SIZES = ("a4", "letter")
PAPER = OpenApiParameter(
    "paper", str, enum=SIZES, description="The size of the paper; else what is usual at the club."
)
MOST = 100_000


class DocumentView(ApiView):
    """A view that answers with documents, in the club's time."""

    def printed(
        self, kind: DocumentKind, subject: Any, *names: str, club: Club | None, **more: Any
    ) -> HttpResponse:
        """Answer with the file, named after `names`. Raises Http404 while there is none."""
        full = club is not None and sees_full_names(self.request, club)
        options = DocumentOptions(at=self.at, paper=self.paper(), full_names=full)
        with timezone.override(club.time_zone if club else "UTC"):
            try:
                printing = kind.make(subject, options, **more)
            except NothingToPrint as missing:
                raise Http404(str(missing)) from None
            return pdf(printing, *names, is_secret=kind.is_secret)

    def paper(self) -> str:
        """Return the size that was asked for, or "". Raises ValidationError."""
        return chosen(self.request, "paper", SIZES) or ""


def chosen(request: Request, name: str, choices: Sequence[str]) -> str | None:
    """Return a choice of the query, or None where it is left out. Raises ValidationError."""
    asked = request.query_params.get(name)
    if asked is not None and asked not in choices:
        sentence = _("Choose one of these: %(choices)s.") % {"choices": ", ".join(choices)}
        raise ValidationError({name: sentence}, code="invalid")
    return asked


def whole(request: Request, name: str) -> int | None:
    """Return a number of the query, or None where it is left out. Raises ValidationError."""
    text = request.query_params.get(name)
    if text is None:
        return None
    number = parse_int(text, most=MOST)
    if not number:
        sentence = _("Give a whole number from 1 to %(most)d.") % {"most": MOST}
        raise ValidationError({name: sentence}, code="invalid")
    return number
