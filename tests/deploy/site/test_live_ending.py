"""A process of live pages that ends lets nobody down who has come meanwhile."""

import asyncio
from unittest.mock import patch

from league.faces.public.live.streams import LiveStreams


def test_who_comes_while_the_process_ends_is_still_asked_for():
    async def asked_after_the_stop():
        streams = LiveStreams()
        streams.stop()
        with patch("league.faces.public.live.streams.connections"):
            return await streams._ask_database("admit", lambda: "let in")

    assert asyncio.run(asked_after_the_stop()) == "let in"
