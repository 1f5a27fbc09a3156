"""Club nights played by lot: never stuck, never inconsistent, always explainable.

Three simulations. `test_nights.py` plays whole events through the services, on the database, with
people who come late and leave, wrong results, disputes and a director who changes the draw;
`test_drawn_nights.py` plays nights through the `draw` door alone; `test_swiss_tournaments.py`
looks for repeats that could have been avoided. The suite runs few of each. Many are asked for by

    NIGHTS=2000 pytest tests/nights/test_nights.py            # all formats in turn
    NIGHTS=2000 NIGHTS_FROM=500 pytest ...                    # seeds 500 to 2499
    DRAWN_NIGHTS=20000 pytest tests/nights/test_drawn_nights.py
    TOURNAMENTS=1000 pytest tests/nights/test_swiss_tournaments.py

and with `-s` they say what happened in numbers. A night that fails names its seed and what had
happened until then; `NIGHTS=1 NIGHTS_FROM=<seed>` plays it again.
"""
