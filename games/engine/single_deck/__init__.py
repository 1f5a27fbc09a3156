"""What the games with one pinochle pack share word for word: pack, melds, duties, auction, score.

Everything here is a plain function of values; each game decides what it asks and when.
"""
