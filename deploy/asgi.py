"""The live streams alone. Pages and API go through WSGI: under ASGI sync views cost far more."""

import os
from typing import Any

from asgiref.sync import sync_to_async

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
os.environ.setdefault("DATABASE_POOL_MAX", "8")

import django
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import connections
from django.http import HttpResponseBase


class LiveHandler(ASGIHandler):
    """Django with the addresses of deploy/live_urls.py and nothing else."""

    request_class = ASGIRequest

    def create_request(self, scope: Any, body_file: Any) -> Any:
        request, refusal = super().create_request(scope, body_file)
        if request is not None:
            request.urlconf = "deploy.live_urls"
        return request, refusal

    async def get_response_async(self, request: Any) -> HttpResponseBase:
        response: HttpResponseBase = await super().get_response_async(request)
        # a stream may last for hours: what the view asked of the database is over now
        await sync_to_async(connections.close_all, thread_sensitive=True)()
        return response


django.setup(set_prefix=False)
application = LiveHandler()
