"""Deals, which the database itself refuses to change or delete."""

from django.db import migrations, models

GAMES_DEAL_IS_KEPT = """
CREATE FUNCTION games_deal_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND is_erasing('club') THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'deals are never changed or deleted: enter a new one instead'
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER games_deal_is_kept BEFORE UPDATE OR DELETE ON games_deal
    FOR EACH ROW EXECUTE FUNCTION games_deal_is_kept();
"""


class Migration(migrations.Migration):

    replaces = [('games', '0001_initial'), ('games', '0002_deals_are_kept'), ('games', '0003_final_scores'), ('games', '0004_forms_are_checked')]

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('variant', models.CharField(max_length=40)),
                ('preset', models.CharField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('players', models.PositiveSmallIntegerField()),
                ('form', models.CharField(choices=[('summary', 'Summary'), ('record', 'Record'), ('final', 'Final')], max_length=10)),
                ('data', models.JSONField()),
                ('score', models.JSONField()),
                ('made', models.BooleanField(null=True)),
                ('lines', models.JSONField()),
                ('detail', models.JSONField(default=dict)),
                ('engine_version', models.CharField(max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('players__gte', 2), ('players__lte', 8)), name='deal_2_to_8_players'),
                    models.CheckConstraint(condition=models.Q(('form__in', ['summary', 'record', 'final'])), name='deal_known_form'),
                ],
            },
        ),
            migrations.RunSQL(GAMES_DEAL_IS_KEPT, "DROP FUNCTION games_deal_is_kept CASCADE"),
    ]
