"""Which release the drill upgrades from: the last tag, or the commit before where there is none."""

import subprocess

import pytest

from deploy.drill.__main__ import release_before


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
