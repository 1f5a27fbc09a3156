from django.db import migrations


def hand_over(apps, _schema_editor):
    """Draws that wait go on as orders; what is over was told long ago."""
    old = apps.get_model("rounds", "DrawOrder")
    order = apps.get_model("orders", "Order")
    for row in old.objects.filter(state__in=["waiting", "drawing"]).select_related("stage__event"):
        asked = dict(row.asked)
        order.objects.create(
            kind="draw",
            club_id=row.stage.event.club_id,
            subject_id=row.stage_id,
            actor=asked.pop("actor"),
            asked=asked,
            language=row.language,
            asked_at=row.asked_at,
        )


class Migration(migrations.Migration):
    dependencies = [("orders", "0001_initial"), ("rounds", "0007_byes_asked_for")]

    operations = [
        migrations.RunPython(hand_over, migrations.RunPython.noop),
        migrations.DeleteModel("DrawOrder"),
    ]
