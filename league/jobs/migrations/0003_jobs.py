"""An order becomes a job: the models are renamed, their tables and constraints keep their names."""

from django.db import migrations, models


class Migration(migrations.Migration):
    # that migration reads the orders under their old name
    dependencies = [("orders", "0002_files_of_orders"), ("rounds", "0008_draws_are_orders")]

    operations = [
        migrations.AlterModelTable(name="order", table="orders_order"),
        migrations.AlterModelTable(name="orderfile", table="orders_orderfile"),
        migrations.RenameModel("Order", "Job"),
        migrations.RenameModel("OrderFile", "JobFile"),
        migrations.RenameField("jobfile", "order", "job"),
        migrations.RenameField("job", "asked", "data"),
        # the constraint is written again because it names the field
        migrations.RemoveConstraint("job", "order_refused_with_a_sentence"),
        migrations.RenameField("job", "told", "sentence"),
        migrations.AddConstraint(
            "job",
            models.CheckConstraint(
                name="order_refused_with_a_sentence",
                condition=~models.Q(state="refused") | ~models.Q(sentence=""),
            ),
        ),
    ]
