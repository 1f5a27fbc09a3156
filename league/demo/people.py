"""The people of the demo club. All names are made up."""

from typing import NamedTuple


class Person(NamedTuple):
    name: str
    sort_name: str = ""
    initials: bool = False


PAIRS: tuple[tuple[Person, Person], ...] = (
    (Person("Ada Whitlock", "Whitlock Ada"), Person("Ben Castell", "Castell Ben")),
    (Person("Clara Novak", "Novak Clara"), Person("Dieter Brandt", "Brandt Dieter")),
    (Person("Elsie Marlow", "Marlow Elsie"), Person("Frank Odell", "Odell Frank")),
    (Person("Grace Tanaka", "Tanaka Grace"), Person("Hiro Matsuda", "まつだ ひろ")),
    (Person("Ines Duarte", "Duarte Ines"), Person("Joe Pickering", "Pickering Joe")),
    (Person("Kate Lindqvist", "Lindqvist Kate"), Person("Louis Ferrand", "Ferrand Louis")),
    (Person("佐藤 美咲", "さとう みさき"), Person("鈴木 健太", "すずき けんた")),
    (Person("Nora Beckett", "Beckett Nora", initials=True), Person("Oscar Flynn", "Flynn Oscar")),
)

SINGLES: tuple[Person, ...] = (
    Person("Pearl Hoskins", "Hoskins Pearl"),
    Person("Quentin Ashby", "Ashby Quentin"),
    Person("Ruth Okafor", "Okafor Ruth"),
    Person("Sam Delaney", "Delaney Sam"),
    Person("Tess Moreau", "Moreau Tess"),
)
