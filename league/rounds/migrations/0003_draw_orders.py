import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("events", "0003_from_house_rules"), ("rounds", "0002_agreeing")]

    operations = [
        migrations.CreateModel(
            name="DrawOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits for its turn"),
                            ("drawing", "is being drawn"),
                            ("done", "drawn"),
                            ("refused", "not drawn"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("asked", models.JSONField(default=dict)),
                ("language", models.CharField(default="en", max_length=10)),
                ("asked_at", models.DateTimeField()),
                ("began_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("rounds", models.JSONField(blank=True, default=list)),
                ("refusal", models.TextField(blank=True)),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draw_orders",
                        to="events.stage",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(state__in=["waiting", "drawing"]),
                        fields=("stage",),
                        name="one_draw_of_a_stage_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=Q(state__in=["waiting", "drawing", "done", "refused"]),
                        name="draw_order_known_state",
                    ),
                    models.CheckConstraint(
                        condition=~Q(state="refused") | ~Q(refusal=""),
                        name="draw_refused_with_a_sentence",
                    ),
                ],
            },
        ),
    ]
