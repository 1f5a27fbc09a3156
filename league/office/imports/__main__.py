"""The process in which a large file is read: see `reading_apart.py`."""

import sys

import django

if __name__ == "__main__":
    django.setup()
    # models must be loaded before a module that uses them
    from league.office.imports.reading_apart import answer

    answer(sys.stdin.buffer, sys.stdout.buffer, int(sys.argv[1]))
