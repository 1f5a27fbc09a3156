"""Every address of the site but the live streams', which are asgi.py's."""

from importlib.util import find_spec

from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from deploy.health import livez, readyz
from deploy.metrics import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    # without a token, so that public pages hold none and can be cached; a language harms nobody
    path("language/", csrf_exempt(set_language), name="set_language"),
]

FACES = {
    "desk/": "league.desk.urls",
    "account/": "league.desk.account_urls",
    "t/": "league.table.urls",
    "api/v1/": "league.api.urls",
    "": "league.public.urls",
}
urlpatterns += [path(at, include(face)) for at, face in FACES.items() if find_spec(face)]
