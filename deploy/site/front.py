"""One address for pages, API and live streams, where no proxy stands in front (`make run`).

docs/decisions/0001-one-address.md has the figures behind this.
"""

from typing import Any

from deploy.site.asgi import application as live
from deploy.site.bridge import Receive, Scope, Send, ThreadBridge
from deploy.site.env import env_int
from deploy.site.wsgi import application as pages_wsgi

pages = ThreadBridge(pages_wsgi, threads=env_int("WEB_THREADS", 4, low=1, high=64))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Send /live to the streams and everything else to the threads of the pages."""
    if scope["type"] == "http":
        part: Any = live if scope["path"].startswith("/live/") else pages
        await part(scope, receive, send)
