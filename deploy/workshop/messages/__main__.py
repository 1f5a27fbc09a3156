"""`python -m deploy.workshop.messages update | compile FILE ... | check`."""

import sys
from pathlib import Path

from babel.messages.pofile import PoFileError

from deploy.site.catalogues import compile_catalogue
from deploy.workshop.messages.catalogues import faults, update, waiting_in
from league.foundation.languages import TRANSLATED


def main(arguments: list[str]) -> int:
    match arguments:
        case ["update"]:
            for language in TRANSLATED:
                texts, waiting = update(language)
                print(f"{language}: {texts} texts, {waiting} without translation")
                for path, count in waiting_in(language):
                    print(f"  {path}: {count}")
            return 0
        case ["compile", *files] if files:
            return _compile(files)
        case ["check"]:
            all_faults = [fault for language in TRANSLATED for fault in faults(language)]
            print("\n".join(all_faults) or "The catalogues are complete.")
            return 1 if all_faults else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def _compile(files: list[str]) -> int:
    for file in files:
        try:
            compile_catalogue(Path(file))
        except (OSError, ValueError, PoFileError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
