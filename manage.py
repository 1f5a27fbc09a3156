#!/usr/bin/env python
"""Django's commands, and ours: `python manage.py help` lists them."""

import gc
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.site.settings")
    try:
        # here, so that a missing installation ends in a sentence
        if sys.argv[1:2] == ["score"]:
            gc.disable()  # while modules are loaded there is nothing to collect
            from games.score_file import score_alone  # noqa: PLC0415 - as above

            gc.freeze()
            gc.enable()
            if score_alone(sys.argv[2:]):
                return
        from django.conf import settings  # noqa: PLC0415
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
        from django.core.management import execute_from_command_line  # noqa: PLC0415
    except ImportError:
        sys.exit(
            "Django is not installed for this Python: run 'make install',"
            " then '.venv/bin/python manage.py'."
        )
    try:
        settings.INSTALLED_APPS  # noqa: B018 - reads all settings
    except ImproperlyConfigured as refused:
        sys.exit(str(refused))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
