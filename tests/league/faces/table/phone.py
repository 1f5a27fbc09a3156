"""A phone at a table."""

import re

from django.test import Client

from league.play.rounds.links import link_of


class Phone:
    """A phone without a script, at a table's page."""

    def __init__(self, table, seat=None):
        self.client = Client()
        self.address = f"/t/{link_of(table)}/"
        if seat is not None:
            self.post("seat/", {"seat": seat})

    def get(self, path="", **headers):
        return self.client.get(self.address + path, headers=headers)

    def post(self, path, data, **headers):
        return self.client.post(self.address + path, data, headers=headers)

    def form(self):
        """Return the hidden fields of the form for the next deal."""
        html = self.get().content.decode()
        return {
            name: re.search(rf'name="{name}" value="([^"]*)"', html)[1]
            for name in ("key", "number", "shown")
        }

    def check(self, typed):
        return self.post("deals/", self.form() | typed | {"do": "check"})

    def send_checked(self, answer):
        """Press the button under the check: what it sends stands in the page."""
        html = answer.content.decode()
        start = html.index('name="csrfmiddlewaretoken"', html.index("data-deal-form"))
        form = html[start : html.index("</form>", start)]
        pairs = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        return self.post("deals/", pairs | {"do": "send"})
