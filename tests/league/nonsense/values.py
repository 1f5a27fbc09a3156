"""What nobody would type, and programs send all the same."""

import os
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

# how many times the usual number of requests: NONSENSE=10
TIMES = int(os.environ.get("NONSENSE", "1"))
One = TypeVar("One")

# as bytes: what stands in a request is not always text
TEXTS: dict[str, bytes] = {
    "5,000 digits": b"9" * 5_000,
    "NUL": b"a\x00b",
    "Arabic-Indic digits": "١٢٣".encode(),
    "lone surrogate": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\xfe",
    "1e999": b"1e999",
    "-1e999": b"-1e999",
    "-1": b"-1",
    "0": b"0",
    "1": b"1",
    "2**31": b"2147483648",
    "2**63": b"9223372036854775808",
    "-2**63-1": b"-9223372036854775809",
    "nan": b"nan",
    "sNaN": b"sNaN",
    "Infinity": b"Infinity",
    "1_000": b"1_000",
    "superscript": "²".encode(),
    "empty": b"",
    "spaces": "  \u3000\t".encode(),
    "10 kB": b"word " * 2_000,
    "one long word": b"x" * 10_000,
    "9999-12-31": b"9999-12-31",
    "9999-12-31T23:59": b"9999-12-31T23:59",
    "0000-00-00": b"0000-00-00",
    "0001-01-01": b"0001-01-01",
    "0001-01-01T00:00": b"0001-01-01T00:00",
    "emoji": "👩‍👩‍👧‍👦♠️".encode(),
    "right to left": "\u202eabc\u200f\u2066".encode(),
    "script": b"<script>alert(1)</script>\"'><b>",
    "lines": b"a\r\nb\nSet-Cookie: a=b",
    "percent": b"%s %(name)s {0} {{ 7 }} %",
    "JSON": b'{"a": [' + b"[" * 200 + b"]" * 200 + b"]}",
    "a list": b"[1, 2]",
    "deep": b"[" * 5_000,
    "UUID": b"00000000-0000-0000-0000-000000000000",
    "dots": b"../../etc/passwd",
}

JSON_VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "empty": "",
    "text": "x",
    "10 kB": "word " * 2_000,
    "digits": "9" * 4_000,
    "Arabic-Indic digits": "١٢٣",
    "-1": -1,
    "0": 0,
    "2**31": 2**31,
    "2**63-1": 2**63 - 1,
    "half": 0.5,
    "1e300": 1e300,
    "1e-300": 1e-300,
    "1e999 as text": "1e999",
    "nan as text": "nan",
    "sNaN as text": "sNaN",
    "9999": "9999-12-31",
    "0000": "0000-00-00",
    "moment 9999": "9999-12-31T23:59:59Z",
    "moment 1": "0001-01-01T00:00:00+14:00",
    "emoji": "👩‍👩‍👧‍👦♠️",
    "right to left": "\u202eabc\u200f",
    "script": "<script>",
    "[]": [],
    "{}": {},
    "[null]": [None],
    "[[]]": [[]],
    "[{}]": [{}],
    "[1, 1]": [1, 1],
    "[-1]": [-1],
    "many": list(range(3_000)),
    "deep": [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]],
    "unknown": {"a": {"b": {"c": 1}}},
}

# bodies that are no JSON, or none that can be read
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "null": b"null",
    "a number": b"1",
    "a text": b'"x"',
    "a list": b"[]",
    "no UTF-8": b"\xff\xfe{}",
    "NUL": b'{"a": "\\u0000"}',
    "lone surrogate": b'{"a": "\\ud800"}',
    "half a surrogate as name": b'{"\\ud800": 1}',
    "1e999": b'{"a": 1e999}',
    "NaN": b'{"a": NaN}',
    "5,000 digits": b'{"a": ' + b"9" * 5_000 + b"}",
    "2**63": b'{"a": 9223372036854775808}',
    "deep": b"[" * 100_000,
    "deep object": b'{"a":' * 50_000,
    "not ended": b'{"a": ',
    "twice": b'{"reason": 1, "reason": 2}',
}


def some(ones: Sequence[One], most: int, lots: Random) -> Sequence[One]:
    """Return up to `most` of them by lot, or as many times more as NONSENSE says."""
    most *= TIMES
    return ones if len(ones) <= most else lots.sample(ones, most)
