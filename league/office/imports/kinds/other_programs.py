"""Files of other programs: ACBLscore, Pianola, Tabbycat."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.office.imports.choices import Choices
from league.office.imports.kind import Kind, plain
from league.office.imports.kinds import past_results, player_lists
from league.office.imports.kinds.past_results import FIELDS, OPTIONS, carry_out, plan
from league.office.imports.reading.acblscore_text import read_acblscore
from league.office.imports.reading.delimited import Grid, Line
from league.office.imports.reading.spreadsheet import read_spreadsheet
from league.office.imports.reading.unreadable import FileUnreadable

# --- A report of ACBLscore, or one that looks like it, as text ---

ACBLSCORE = Kind(
    name="acblscore",
    label=gettext_lazy("ACBLscore (text)"),
    help=gettext_lazy(
        "The text report of an evening with percentages, scores and names. The places are those "
        "of the percentages."
    ),
    fields=FIELDS,
    read=read_acblscore,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)


# --- Results of a session as Pianola and programs around it write them: CSV, a line a pair ---

PIANOLA_HEADINGS = {
    "place": " posn finalposition",
    "name": " playera firstplayer northsouth playerone contestant contestants",
    "partner": " playerb secondplayer playertwo",
    "points": " percentage percent % scorepercent score% sessionscore",
    "day": " sessiondate gamedate playedon",
    "event": " sessionname game gamename",
}

PIANOLA = Kind(
    name="pianola",
    label=gettext_lazy("Pianola (CSV)"),
    help=gettext_lazy("The results of sessions as CSV: rank, players, percentage or score."),
    fields=tuple(
        replace(field, headings=field.headings + PIANOLA_HEADINGS.get(field.name, ""))
        for field in FIELDS
    ),
    read=read_spreadsheet,
    plan=plan,
    carry_out=carry_out,
    options=OPTIONS,
)


# --- Files of Tabbycat: the team tab as past results, teams and speakers as players ---

TABBYCAT_HEADINGS = {
    "place": " rk",
    "team": " teams reference shortname longname",
    "name": " speaker1 speaker1name speakers",
    "partner": " speaker2 speaker2name",
    "third": " speaker3 speaker3name",
    "points": " wins totalspeakerscore speakerscore spk",
}
MOST_SPEAKERS = 6


def read_people(content: bytes, choices: Choices) -> Grid:
    """Return a line for each speaker, of a file of teams or of speakers. Raises FileUnreadable."""
    grid = read_spreadsheet(content, choices)
    heads = {plain(cell): number for number, cell in enumerate(grid.lines[0][1])}
    if "name" in heads:
        return grid
    speakers = [
        (heads[f"speaker{number}name"], heads.get(f"speaker{number}email"))
        for number in range(1, MOST_SPEAKERS + 1)
        if f"speaker{number}name" in heads
    ]
    if not speakers:
        raise FileUnreadable(
            _(
                "This is no file of teams or speakers from Tabbycat: it has no column “name” and "
                "no “speaker1_name”."
            )
        )
    found: list[Line] = [(grid.lines[0][0], ["name", "email"])]
    for line, cells in grid.lines[1:]:
        for name, email in speakers:
            pair = [_at(cells, name), _at(cells, email)]
            if pair[0]:
                found.append((line, pair))
    return replace(grid, lines=found)


def _at(cells: list[str], number: int | None) -> str:
    return cells[number] if number is not None and number < len(cells) else ""


TABBYCAT_TEAMS = Kind(
    name="tabbycat_teams",
    label=gettext_lazy("Tabbycat team tab (CSV)"),
    help=gettext_lazy("The standings of teams with rank, team, points and speakers."),
    fields=tuple(
        replace(field, headings=field.headings + TABBYCAT_HEADINGS.get(field.name, ""))
        for field in past_results.FIELDS
    ),
    read=read_spreadsheet,
    plan=past_results.plan,
    carry_out=past_results.carry_out,
    options=past_results.OPTIONS,
)
TABBYCAT_PEOPLE = Kind(
    name="tabbycat_people",
    label=gettext_lazy("Tabbycat teams or speakers (CSV)"),
    help=gettext_lazy("Everybody in a file of teams or of speakers, as players of the club."),
    fields=player_lists.FIELDS,
    read=read_people,
    plan=player_lists.plan,
    carry_out=player_lists.carry_out,
    counts_itself=True,
)
