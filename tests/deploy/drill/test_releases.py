"""Which release the drill upgrades from, and from which it cannot."""

import subprocess

import pytest

from deploy.drill.releases import UPGRADE, release_before, see_to_means
from deploy.embedded.children import CannotStart


@pytest.fixture
def repository(tmp_path):
    """A function for git in a repository of two commits."""

    def git(*words):
        identity = ["-c", "user.name=Drill", "-c", "user.email=drill@example.org"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    for text in ("first", "second"):
        git("commit", "--allow-empty", "--message", text)
    return git


def test_without_a_tag_it_is_the_commit_before(repository, tmp_path):
    repository("tag", "try-out", "HEAD~1")

    assert release_before(tmp_path) == "HEAD~1"


def test_it_is_the_last_tag_of_a_release_and_never_this_commits_own(repository, tmp_path):
    repository("tag", "v0.1.0", "HEAD~1")
    repository("tag", "v0.2.0")
    assert release_before(tmp_path) == "v0.1.0"

    repository("commit", "--allow-empty", "--message", "third")
    assert release_before(tmp_path) == "v0.2.0"


def test_a_release_that_cannot_be_put_beside_another_is_refused_with_the_first_that_can(
    repository, tmp_path
):
    script = tmp_path / UPGRADE
    script.parent.mkdir(parents=True)
    script.touch()
    repository("add", ".")
    repository("commit", "--message", "third")

    see_to_means("HEAD", tmp_path)
    with pytest.raises(CannotStart) as refused:
        see_to_means("HEAD~1", tmp_path)
    first = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=tmp_path, capture_output=True, text=True
    ).stdout.strip()
    assert str(refused.value).endswith(f"the drill can upgrade from {first} on.")


def test_a_release_that_is_not_there_is_refused(repository, tmp_path):
    with pytest.raises(CannotStart, match=r"v9\.9\.9"):
        see_to_means("v9.9.9", tmp_path)
