"""Knock-out and double elimination: who moves on is read from the history, never remembered.

`nodes` are the matches of a bracket and where their two entries come from, `single` and `double`
lay them out, `replay` plays the history through them, and `to_come` draws the round that follows.
"""
