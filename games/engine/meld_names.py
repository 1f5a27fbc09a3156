"""What the melds of the pinochle games are called, by the codes under which results name them."""

from games.sentences import Sentence, say

MELDS: dict[str, Sentence] = {
    "run": say("run"),
    "run_extra": say("more kings and queens beside the run"),
    "royal_marriage": say("royal marriage"),
    "marriage": say("marriage"),
    "dix": say("dix"),
    "pinochle": say("pinochle"),
    "roundhouse": say("roundhouse"),
    "run_roundhouse": say("run with roundhouse"),
    "double_roundhouse": say("double roundhouse"),
    "aces": say("aces around"),
    "kings": say("kings around"),
    "queens": say("queens around"),
    "jacks": say("jacks around"),
}
