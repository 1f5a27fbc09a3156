"""A night through the `draw` door alone: what a club sends it, whatever happened since."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from league.play.rounds.drawing import FORMATS, CannotDraw, draw
from league.play.rounds.drawing.check import check_draw
from league.play.rounds.drawing.format import as_found
from league.play.rounds.drawing.stage_options import options_of_format
from tests.nights.programmes import size_of

# what a director may have to live with after a night like this; nothing else is excused
FIRST_DEALS = frozenset({"first_deal"})  # of two who had too few one has one more too few
FLAWS = FIRST_DEALS | {"repeat", "repeat_partner", "still_to_meet", "same_group", "deal_twice"}
LEVEL = frozenset({"level", "level_table"})
OVER = frozenset({"bracket_decided", "no_round_left", "nobody_through", "too_few_entries"})
# a number that fits no tables: somebody has to come, as the sentence says
ODD = frozenset({"no_table_sizes", "not_full_tables", "not_two_groups", "too_many_rounds"})


@dataclass
class DrawnNight:
    """The request as it grows: entries, what is behind, and the rounds drawn but not played yet."""

    format: str
    rng: Random
    entries: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)
    to_come: list[dict[str, Any]] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    rounds: int | None = None
    refusals: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def by_lot(cls, format: str, rng: Random) -> "DrawnNight":
        night = cls(format, rng)
        fewest, most = size_of(format)
        for _entry in range(rng.randint(max(4, fewest), most + 4)):
            night.come()
        night.options = _options(format, rng)
        if FORMATS[format].all_at_once:
            night.rounds = rng.choice([None, None, 3])
        return night

    # --------------------------------------------------------------------------- what happens

    def come(self) -> None:
        number = len(self.entries) + 1
        entry = {"id": f"e{number}", "active": True}
        if self.format == "group_cross":
            entry["group"] = "AB"[number % 2]
        self.entries.append(entry)

    def leave(self) -> None:
        if len(self.active) > 2:
            self.rng.choice([e for e in self.entries if e["active"]])["active"] = False

    def come_back(self) -> None:
        self.rng.choice(self.entries)["active"] = True

    def edit(self) -> None:
        """Swap two who stand somewhere in the round to come, whatever that breaks."""
        if not self.to_come:
            return
        drawn = self.to_come[0]
        chairs = [
            (side, place)
            for table in drawn["tables"]
            for side in table["sides"]
            for place in range(len(side))
        ]
        chairs += [(drawn[k], n) for k in ("byes", "sit_outs") for n in range(len(drawn[k]))]
        if len(chairs) > 1:
            (one, here), (other, there) = self.rng.sample(chairs, 2)
            one[here], other[there] = other[there], one[here]

    def correct(self) -> None:
        """A wrong result is found, of any round that has been played."""
        played = [match for match in self.history if "sides" in match]
        if played:
            self._score(self.rng.choice(played))

    @property
    def active(self) -> set[str]:
        return {entry["id"] for entry in self.entries if entry["active"]}

    def disturb(self) -> None:
        while self.rng.random() < 0.45:
            acts = [self.come, self.leave, self.leave, self.come_back, self.edit, self.correct]
            act = self.rng.choice(acts)
            act()
            if act in (self.come, self.leave, self.come_back):
                self.to_come = []  # a plan for another field is thrown away

    # --------------------------------------------------------------------------- drawing

    @property
    def request(self) -> dict[str, Any]:
        asked: dict[str, Any] = {
            "format": self.format,
            "entries": self.entries,
            "history": self.history,
            "options": self.options,
        }
        if self.rounds is not None:
            asked["rounds"] = self.rounds
        return asked

    def draw(self) -> bool:
        """Draw what is to come; False where there is nothing left, or nobody."""
        for _attempt in range(8):
            try:
                answer = draw(self.request)
            except CannotDraw as refused:
                self.refusals.append((refused.code, refused.message))
                if not self._cured(refused):
                    return False
                continue
            behind = max((match["round"] for match in self.history), default=0)
            self.to_come = [one for one in answer["rounds"] if one["round"] > behind]
            self._sound(answer)
            return bool(self.to_come)
        raise AssertionError(f"stuck: {self.refusals[-3:]}")

    def _cured(self, refused: CannotDraw) -> bool:
        if refused.code in LEVEL | {"no_result"}:
            for match in self.history:
                points = [side.get("points") for side in match.get("sides", ())]
                if points and (None in points or points.count(max(points)) > 1):
                    match["winner"] = self.rng.randrange(len(points))
            return True
        if refused.code == "too_many_rounds" and self.rounds is not None:
            self.rounds = None
            return True
        if refused.code in ODD and self.rng.random() < 0.7:
            self.come()
            return True
        assert refused.code in OVER | ODD, f"{refused.code}: {refused.message}"
        return False

    def _sound(self, answer: dict[str, Any]) -> None:
        for drawn in self.to_come:
            at_tables = [e for t in drawn["tables"] for side in t["sides"] for e in side]
            placed = [*at_tables, *drawn["byes"], *drawn["sit_outs"]]
            assert len(placed) == len(set(placed)), "somebody is in two places"
            assert set(placed) <= self.active, "somebody plays who has left"
            if not FORMATS[self.format].has_bracket:
                assert set(placed) == self.active, "somebody is nowhere"
            assert all(table["why"] for table in drawn["tables"]), "a table has no why"
            waiting = drawn["byes"] or drawn["sit_outs"]
            assert not waiting or drawn.get("why"), "nobody says why somebody waits"
        breaches = check_draw(self.request, answer["rounds"])
        excused = FLAWS if FORMATS[self.format].rate is as_found else FIRST_DEALS
        found = [one for one in breaches if one.code not in excused]
        assert not found, [f"{one.code}: {one.sentence}" for one in found]

    # --------------------------------------------------------------------------- playing

    def play(self) -> None:
        """Play the next round as it stands now."""
        drawn = self.to_come.pop(0)
        for table in drawn["tables"]:
            match = {
                "round": drawn["round"],
                "table": table["table"],
                "sides": [{"entries": list(side)} for side in table["sides"]],
            }
            if "deals" in table:
                match["deals"] = table["deals"]
            if self.rng.random() < 0.97 or FORMATS[self.format].results == "needed":
                self._score(match)
            self.history.append(match)
        waiting = [*drawn["byes"], *drawn["sit_outs"]]
        self.history += [{"round": drawn["round"], "bye": entry} for entry in waiting]

    def _score(self, match: dict[str, Any]) -> None:
        level = self.rng.random() < 0.1
        match.pop("winner", None)
        for side in match["sides"]:
            side["points"] = 5 if level else self.rng.randrange(20)


def _options(format: str, rng: Random) -> dict[str, Any]:
    about = FORMATS[format]
    options: dict[str, Any] = {}
    for option in about.options:
        if rng.random() < 0.2 and option.choices:
            options[option.name] = rng.choice(option.choices).value
        elif rng.random() < 0.2 and option.numbers is None and not option.choices:
            options[option.name] = True
    options = options_of_format(options)
    if options.get("winners") == 2:
        options.pop("arrow_switch", None)
    filled = {"seed": rng.randrange(1000), "deals": rng.choice([0, 2]), "minimum": 3, "maximum": 5}
    if format == "individual":
        filled["seats"] = rng.choice([2, 3, 4, 4, 4, 6])
    if options.get("accelerated"):
        options.pop("accelerated")  # it needs to know how many rounds there are
    return options | {name: value for name, value in filled.items() if name in about.filled}
