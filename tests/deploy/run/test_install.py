"""Installing: quick when nothing changed, one sentence when a tool is missing."""

import os
import subprocess
from pathlib import Path

from deploy.run import clean
from deploy.run.embedded.servers import make_folders, take_lock
from deploy.site.data_folder import places_for

ROOT = Path(__file__).resolve().parents[3]


def make(*words, **environment):
    return subprocess.run(
        ["make", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_cleaning_leaves_a_site_alone_that_runs(tmp_path, monkeypatch, capsys):
    places = places_for(tmp_path / "data")
    make_folders(places)
    lock = take_lock(places)
    monkeypatch.setenv("DATA_DIR", str(places.data))

    assert clean.main(["data"]) == 1
    assert places.data.exists()
    assert "is in use: stop 'make run' first" in capsys.readouterr().err

    os.close(lock)
    assert clean.main(["data"]) == 0
    assert not places.data.exists()


def test_cleaning_keeps_what_we_did_not_make(tmp_path, monkeypatch):
    (tmp_path / "postgres").mkdir()
    (tmp_path / "letters.txt").write_text("mine")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))

    clean.main(["data"])

    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]
