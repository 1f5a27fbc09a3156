"""A release gets its number in the two places that have one, or nothing is changed."""

from datetime import date

import pytest

from deploy.release_cut import CannotRelease, cut

DAY = date(2026, 12, 1)
CHANGES = (
    "# Changes\n\n## Unreleased\n\n### Added\n\n- A game.\n\n## 0.1.0 (2026-11-01)\n\n- All.\n"
)


MEASURED = "Measured on 2026-11-29, 1a2b3c4d, 2 cores, 280 s: 12 of 14 goals met; missed: L1, L2."


@pytest.fixture
def project(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "performance.md").write_text(f"# Speed\n\n{MEASURED}\n\n| goal |\n")
    (tmp_path / "deploy").mkdir()
    (tmp_path / "deploy" / "version.py").write_text('VERSION = "0.9.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    return tmp_path


def test_what_was_unreleased_stands_under_the_number_and_its_day(project):
    cut(project, "0.10.0", before="0.9.0", on=DAY)

    assert (project / "deploy" / "version.py").read_text() == 'VERSION = "0.10.0"\n'
    assert (project / "CHANGELOG.md").read_text() == CHANGES.replace(
        "## Unreleased\n",
        "## Unreleased\n\n## 0.10.0 (2026-12-01)\n\n"
        f"{MEASURED} [The goals](docs/performance.md).\n",
    )


@pytest.mark.parametrize("measured", ["", MEASURED.replace("11-29", "11-23")])
def test_release_that_nobody_measured_is_refused(project, measured):
    (project / "docs" / "performance.md").write_text(f"# Speed\n\n{measured}\n")

    with pytest.raises(CannotRelease, match="make bench ARGS=--write"):
        cut(project, "0.10.0", before="0.9.0", on=DAY)

    assert (project / "CHANGELOG.md").read_text() == CHANGES


@pytest.mark.parametrize("version", ["", "1.0", "0.9.0", "0.8.12", "v1.0.0"])
def test_number_that_is_none_or_not_newer_is_refused(project, version):
    with pytest.raises(CannotRelease, match=r"three numbers after 0\.9\.0"):
        cut(project, version, before="0.9.0", on=DAY)


def test_release_of_nothing_is_refused_and_changes_nothing(project):
    cut(project, "0.10.0", before="0.9.0", on=DAY)

    with pytest.raises(CannotRelease, match="Nothing stands under"):
        cut(project, "0.11.0", before="0.10.0", on=DAY)

    assert (project / "deploy" / "version.py").read_text() == 'VERSION = "0.10.0"\n'
