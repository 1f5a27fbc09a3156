"""`python -m deploy.run.load_and_wait N ahead module word ...`: load the site, and run at a sign.

N is the reading end of a pipe: the launcher closes the other end when the tables are there. Until
then the process imports the module `ahead`, for which people would wait otherwise; then it runs
the other module as `python -m` does.
"""

import os
import runpy
import sys
from importlib import import_module


def main(pipe: int, ahead: str, module: str, *words: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django  # noqa: PLC0415 - the settings are named first

    django.setup()
    import_module(ahead)
    wait_for_start(pipe)
    sys.argv = [module, *words]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def wait_for_start(pipe: int) -> None:
    """Read until the launcher, who alone has the other end, closes it."""
    while os.read(pipe, 1):
        pass
    os.close(pipe)


if __name__ == "__main__":
    number, *names = sys.argv[1:]
    main(int(number), *names)
