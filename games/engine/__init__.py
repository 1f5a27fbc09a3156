"""The rules of the games we score: plain Python, no clock, no database, no hidden randomness."""

# goes with every stored result, so that a later fix to the rules is not taken for one to the data
ENGINE_VERSION = "1"
