from league.foundation.release import build_id


def test_a_release_is_another_when_the_static_files_were_collected_again(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    seen = set()
    for names in ("{}", '{"site/site.css": "site/site.2.css"}'):
        (tmp_path / "staticfiles.json").write_text(names)
        build_id.cache_clear()
        seen.add(build_id())
    build_id.cache_clear()

    assert len(seen) == 2
