"""The process in which an archive is checked: see `checking_apart.py`."""

import sys

import django

if __name__ == "__main__":
    django.setup()
    # models must be loaded before a module that uses them
    from league.office.archives.checking_apart import answer

    answer(sys.stdin.buffer, sys.stdout.buffer, *sys.argv[1:])
