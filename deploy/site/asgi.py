"""The live streams alone. Pages and API go through WSGI: under ASGI sync views cost far more."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
os.environ.setdefault("DATABASE_LIMITS", "web")  # before the settings are read
os.environ.setdefault("DATABASE_POOL_MAX", "8")

import django

django.setup()

from deploy.site import tracing  # noqa: E402 - both need Django to be ready
from league.faces.public.live.streams import LiveStreams  # noqa: E402

tracing.start()

application = LiveStreams(tracing.around_live_questions())
