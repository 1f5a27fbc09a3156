"""`manage.py remove_former_files`: the last step of an upgrade by `tricktable-upgrade`."""

from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand

from deploy.site.one_at_a_time import alone


class Command(BaseCommand):
    help = (
        "Removes the collected styles, scripts and fonts that no installed release names any more."
        " Those of this release and of the ones beside it stay."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        with alone():  # nobody is collecting
            count = staticfiles_storage.remove_former()  # type: ignore[attr-defined]
        self.stdout.write(f"{count} files of former releases removed.")
