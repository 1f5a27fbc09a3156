"""`make lock`: the newest versions that requirements/*.in allow, with their hashes."""

import shutil
import subprocess
import sys

from deploy.run.install.steps import ROOT, find_uv

SETS = ("run", "test", "traces", "check", "bench", "uv")
OLDEST_PYTHON = "3.11"


def main() -> int:
    uv, npm = find_uv(), shutil.which("npm")
    if not uv or not npm:
        print("Refreshing the locks needs uv and npm: see 'make install'.", file=sys.stderr)
        return 1
    for name in SETS:
        print(f"requirements/{name}.txt", flush=True)
        command = [
            *(uv, "pip", "compile", "--quiet", "--universal", "--upgrade", "--generate-hashes"),
            *("--python-version", OLDEST_PYTHON, "--no-annotate"),
            *(
                "--custom-compile-command",
                "make lock",
                f"{name}.in",
                "--output-file",
                f"{name}.txt",
            ),
        ]
        subprocess.run(command, cwd=ROOT / "requirements", check=True)
    print("package-lock.json", flush=True)
    command = [npm, "update", "--package-lock-only", "--ignore-scripts", "--loglevel=error"]
    subprocess.run(command, cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
