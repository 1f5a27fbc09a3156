"""The addresses of associations, for them and for their clubs."""

from django.urls import path

from league.faces.api.associations import championship_views, club_views, player_views

CLUBS = "associations/<slug:association>/clubs"
ONE_CLUB = f"{CLUBS}/<slug:club>"
OWN = "clubs/<slug:club>/associations"
ONE_OWN = f"{OWN}/<slug:association>"
SEASON = "seasons/<int:season>"
CLUB_SEASON = f"clubs/<slug:club>/{SEASON}"
CLUB_EVENT = "clubs/<slug:club>/events/<int:event>"

CHAMPIONSHIP = "events/<int:event>/championship"

urlpatterns = [
    path("clubs/<slug:club>/association", club_views.OwnAssociation.as_view(), name="association"),
    path(CLUBS, club_views.ClubsOfAssociation.as_view(), name="associated_clubs"),
    path(f"{ONE_CLUB}/answer", club_views.AnswerClub.as_view(), name="associated_club_answer"),
    path(
        f"{ONE_CLUB}/take-back",
        club_views.TakeInvitationBack.as_view(),
        name="associated_club_take_back",
    ),
    path(f"{ONE_CLUB}/let-go", club_views.LetClubGo.as_view(), name="associated_club_let_go"),
    path(OWN, club_views.AssociationsOfClub.as_view(), name="associations"),
    path(f"{ONE_OWN}/answer", club_views.AnswerInvitation.as_view(), name="association_answer"),
    path(
        f"{ONE_OWN}/take-back",
        club_views.TakeQuestionBack.as_view(),
        name="association_take_back",
    ),
    path(f"{ONE_OWN}/leave", club_views.LeaveAssociation.as_view(), name="association_leave"),
    path(f"{SEASON}/registrations", player_views.Registrations.as_view(), name="registrations"),
    path(
        "registrations/<int:registration>",
        player_views.OneRegistration.as_view(),
        name="registration",
    ),
    path(
        f"{CLUB_SEASON}/registrations",
        player_views.RegistrationsOfClub.as_view(),
        name="club_registrations",
    ),
    path(
        f"{CLUB_SEASON}/registered-elsewhere",
        player_views.RegisteredElsewhere.as_view(),
        name="registered_elsewhere",
    ),
    path(f"{SEASON}/transfers", player_views.Transfers.as_view(), name="transfers"),
    path(f"{CLUB_SEASON}/transfers", player_views.TransfersToClub.as_view(), name="club_transfers"),
    path(
        "transfers/<int:transfer>/answer",
        player_views.DecideTransfer.as_view(),
        name="transfer_answer",
    ),
    path(
        "transfers/<int:transfer>/take-back",
        player_views.TakeTransferBack.as_view(),
        name="transfer_take_back",
    ),
    path(f"{CLUB_EVENT}/entries", championship_views.EntriesOfClub.as_view(), name="club_entries"),
    path(f"{CLUB_EVENT}/withdraw", championship_views.WithdrawClub.as_view(), name="club_withdraw"),
    path(
        f"{CLUB_EVENT}/entries/<int:entry>/withdraw",
        championship_views.WithdrawClubEntry.as_view(),
        name="club_entry_withdraw",
    ),
    path(CHAMPIONSHIP, championship_views.ChampionshipFilling.as_view(), name="championship"),
    path(
        f"{CHAMPIONSHIP}/preview",
        championship_views.ChampionshipPreview.as_view(),
        name="championship_preview",
    ),
    path(
        f"{CHAMPIONSHIP}/sources",
        championship_views.ChampionshipSources.as_view(),
        name="championship_sources",
    ),
]
