"""What a club's year by the generated client is about, and what its parts know of one another."""

from datetime import timedelta

from django.utils import timezone

GAME = "double-deck-pinochle"
CLUB = "harbour-cards"
NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]


class Year:
    """What the parts of the walk know of one another."""

    def __init__(self, owner, nobody):
        self.owner, self.nobody = owner, nobody
        self.players: dict[str, int] = {}

    def event(self, name, **more):
        """Set up an event of pairs and return it with its first stage."""
        body = {
            "name": name,
            "starts_on": timezone.localdate().isoformat(),
            "variant": GAME,
            "entry_kind": "pair",
            "deals_a_round": 1,
            "table_play": "deals",
            "stage": {"format": "round_robin"},
        }
        body |= more
        if body.get("entry_mode") == "self":
            closes = timezone.now() + timedelta(days=1)
            body["entries_close_at"] = closes.isoformat()
        made = self.owner("events_add", club=CLUB, body=body)
        return made["id"], made["stages"][0]["id"]

    def pairs(self, event, *names):
        """Enter pairs: two players after the other."""
        rows = [
            {"players": [self.players[one], self.players[other]]}
            for one, other in zip(names[::2], names[1::2], strict=True)
        ]
        added = self.owner("entries_write", event=event, body={"entries": rows})
        return [entry["id"] for entry in added]

    def move(self, event, *moves):
        for move in moves:
            self.owner("events_move", event=event, body={"move": move})

    def link(self, table):
        """Return a program that holds the link of a table."""
        return self.nobody.signed_in(self.owner("tables_link", table=table)["token"], "Table")

    def started(self, name, *names, **more):
        """Start an event of these pairs and return it with its first stage and the round drawn."""
        event, stage = self.event(name, **more)
        self.move(event, "open")
        self.pairs(event, *names)
        self.move(event, "start")
        (drawn,) = self.owner("stages_draw", stage=stage, body={})
        return event, stage, drawn["id"]
