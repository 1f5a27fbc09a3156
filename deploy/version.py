"""The version of this release: the one place it is written down."""

VERSION = "0.1.0"
