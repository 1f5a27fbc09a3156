"""What the doors, seasons and scoring methods declare, as components of the OpenAPI description."""

from typing import Any

from msgspec import Struct

from games import services as games
from league.calendar.fixtures import fixtures_request as fixtures
from league.faces.api.inputs import PLAIN
from league.foundation.doors import played, request_files
from league.foundation.doors.declared import described_as, schemas_of
from league.play.rounds.drawing import FORMATS
from league.play.rounds.drawing import request as drawing
from league.play.rounds.drawing.by_standing.swiss_variant import Score
from league.play.rounds.drawing.stage_options import ORDER, READ_BY_THE_EVENT, FormatOption
from league.tables.seasons.methods import HandicapRules, Rules, scoring
from league.tables.standings.methods import request as ranking
from league.tables.standings.methods.deals import deals_reader
from league.tables.standings.methods.deals import options as over_deals
from league.tables.standings.methods.matches import (
    match_method,
    match_points,
    round_points,
    victory_points,
)

METHODS: dict[str, type[Struct]] = {
    "TotalPointsMethod": match_points.AskedTotalPoints,
    "MatchPointsMethod": match_points.AskedMatchPoints,
    "VictoryPointsMethod": victory_points.AskedVictoryPoints,
    "RoundPointsMethod": round_points.AskedRoundPoints,
    "PercentageMethod": match_points.AskedPercentage,
    "MatchpointsMethod": over_deals.AskedMatchpoints,
    "CrossImpsMethod": over_deals.AskedCrossImps,
    "ButlerMethod": over_deals.AskedButler,
    "ImpsMethod": over_deals.AskedImps,
    "BoardAMatchMethod": over_deals.AskedBoardAMatch,
    "DealPointsMethod": over_deals.AskedDealPoints,
}
SHAPES: dict[str, type[Struct]] = {
    **METHODS,
    "MethodForfeit": match_method.AskedForfeit,
    "MethodForfeitWithoutDraw": match_method.AskedForfeitWithoutDraw,
    "MethodSkunk": match_points.AskedSkunk,
    "MethodBand": victory_points.AskedBand,
    "SeasonRules": Rules,
    "SeasonHandicapRules": HandicapRules,
    "SeasonRankPoints": scoring.RankPoints,
    "SeasonPercentage": scoring.Percentage,
    "SeasonThresholds": scoring.ThresholdPoints,
    "SeasonNightPoints": scoring.PointsOfTheNight,
    "DrawRequest": drawing.AskedDraw,
    "RankRequest": ranking.AskedRank,
    "FixturesRequest": fixtures.AskedFixtures,
    "FixturesCheckRequest": fixtures.AskedCheck,
    "FixturesTeam": fixtures.Team,
    "FixturesRoom": fixtures.AskedRoom,
    "FixturesMatch": fixtures.AskedMatch,
    "FixturesWishes": fixtures.AskedWishes,
    "DoorEntry": request_files.Entry,
    "DoorBye": played.AskedBye,
    "DrawnMatch": played.DrawnMatch,
    "DrawnSide": played.AskedSide,
    "RankedMatch": played.RankedMatch,
    "RankedSide": played.RankedSide,
    "RankedDeal": deals_reader.AskedDeal,
    "RankedResult": deals_reader.AskedResult,
    "RankedAdjustment": ranking.AskedAdjustment,
    "RankedCarried": ranking.AskedCarried,
    "RankedPlayOff": ranking.AskedPlayOff,
    "RankedPlayOffSide": ranking.PlayOffSide,
    "DrawScore": Score,
}
SCORING_METHOD, SEASON_RULES = described_as("ScoringMethod"), described_as("SeasonRules")
SEATS, SEED = {"type": "integer", "minimum": 2}, {"type": "integer", "minimum": 0}
# options of the `draw` door that an event answers for its stages itself (`Format.filled`)
FILLED: dict[str, Any] = {
    "seed": {**SEED, "description": "What is drawn by lot is drawn from it; 1 if left out."},
    "score": described_as("DrawScore"),
    "deals": {**SEED, "description": "Prepared deals a table plays in a round; 0: none."},
    "seats": {**SEATS, "description": "At each table."},
    "minimum": {**SEATS, "description": "The fewest at a table."},
    "maximum": {**SEATS, "description": "The most at a table."},
    "pairs": {"type": "boolean", "description": "Entries are pairs, who stay together."},
}


def components() -> dict[str, Any]:
    """Return the schemas by the names of their components."""
    return {
        **schemas_of(**SHAPES),
        "ScoringMethod": _one_of_the_methods(),
        "DrawOptions": _draw_options(),
        "ScoreRequest": _score_request(),
    }


def _one_of_the_methods() -> dict[str, Any]:
    refs = {
        str(shape.__struct_config__.tag): described_as(name)["$ref"]
        for name, shape in METHODS.items()
    }
    return {
        "anyOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "name", "mapping": refs},
        "description": "What counts; `docs/scoring-matches.md` describes the methods.",
    }


def _draw_options() -> dict[str, Any]:
    """Return the options of all formats; those of the same name can differ in their values."""
    found: dict[str, list[dict[str, Any]]] = {}
    for format in FORMATS.values():
        for option in format.stage_options:
            schema = _schema_of(option)
            known = found.setdefault(option.name, [])
            if schema not in known:
                known.append(schema)
    options = {
        name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
        for name, schemas in found.items()
        if name == ORDER or name not in READ_BY_THE_EVENT
    }
    return {
        "type": "object",
        "description": "Each format knows some of them: `/api/v1/formats` has those of a stage.",
        "properties": FILLED | options,
    }


def _schema_of(option: FormatOption) -> dict[str, Any]:
    if option.choices:
        return {"enum": [choice.value for choice in option.choices]}
    if option.numbers is None:
        return {"type": "boolean"}
    least, most = option.numbers
    return {"type": "integer", "minimum": least, "maximum": most}


def _score_request() -> dict[str, Any]:
    """Return what all that can be scored have in common; each game has schemas of its own."""
    seat = {"type": "integer", "minimum": 0}
    return {
        "type": "object",
        "description": "A deal (a record, or a `summary`), a `game`, or a `call` to explain. "
        "`/api/v1/variants/{variant}` has the JSON Schemas of record and summary.",
        "required": ["variant"],
        "properties": {
            "id": {"description": "Anything; the answer has it too."},
            "variant": {"enum": [game.id for game in games.variants()]},
            "preset": {"type": "string"},
            "options": {"type": "object", "additionalProperties": {"oneOf": PLAIN}},
            "players": {"type": "integer", "minimum": 2},
            "house_rules": {"type": "boolean"},
            "dealer": seat,
            "summary": {"type": "object", "additionalProperties": {}},
            "game": {"type": "array", "items": {"type": "object", "additionalProperties": {}}},
            "first_dealer": {"anyOf": [seat, {"type": "null"}]},
            "hands": {"type": "array", "items": {"type": "string"}},
            "auction": {"type": "array", "items": {}},
            "play": {"type": "array", "items": {}},
            "call": {},
        },
        "additionalProperties": {},
    }
