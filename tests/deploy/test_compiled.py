"""The compiled copy of the games is made of files that there are, and says what it lacks."""

from deploy import compiled
from deploy.compiled import ROOT, files_to_compile, main


def test_every_file_to_compile_is_there_once():
    files = files_to_compile()

    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert len(files) == len(set(files))


def test_without_a_compiler_nothing_is_touched(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "made")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert main() == 1
    assert "C compiler" in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
