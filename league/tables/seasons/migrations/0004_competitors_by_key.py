"""Signed moves and competitors hold players by the number in their key, without names."""

from hashlib import sha256

import orjson
from django.db import migrations


def take_names_out(apps, schema_editor):
    signed_moves = apps.get_model("seasons", "SignedMoves")
    for signed in signed_moves.objects.iterator():
        moves = [
            {name: value for name, value in move.items() if name not in ("name", "public_name")}
            for move in signed.moves
        ]
        digest = sha256(orjson.dumps(moves, option=orjson.OPT_SORT_KEYS)).hexdigest()
        signed_moves.objects.filter(pk=signed.pk).update(moves=moves, digest=digest)
    competitors = apps.get_model("seasons", "Competitor").objects
    competitors.filter(key__regex="^p[0-9]").exclude(name="").update(name="")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("seasons", "0003_names_are_written_in_one_way")]

    operations = [
        migrations.RunPython(take_names_out),
        migrations.RemoveField("signedmoves", "signed_by_name"),
    ]
