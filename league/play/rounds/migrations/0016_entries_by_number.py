"""Numbers of entries in the place of their names in why rounds and tables are as they are.

A reason with a name that no entry of the event has now, or several have, is taken away. One event
is changed in one transaction, and what was changed already stays as it is.
"""

from collections import Counter
from itertools import groupby

from django.db import migrations, transaction

from league.foundation.lists import partners

# what names entries in a reason
NAMING = frozenset(
    ["names", "entry", "one", "other", "home", "away", "left", "opponent", "moved", "partner"]
    + ["apart", "first", "fewest", "north", "south", "east", "west", "rover", "player", "highest"]
    + ["winners"]
)
# undoing one of these puts tables back with their reasons
UNDONE_WITH_REASONS = ["round.edited", "round.drawn", "round.undrawn"]


class Unknown(Exception):
    """A name that is not that of one entry."""


def numbered(value, names):
    """Return JSON with numbers for names in the reasons in it."""
    match value:
        case {"code": str(), "sentence": {"params": dict()}}:
            return value | {"sentence": _sentence(value["sentence"], names)}
        case list():
            kept = []
            for part in value:
                try:
                    kept.append(numbered(part, names))
                except Unknown:
                    continue
            return kept
        case dict():
            return {name: numbered(part, names) for name, part in value.items()}
    return value


def _sentence(sentence, names):
    params = {}
    for name, value in sentence["params"].items():
        match value:
            case {"sentence": inside}:
                params[name] = {"sentence": _sentence(inside, names)}
            case str() if name in NAMING:
                params[name] = {"entries": _entries(value, names)}
            case _:
                params[name] = value
    return sentence | {"params": params}


def _entries(text, names):
    parts = [text] if text in names else text.split(", ")
    if any(names.get(part) is None for part in parts):
        raise Unknown(text)
    return [names[part] for part in parts]


def names_in(apps, event):
    """Return entries of an event by what they are or were called in reasons; None for several."""
    called = []
    for pk, name, number in apps.get_model("events", "Entry").objects.filter(
        event=event
    ).values_list("pk", "name", "number"):
        called.append((name or f"entry {number}", pk))
    members = apps.get_model("events", "EntryMember").objects.filter(entry__event=event)
    rows = members.order_by("entry", "position", "id").values_list(
        *("entry", "left_at", "player__name", "player__public_name", "player__told_apart_by"),
        *(f"player__merged_into__{name}" for name in ("name", "public_name", "told_apart_by")),
    )
    for entry, people in groupby(rows, lambda row: row[0]):
        people = list(people)
        last = None if any(row[1] is None for row in people) else max(row[1] for row in people)
        now = [row[5:] if row[5] is not None else row[2:5] for row in people if row[1] == last]
        called.append((partners(name for name, *_ in now), entry))
        called.append((partners(_shown(*person) for person in now), entry))
    counts = Counter(name for name, _entry in set(called))
    return {name: entry if counts[name] == 1 else None for name, entry in called}


def _shown(name, public_name, told_apart_by):
    if public_name == "full":
        return name
    plain = name.removesuffix(f" ({told_apart_by})") if told_apart_by else name
    initials = " ".join(word[0] + "." for word in plain.split())
    return f"{initials} ({told_apart_by})" if told_apart_by else initials


def put_numbers_for_names(apps, schema_editor):
    round_model, table_model = (apps.get_model("rounds", name) for name in ("Round", "Table"))
    happenings = apps.get_model("journal", "Happening").objects
    events = round_model.objects.order_by().values_list("stage__event", flat=True).distinct()
    for event in list(events):
        names = names_in(apps, event)
        with transaction.atomic(schema_editor.connection.alias):
            with schema_editor.connection.cursor() as cursor:
                cursor.execute("SELECT set_config('tricktable.erasing', 'words', true)")
            for rows, column in (
                (round_model.objects.filter(stage__event=event), "drawing"),
                (table_model.objects.filter(round__stage__event=event).exclude(why=[]), "why"),
                (happenings.filter(event_id=event, kind__in=UNDONE_WITH_REASONS), "data"),
            ):
                changed = []
                for row in rows.only(column):
                    value = getattr(row, column)
                    setattr(row, column, numbered(value, names))
                    if getattr(row, column) != value:
                        changed.append(row)
                rows.model.objects.bulk_update(changed, [column], batch_size=500)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("rounds", "0015_bye_requests_have_a_version"),
        ("events", "0023_guests_sign_up_holds"),
        ("clubs", "0025_mails_and_guests"),
        ("journal", "0014_people_by_number"),
    ]

    operations = [migrations.RunPython(put_numbers_for_names, migrations.RunPython.noop)]
