"""Deals as they are typed at the table."""

PINOCHLE = {
    "bid": "60",
    "declarer": "0",
    "melds-0": "34",
    "melds-1": "22",
    "outcome": "played",
    "points-0": "30",
    "last_trick": "0",
}
PITCH = {
    "passed_out": "false",
    "bid": "2",
    "declarer": "1",
    "awards-high": "1",
    "awards-low": "1",
    "awards-jack": "nobody",
    "awards-game": "nobody",
}


# Ann: a run, aces around; Bob, her partner: a pinochle twice; Cy: kings around and a marriage
LAID = {
    "trump": "H",
    "melds_by": "laid",
    "laid-0-run": "1",
    "laid-0-aces": "1",
    "laid-2-pinochle": "2",
    "laid-1-kings": "1",
    "laid-1-marriage_H": "1",
}
TYPED = {name: text for name, text in PINOCHLE.items() if not name.startswith("melds")}
