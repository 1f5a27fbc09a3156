"""Whoever is forgotten is named no more in what the journal keeps of plain things."""

import pytest

from league.calendar.match_dates.models import Venue
from league.foundation.journal.actor import Act
from league.foundation.journal.models import Happening
from league.foundation.records import services as records
from league.foundation.records.rules import ChangedMeanwhile
from league.office.personal_data.services.replacing import replace_words
from league.office.personal_data.words import Words
from tests.league.calendar.match_dates.factories import make_venue
from tests.league.factories import make_club
from tests.league.play.events.factories import DIRECTOR, NOW

pytestmark = pytest.mark.django_db
BY = Act(DIRECTOR, NOW)


def test_the_words_leave_what_was_before_and_after_and_come_back_by_no_undo():
    venue = make_venue(make_club(), "Mill", note="Zerlina has the key")
    venue.note = "ask Zerlina Quast"
    change = records.save(venue, by=BY)

    replace_words(venue.club_id, Words({"Zerlina Quast", "Zerlina"}, "Former player 1"))

    change = Happening.objects.get(pk=change.pk)
    assert change.data["before"] == {"note": "Former player 1 has the key"}
    assert change.data["after"] == {"note": "ask Former player 1"}
    # pages that were open before must not write it back
    with pytest.raises(ChangedMeanwhile):
        records.save(venue, by=BY)
    with pytest.raises(ChangedMeanwhile):
        records.undo(Venue, change, by=BY)
    assert Venue.objects.get().note == "ask Former player 1"
