"""`python -m deploy.workshop.check [name ...]`: run the checks; exit 1 when one complains."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BIN = Path(sys.executable).parent
TEMPLATES = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("templates/**/*.html"))
PACKAGES = ("deploy", "games", "league")


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    command: Sequence[str]
    env: dict[str, str] = field(default_factory=dict)


def program(name: str, *words: str) -> list[str]:
    return [str(BIN / name), *words]


def node_program(name: str, config: str, files: str) -> list[str]:
    return [str(ROOT / "node_modules" / ".bin" / name), "--config", config, files]


def manage(*words: str) -> list[str]:
    return [sys.executable, "-W", "ignore", "manage.py", *words]


REAL_SITE = {
    "DEMO": "False",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "DATABASE_URL": "postgresql://localhost/tricktable",
    "BROKER_URL": "redis://localhost/0",
    "CACHE_URL": "redis://localhost/1",
    "ALLOWED_HOSTS": "example.org",
    "SITE_URL": "https://example.org",
    "EMAIL_HOST": "mail.example.org",
    "PROXIES": "1",
}

LOCKS = {"DEMO": "True", "DJANGO_SETTINGS_MODULE": "deploy.site.settings"}

# the slowest first, so that the others run beside it
CHECKS = (
    Check("types", program("mypy")),
    Check("lint", program("ruff", "check", ".")),
    Check("format", program("ruff", "format", "--check", ".")),
    Check("imports", program("lint-imports")),
    Check("templates", program("djade", "--check", "--target-version", "5.2", *TEMPLATES)),
    Check(
        "scripts",
        node_program(
            "eslint", "deploy/workshop/check/eslint.config.mjs", "{deploy,league}/**/static/**/*.js"
        ),
    ),
    Check(
        "styles",
        node_program(
            "stylelint",
            "deploy/workshop/check/stylelint.config.mjs",
            "{deploy/site/styles,deploy/site/static,league/*/*/static}/**/*.css",
        ),
    ),
    Check("html", program("djlint", "--lint", "--quiet", "templates")),
    Check(
        "safety",
        # low ones are mostly the word "pass", which is a call in these games
        program(
            *("bandit", "--quiet", "--configfile", "pyproject.toml", "--severity-level", "medium"),
            *("--recursive", *PACKAGES),
        ),
    ),
    Check("migrations", manage("makemigrations", "--check", "--dry-run"), {"DEMO": "True"}),
    Check(
        "locks",
        [sys.executable, "-W", "ignore", "-m", "deploy.workshop.check.locking_migrations"],
        LOCKS,
    ),
    Check("deployment", manage("check", "--deploy", "--fail-level", "WARNING"), REAL_SITE),
    Check("catalogues", [sys.executable, "-m", "deploy.workshop.messages", "check"]),
)


def run(check: Check) -> tuple[Check, bool, str, float]:
    started = time.perf_counter()
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}", **check.env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return check, done.returncode == 0, done.stdout, time.perf_counter() - started


def main(wanted: Sequence[str]) -> int:
    unknown = set(wanted) - {check.name for check in CHECKS}
    if unknown:
        names = ", ".join(check.name for check in CHECKS)
        print(f"There is no check named {', '.join(unknown)}; there are {names}.", file=sys.stderr)
        return 2
    chosen = [check for check in CHECKS if not wanted or check.name in wanted]
    complaining = []
    with ThreadPoolExecutor(2) as pool:
        for check, is_clean, output, seconds in pool.map(run, chosen):
            print(f"{'ok  ' if is_clean else 'FAIL'} {check.name} ({seconds:.1f} s)", flush=True)
            if not is_clean:
                complaining.append(check.name)
                print(output.rstrip(), flush=True)
    print(f"{len(chosen) - len(complaining)} checks are clean, {len(complaining)} complain.")
    return 1 if complaining else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
