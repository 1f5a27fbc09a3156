"""What robots are asked to leave alone, and where the map of the site is."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.faces.public.keeping import add_etag
from league.foundation.embedding import absolute

# pages of people who are signed in or hold a link, and answers that are not pages
LEFT_ALONE = ("/desk/", "/account/", "/t/", "/api/")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = [
        "User-agent: *",
        f"Allow: {reverse('api:docs')}",
        *(f"Disallow: {path}" for path in LEFT_ALONE),
        f"Sitemap: {absolute(reverse('public:map_of_site'))}",
        "",
    ]
    response = HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
    return add_etag(request, response)
