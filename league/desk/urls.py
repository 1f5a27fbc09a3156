"""The addresses of the desk: one's clubs, and below each club its people, events and journal."""

from django.urls import include, path

from league.desk.club import audit, look, website
from league.desk.club import home as club_home
from league.desk.club import settings as club_settings
from league.desk.finding import search
from league.desk.house_rules import home as house_rules
from league.desk.jobs import job_pages, rebuild
from league.desk.people import apart as people_apart
from league.desk.people import home as people
from league.desk.people import importing, invitations
from league.desk.people import members as people_members
from league.desk.people import merge as people_merge
from league.desk.people import player as people_player
from league.desk.tonight import code as tonight_code
from league.desk.tonight import home as tonight
from league.desk.tonight import pairs

app_name = "desk"

CLUB = "<slug:club>/"
PLAYER = f"{CLUB}people/<int:player>/"
MEMBERS = f"{CLUB}members/"
RULES = f"{CLUB}house-rules/"
TONIGHT = f"{CLUB}tonight/"

urlpatterns = [
    path("", club_home.home, name="home"),
    path("new/", club_settings.club_new, name="club_new"),
    path(CLUB, club_home.club_home, name="club"),
    path(f"{CLUB}settings/", club_settings.settings, name="club_settings"),
    path(f"{CLUB}orders/<int:job>/", job_pages.job, name="job"),
    path(f"{CLUB}orders/<int:job>/file/", job_pages.file, name="job_file"),
    path(f"{CLUB}orders/<int:job>/cancel/", job_pages.cancel, name="job_cancel"),
    path(f"{CLUB}anew/<slug:what>/", rebuild.of_club, name="club_rebuild"),
    path(f"{CLUB}settings/look/", look.look, name="club_settings_look"),
    path(f"{CLUB}website/", website.website, name="club_website"),
    path(f"{CLUB}search/", search.search, name="search"),
    path(f"{CLUB}audit/", audit.audit, name="audit"),
    path(RULES, house_rules.house_rules, name="house_rules"),
    path(f"{RULES}new/", house_rules.house_rules_new, name="house_rules_new"),
    path(f"{RULES}<int:rules>/", house_rules.house_rules_change, name="house_rules_change"),
    path(
        f"{RULES}<int:rules>/archive/",
        house_rules.house_rules_archive,
        name="house_rules_archive",
    ),
    path(
        f"{RULES}<int:rules>/bring-back/",
        house_rules.house_rules_bring_back,
        name="house_rules_bring_back",
    ),
    path(TONIGHT, tonight.tonight, name="tonight"),
    path(f"{TONIGHT}game/", tonight.choose, name="tonight_choose"),
    path(f"{TONIGHT}tick/", tonight.tick, name="tonight_tick"),
    path(f"{TONIGHT}present/", tonight.present_part, name="tonight_present"),
    path(f"{TONIGHT}plans/", tonight.plans_part, name="tonight_plans"),
    path(f"{TONIGHT}guest/", tonight.guest, name="tonight_guest"),
    path(f"{TONIGHT}together/", tonight.together, name="tonight_together"),
    path(f"{TONIGHT}pairs/", pairs.even_pairs, name="tonight_pairs"),
    path(f"{TONIGHT}start/", tonight.start, name="tonight_start"),
    path(f"{TONIGHT}code/", tonight_code.code, name="tonight_code"),
    path(f"{TONIGHT}code/make/", tonight_code.code_act, name="tonight_code_act"),
    path(f"{CLUB}people/", people.people, name="people"),
    path(f"{CLUB}people/new/", people_player.player_new, name="player_new"),
    path(f"{CLUB}people/import/", importing.players_import, name="players_import"),
    path(PLAYER, people_player.player, name="player"),
    path(f"{PLAYER}active/", people_player.active, name="player_active"),
    path(f"{PLAYER}apart/", people_apart.apart, name="player_apart"),
    path(f"{PLAYER}may-meet/", people_apart.may_meet, name="player_may_meet"),
    path(f"{PLAYER}link/", people_player.link, name="player_link"),
    path(f"{PLAYER}unlink/", people_player.unlink, name="player_unlink"),
    path(f"{PLAYER}merge/", people_merge.merge, name="player_merge"),
    path(f"{PLAYER}unmerge/", people_merge.unmerge, name="player_unmerge"),
    path(MEMBERS, people_members.members, name="members"),
    path(f"{MEMBERS}bring-back/", people_members.bring_back, name="member_bring_back"),
    path(f"{MEMBERS}<int:member>/role/", people_members.role, name="member_role"),
    path(f"{MEMBERS}<int:member>/remove/", people_members.remove, name="member_remove"),
    path(
        f"{MEMBERS}invitations/<int:invitation>/withdraw/",
        invitations.withdraw,
        name="invitation_withdraw",
    ),
    path(
        f"{MEMBERS}invitations/<int:invitation>/restore/",
        invitations.restore,
        name="invitation_restore",
    ),
    path(
        f"{MEMBERS}invitations/<int:invitation>/again/",
        invitations.send_again,
        name="invitation_again",
    ),
    path(f"{CLUB}events/", include("league.desk.events.urls")),
    path(f"{CLUB}seasons/", include("league.desk.seasons.urls")),
    path(CLUB, include("league.desk.results.urls")),
]
