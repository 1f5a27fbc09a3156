"""Names are written in one way: those of before, too, row by row while the site goes on.

Nobody is merged: players whose names are the same by then are numbered by the database and shown
to the club as players of one name. What cannot have its clean name, because another row has it,
stays as it is. The journal has what players were called, by which forgetting finds them. It can be
run again where it was broken off.
"""

import json

from django.db import IntegrityError, migrations, transaction

from league.clubs.sorting import player_key
from league.foundation.names import clean_name
from league.tables.seasons.keys import key_of_team

AT_ONCE = 2_000
PLAYER = ["name", "sort_name", "family_name", "told_apart_by"]
COLUMNS = [
    ("clubs", "User", ["name"]),
    ("clubs", "Club", ["name"]),
    ("clubs", "HouseRules", ["name"]),
    ("clubs", "ApiToken", ["name"]),
    ("clubs", "JoinRequest", ["name"]),
    ("clubs", "Player", PLAYER),
    ("events", "Season", ["name"]),
    ("events", "Event", ["name"]),
    ("events", "StruckDate", ["name"]),
    ("events", "Stage", ["name"]),
    ("events", "Evening", ["name"]),
    ("events", "Entry", ["name"]),
    ("past_events", "PastEvent", ["name"]),
    ("past_events", "PastPlace", ["name", "team"]),
    ("prepared", "WeeklyResult", ["table_name"]),
    ("seasons", "Division", ["name"]),
    ("seasons", "Competitor", ["name"]),
]


def write_clean_names(apps, _schema_editor):
    for app, name, columns in COLUMNS:
        model = apps.get_model(app, name)
        for pk, changes in list(_unclean(model, columns)):
            try:
                with transaction.atomic():
                    _write(apps, model, pk, changes)
            except IntegrityError:
                continue


def _unclean(model, columns):
    """Yield the rows to write: their number, and (before, after) of each column."""
    rows = model.objects.order_by("pk").values_list("pk", *columns)
    for pk, *texts in rows.iterator(chunk_size=AT_ONCE):
        pairs = {
            column: (text, clean_name(text)) for column, text in zip(columns, texts, strict=True)
        }
        changes = {column: pair for column, pair in pairs.items() if pair[0] != pair[1]}
        if changes and changes.get(columns[0], ("", "x"))[1]:
            yield pk, changes


def _write(apps, model, pk, changes):
    after = {column: pair[1] for column, pair in changes.items()}
    if model.__name__ == "Player":
        player = model.objects.select_related("club").get(pk=pk)
        names = {column: after.get(column, getattr(player, column)) for column in PLAYER}
        after["sort_key"] = player_key(
            name=names["name"],
            sort_name=names["sort_name"],
            family_name=names["family_name"],
            by_family=player.club.names_sorted_by == "family",
        )
        _note(apps, player, changes)
    model.objects.filter(pk=pk).update(**after)
    if model.__name__ in ("Entry", "Competitor"):
        _change_keys(apps, *map(key_of_team, changes["name"]))


def _note(apps, player, changes):
    said = {column: changes[column] for column in ("name", "sort_name") if column in changes}
    apps.get_model("journal", "Happening").objects.create(
        kind="player.changed",
        club_id=player.club_id,
        subject_type="player",
        subject_id=player.pk,
        actor_name="Tricktable",
        via="system",
        data={"player": player.name, "changes": said},
    )


def _change_keys(apps, before, after):
    """A team is known in its season by a key that is made of its name."""
    if before == after:
        return
    for name in ("Competitor", "MoveDecision"):
        for row in apps.get_model("seasons", name).objects.filter(key=before):
            try:
                with transaction.atomic():
                    type(row).objects.filter(pk=row.pk).update(key=after)
            except IntegrityError:
                continue
    for row in apps.get_model("seasons", "SignedMoves").objects.all():
        moves = json.dumps(row.moves)
        if f'"{before}"' in moves:
            row.moves = json.loads(moves.replace(f'"{before}"', f'"{after}"'))
            row.save(update_fields=["moves"])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("seasons", "0001_squashed_0002_events_of_a_division"),
        ("clubs", "0001_squashed_0021_validate_languages"),
        ("events", "0001_squashed_0019_events_coming_next"),
        ("journal", "0001_squashed_0007_archives"),
        ("past_events", "0001_final_standings"),
        ("prepared", "0001_squashed_0002_published_seeds_may_be_copied"),
    ]

    operations = [
        migrations.RunPython(write_clean_names, migrations.RunPython.noop, elidable=True)
    ]
