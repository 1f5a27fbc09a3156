"""The two releases of the drill, each as the wheel that would be given to people."""

import subprocess
import sys
from pathlib import Path

from deploy.site.address import CannotStart

ROOT = Path(__file__).resolve().parents[3]
BEFORE, PRESENT = "before", "present"  # as they are called below /opt/tricktable
UPGRADE = "deploy/ops/tricktable-upgrade"


def release_before(root: Path = ROOT) -> str:
    """Return the tag of the newest release before this commit; without one the commit before."""
    done = _asked_of_git(root, "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*", "HEAD~1")
    return done.stdout.strip() if done.returncode == 0 else "HEAD~1"


def see_to_means(revision: str, root: Path = ROOT) -> None:
    """Raise CannotStart unless a release can be put beside another one by what it brings."""
    _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if _asked_of_git(root, "cat-file", "-e", f"{revision}:{UPGRADE}").returncode == 0:
        return
    added = _git(root, "log", "--diff-filter=A", "--format=%h", "--", UPGRADE).split()
    raise CannotStart(
        f"{revision} has no {UPGRADE}, by which a release is put beside another one:"
        f" the drill can upgrade from {added[-1] if added else 'no commit here'} on."
    )


def present_wheel(folder: Path) -> Path:
    return _wheel_of(ROOT, folder / f"wheel-{PRESENT}")


def former_wheel(folder: Path, revision: str) -> Path:
    """Build the release before, with the parts of this one that are in no repository."""
    tree = folder / "tree"
    _git(ROOT, "worktree", "add", "--detach", "--force", str(tree), revision)
    try:
        (tree / "node_modules").symlink_to(ROOT / "node_modules")
        return _wheel_of(tree, folder / f"wheel-{BEFORE}")
    finally:
        _git(ROOT, "worktree", "remove", "--force", str(tree))


def _wheel_of(tree: Path, folder: Path) -> Path:
    words = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), "."]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *words],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise CannotStart(f"The wheel of {tree} could not be built:\n{done.stdout}{done.stderr}")
    (wheel,) = folder.glob("*.whl")
    return wheel


def _git(root: Path, *words: str) -> str:
    done = _asked_of_git(root, *words)
    if done.returncode != 0:
        raise CannotStart(f"git {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout


def _asked_of_git(root: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
