"""What a club keeps of people and for how long, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.clubs.models import Club
from league.faces.public.keeping import add_etag
from league.faces.public.visitors import Visitor, pass_club
from league.office.personal_data.retention_labels import retention_labels


@require_safe
def club_privacy(request: HttpRequest, club: str) -> HttpResponse:
    return add_etag(request, _privacy(request, club))


@pass_club
def _privacy(request: HttpRequest, club: Club, _visitor: Visitor) -> HttpResponse:
    context = {"club": club, "kept": retention_labels(club)}
    return render(request, "public/club_privacy.html", context)
