"""A club's logo: seen, set and removed."""

from typing import Any

from django.http import Http404, HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.logos import CONTENT_TYPE, MOST_BYTES, read_logo
from league.clubs.services import remove_logo, set_logo
from league.faces.api.access import club_at
from league.faces.api.api_view import ApiView
from league.faces.api.club.serializers import LogoSerializer
from league.faces.api.schema import ANYBODY, reads_file, writes
from league.faces.api.uploads import FILE, FileParser, content_of

TAG = "clubs"


class WebpRenderer(BaseRenderer):
    """Lets a program ask for the picture by the Accept header; the view answers with it."""

    media_type = CONTENT_TYPE
    format = "webp"
    charset = None
    render_style = "binary"

    def render(self, data: Any, *_about: Any) -> Any:
        return data


class ClubLogo(ApiView):
    parser_classes = [FileParser]

    @reads_file("logo_read", TAG, WebpRenderer, by=ANYBODY)
    def get(self, request: Request, club: str) -> HttpResponse:
        """The club's logo as its pages show it: WebP, at most 512 pixels each way."""
        found = club_at(club)
        if found.logo is None:
            raise Http404
        return HttpResponse(bytes(found.logo.content), content_type=CONTENT_TYPE)

    @writes("logo_set", TAG, FILE, LogoSerializer)
    def put(self, request: Request, club: str) -> Response:
        """Give the club a logo: a PNG, JPEG or WebP picture of at most 4 MB, as the content."""
        found = club_at(club)
        self.need("clubs.change_club", found)
        picture = read_logo(content_of(request, MOST_BYTES))
        set_logo(club=found, picture=picture, actor=self.actor, at=self.at)
        return Response(LogoSerializer(picture).data)

    @writes("logo_remove", TAG, None, None, status=204)
    def delete(self, request: Request, club: str) -> Response:
        """Take the club's logo away."""
        found = club_at(club)
        self.need("clubs.change_club", found)
        remove_logo(club=found, actor=self.actor, at=self.at)
        return Response(status=204)
