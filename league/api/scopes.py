"""What a token must be good for, view by view and method by method: the one place that says it.

A view that is not here cannot be imported. Whoever comes with a session or a table's link is not
limited by this; permissions hold for everybody besides.
"""

from collections.abc import Mapping

from league.clubs.models import Scope

Methods = Mapping[str, Scope | None]
READ, SCORE, DIRECT = Scope.READ, Scope.SCORE, Scope.DIRECT
HANDLERS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def methods(
    get: Scope | None = None,
    post: Scope | None = None,
    put: Scope | None = None,
    patch: Scope | None = None,
    delete: Scope | None = None,
) -> Methods:
    given = zip(HANDLERS, (get, post, put, patch, delete), strict=True)
    return {method: scope for method, scope in given if scope is not None}


SCOPES: Mapping[str, Methods] = {
    # they read and write nothing of a club
    "doors.Door": methods(get=READ, post=READ),
    # a table's link writes at its table: to be given one takes more than reading
    "table_decisions.TableLinkView": methods(get=SCORE),
    "bye_requests.ByeRequestList": methods(get=READ, post=DIRECT),
    "bye_requests.TakeBackBye": methods(post=DIRECT),
    "clubs.ClubList": methods(get=READ),
    "clubs.ClubView": methods(get=READ),
    "clubs.HouseRulesList": methods(get=READ),
    "clubs.HouseRulesView": methods(get=READ),
    "clubs.Journal": methods(get=READ),
    "clubs.PlayerList": methods(get=READ, post=DIRECT),
    "clubs.PlayerView": methods(get=READ, patch=DIRECT),
    "clubs.SeasonList": methods(get=READ, post=DIRECT),
    "draws.DrawRounds": methods(get=READ, post=DIRECT),
    "draws.RedrawRound": methods(post=DIRECT),
    "draws.UndoDraw": methods(post=DIRECT),
    "elsewhere.NowhereView": methods(get=READ),
    "entries.AcceptEntry": methods(post=DIRECT),
    "entries.AnswerPartner": methods(post=DIRECT),
    "entries.EntryList": methods(get=READ, post=DIRECT),
    "entries.EntryView": methods(get=READ, patch=DIRECT, delete=DIRECT),
    "entries.ReinstateEntry": methods(post=DIRECT),
    "entries.Seeds": methods(put=DIRECT),
    "entries.SignUp": methods(post=DIRECT),
    "entries.WithdrawEntry": methods(post=DIRECT),
    "events.EventList": methods(get=READ),
    "events.EventMove": methods(post=DIRECT),
    "events.EventView": methods(get=READ, patch=DIRECT),
    "events.NewEvent": methods(post=DIRECT),
    "flags.AcceptCards": methods(post=DIRECT),
    "flags.FlagList": methods(get=READ),
    "play_offs.PlayOffList": methods(get=READ, post=DIRECT),
    "play_offs.RevokePlayOff": methods(post=DIRECT),
    "prepared.LookAtDeals": methods(post=DIRECT),
    "prepared.PreparedDealView": methods(get=READ),
    "prepared.PreparedSetView": methods(get=READ, post=DIRECT),
    "prepared.ReleaseDeals": methods(post=DIRECT),
    "ratings.PartnershipList": methods(get=READ),
    "ratings.PlayerStatistics": methods(get=READ),
    "ratings.RatingHistory": methods(get=READ),
    "ratings.RatingList": methods(get=READ),
    "rounds.CloseRound": methods(post=DIRECT),
    "rounds.EditRound": methods(post=DIRECT),
    "rounds.OpenRound": methods(post=DIRECT),
    "rounds.ReopenRound": methods(post=DIRECT),
    "rounds.RoundList": methods(get=READ),
    "rounds.RoundView": methods(get=READ),
    "rounds.SetDeadline": methods(post=DIRECT),
    "rounds.TablesOfRound": methods(get=READ),
    "season_moves.DecideMove": methods(post=DIRECT),
    "season_moves.NextSeason": methods(post=DIRECT),
    "season_moves.SeasonHandicaps": methods(get=READ, post=DIRECT),
    "season_moves.SeasonMoves": methods(get=READ),
    "season_moves.SignMoves": methods(post=DIRECT),
    "season_moves.TakeSignatureBack": methods(post=DIRECT),
    "seasons.SeasonDivisionsView": methods(put=DIRECT),
    "seasons.SeasonPlaces": methods(post=DIRECT),
    "seasons.SeasonRulesView": methods(put=DIRECT),
    "seasons.SeasonTableView": methods(get=READ),
    "seasons.SeasonView": methods(get=READ),
    "seasons.SeasonWhyView": methods(get=READ),
    "seats.SeatView": methods(put=SCORE),
    "stages.Filling": methods(get=READ, post=DIRECT),
    "stages.Groups": methods(post=DIRECT),
    "stages.StageEntryList": methods(get=READ),
    "stages.StageList": methods(get=READ, post=DIRECT),
    "stages.StageView": methods(get=READ, patch=DIRECT, delete=DIRECT),
    "standings.AdjustmentList": methods(get=READ, post=DIRECT),
    "standings.RevokeAdjustment": methods(post=DIRECT),
    "standings.StandingsView": methods(get=READ),
    "standings.WhyView": methods(get=READ),
    "submissions.CorrectDeal": methods(post=SCORE),
    "submissions.DisputeDeal": methods(post=SCORE),
    "submissions.SubmissionView": methods(get=READ),
    "submissions.VoidDeal": methods(post=SCORE),
    "substitutes.Reserves": methods(get=READ, put=DIRECT),
    "substitutes.SubstitutionList": methods(get=READ),
    "table_deals.ConfirmDeals": methods(post=SCORE),
    "table_deals.EnterDeal": methods(post=SCORE),
    "table_deals.PreviewDeal": methods(post=SCORE),
    "table_deals.SubmitDeal": methods(post=SCORE),
    "table_deals.TakeBack": methods(post=SCORE),
    "table_decisions.AwardTable": methods(post=DIRECT),
    "table_decisions.DecideTable": methods(post=DIRECT),
    "table_decisions.ForfeitTable": methods(post=DIRECT),
    "table_decisions.RenewLink": methods(post=DIRECT),
    "table_decisions.SettleDispute": methods(post=DIRECT),
    "tables.EndTable": methods(post=SCORE),
    "tables.TableView": methods(get=READ),
    # made by the password, and given back by whoever holds it
    "tokens.TokenView": {"POST": None, "DELETE": None},
}


def declared(view: type, method: str) -> Scope | None:
    """Return what a token needs for a method of a view; None: nothing. Raises LookupError."""
    for parent in view.__mro__:
        found = SCOPES.get(f"{parent.__module__.rpartition('.')[2]}.{parent.__qualname__}", {})
        if method in found:
            return found[method]
    raise LookupError(
        f"{view.__qualname__} has no scope for {method}: say in league/api/scopes.py what a token"
        " needs for it"
    )


def check_declared(view: type) -> None:
    """Refuse a view with a method whose scope is not said. Raises LookupError."""
    for method in HANDLERS:
        if hasattr(view, method.lower()):
            declared(view, method)
