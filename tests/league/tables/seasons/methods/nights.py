"""Nights written short: "a b, c, d" is a night that a and b won, level, before c and d."""

from datetime import date, timedelta

from league.tables.seasons.methods import Night, Place, SeasonFacts, read_rules, season_table

FIRST = date(2026, 1, 1)


def night(number: int, places: str, *, points=None, deals=None, day=None) -> Night:
    found, rank = [], 1
    for group in places.split(", "):
        for key in group.split():
            found.append(
                Place(
                    (key,),
                    rank,
                    (points or {}).get(key, 0),
                    {key: (deals or {}).get(key, 0)},
                )
            )
        rank += len(group.split())
    return Night(id=str(number), day=day or FIRST + timedelta(weeks=number), places=found)


def nights(*texts: str) -> list[Night]:
    return [night(number, text) for number, text in enumerate(texts, start=1)]


def table(rules: dict, played: list[Night], **facts):
    return season_table(SeasonFacts(rules=read_rules(rules), nights=played, **facts))


def totals(rows) -> dict:
    return {row.key: row.total for row in rows}


def ranks(rows) -> dict:
    return {row.key: row.rank for row in rows}
