from django.utils.translation import gettext, override

from league.foundation.former_sentences import FORMER_SENTENCES


def test_what_is_stored_from_before_is_still_read_in_japanese():
    with override("ja"):
        unread = [one.text for one in FORMER_SENTENCES if gettext(one.text) == one.text]

    assert FORMER_SENTENCES
    assert unread == []
