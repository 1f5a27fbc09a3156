"""`python3 -m deploy.run.install [set ...]`; the sets are run (always), test, check, bench."""

import sys
from concurrent.futures import ThreadPoolExecutor

from deploy.run.install.steps import (
    CannotInstall,
    compile_catalogues,
    find_npm,
    install_packages_of_pages,
    install_set,
    link_project,
    make_environment,
    packages_of_pages_are_installed,
)

SETS = ("run", "test", "traces", "check", "bench")


def main(wanted: list[str]) -> int:
    with_checkers = not {"test", "check"}.isdisjoint(wanted)
    try:
        if not packages_of_pages_are_installed(with_checkers=with_checkers):
            find_npm()  # a missing tool is named at once, not after the long part
        make_environment()
        link_project()
        with ThreadPoolExecutor(1) as beside:
            pages = beside.submit(install_packages_of_pages, with_checkers=with_checkers)
            for name in SETS:
                if name == "run" or name in wanted:
                    install_set(name)
        pages.result()
        compile_catalogues()
    except (CannotInstall, OSError) as refused:
        print(f"\n{refused}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
