"""Labels and messages in plainer words; nothing stored changes."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0007_api_tokens'),
        ('events', '0008_partner_requests'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='state',
            field=models.CharField(choices=[('applied', 'waiting for the organiser'), ('accepted', 'takes part'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn')], default='accepted', max_length=10, verbose_name='state'),
        ),
        migrations.AlterField(
            model_name='evening',
            name='deals_a_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='deals per round'),
        ),
        migrations.AlterField(
            model_name='evening',
            name='minutes_a_deal',
            field=models.PositiveSmallIntegerField(default=6, verbose_name='minutes per deal'),
        ),
        migrations.AlterField(
            model_name='event',
            name='about',
            field=models.TextField(blank=True, verbose_name='notes for players'),
        ),
        migrations.AlterField(
            model_name='event',
            name='deals_a_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='deals per round'),
        ),
        migrations.AlterField(
            model_name='event',
            name='minutes_a_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes per round'),
        ),
        migrations.AlterField(
            model_name='event',
            name='rounds_a_substitute',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds in which one substitute may stand in'),
        ),
        migrations.AlterField(
            model_name='event',
            name='substituted_rounds',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds in which one entry may have substitutes'),
        ),
        migrations.AlterField(
            model_name='event',
            name='table_play',
            field=models.CharField(choices=[('deals', 'a fixed number of deals'), ('game', 'a game to the target'), ('timed', 'as many deals as the time allows')], default='deals', max_length=10, verbose_name='length of a round'),
        ),
        migrations.AlterField(
            model_name='event',
            name='visibility',
            field=models.CharField(choices=[('public', 'everybody'), ('unlisted', 'anyone with the link'), ('members', 'members of the club'), ('hidden', 'owners, directors and scorers')], default='public', max_length=10, verbose_name='who sees it'),
        ),
        migrations.AlterConstraint(
            model_name='event',
            name='event_table_play_has_its_number',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('deals_a_round__gte', 1), ('deals_a_round__isnull', False), ('table_play', 'deals')), ('table_play', 'game'), models.Q(('minutes_a_round__gte', 1), ('minutes_a_round__isnull', False), ('table_play', 'timed')), _connector='OR'), name='event_table_play_has_its_number', violation_error_message='Enter how many deals a table plays in a round, or how many minutes a round has.'),
        ),
        migrations.AlterConstraint(
            model_name='event',
            name='event_substitutes_1_to_99_rounds',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('rounds_a_substitute__isnull', True), models.Q(('rounds_a_substitute__gte', 1), ('rounds_a_substitute__lte', 99)), _connector='OR'), models.Q(('substituted_rounds__isnull', True), models.Q(('substituted_rounds__gte', 1), ('substituted_rounds__lte', 99)), _connector='OR')), name='event_substitutes_1_to_99_rounds', violation_error_message='Enter 1 to 99 rounds, or none for no limit; where nobody may stand in, choose that.'),
        ),
        migrations.AlterConstraint(
            model_name='event',
            name='event_substitutes_until_round_1_or_later',
            constraint=models.CheckConstraint(condition=models.Q(('substitutes_until_round__isnull', True), models.Q(('substitutes_until_round__gte', 1), ('substitutes_until_round__lte', 1000)), _connector='OR'), name='event_substitutes_until_round_1_or_later', violation_error_message='The last round with substitutes must be from 1 to 1,000.'),
        ),
        migrations.AlterConstraint(
            model_name='event',
            name='event_substitutes_of_singles_get_points',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('substitute_points', 'player'), _negated=True), ('entry_kind', 'individual'), _connector='OR'), name='event_substitutes_of_singles_get_points', violation_error_message='The points can go to the substitute’s own entry only where single players compete: give them to the entry, or to nobody.'),
        ),
        migrations.AlterConstraint(
            model_name='qualifying',
            name='qualifying_has_places_where_it_cuts',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('places__gte', 1), ('places__isnull', False), ('takes__in', ['top', 'of_groups'])), models.Q(('places__isnull', True), ('takes__in', ['everybody', 'rest'])), _connector='OR'), name='qualifying_has_places_where_it_cuts', violation_error_message='Enter how many go through, at least 1.'),
        ),
    ]
