"""Archives of version 1, which named people where numbers stand since."""

import re

from league.foundation.names import clean_name
from league.office.archives.archived import Line
from league.tables.seasons.keys import key_of_team, players_of

# columns that were written otherwise: of rows that are here they say nothing
UNLIKE = {
    "rounds": {"drawing"},
    "submissions": {"by_user", "by_name"},
    "confirmations": {"by_user", "by_name"},
    "disputes": {"by_user", "by_name"},
}
CODE, BY_RULE = re.compile(r"[a-z_]*"), "may_not_stand_in"


def of_version_1(kind: str, line: Line) -> Line:
    """Return the line without sentences that name people: reasons of draws, refused stand-ins.

    Names of teams, of which their keys are made, are written in one way since.
    """
    match kind:
        case "rounds" if isinstance(line.get("drawing"), dict):
            return line | {"drawing": _without(line["drawing"], "why")}
        case "tables":
            return _without(line, "why")
        case "line_ups" if not CODE.fullmatch(str(line.get("refused") or "")):
            return line | {"refused": BY_RULE}
        case "competitors":
            is_named = not players_of(str(line.get("key")))
            return _with_key(line) if is_named else line | {"name": ""}
        case "signed_moves" if isinstance(line.get("moves"), list):
            moves = [_without(_with_key(move), "name", "public_name") for move in line["moves"]]
            return _without(line, "signed_by_name") | {"moves": moves}
        case "journal" if isinstance(line.get("data"), dict) and "moves" in line["data"]:
            moves = [_with_key(move) for move in line["data"]["moves"]]
            return line | {"data": line["data"] | {"moves": moves}}
    return line


def _with_key(line: Line) -> Line:
    key, name = line.get("key"), line.get("name")
    if isinstance(name, str) and key == key_of_team(name):
        return line | {"key": key_of_team(clean_name(name))}
    return line


def _without(line: Line, *names: str) -> Line:
    return {name: value for name, value in line.items() if name not in names}
