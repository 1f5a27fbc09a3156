"""The addresses of an evening at the desk, below `<club>/`."""

from django.urls import path

from league.faces.desk.tonight import views

TONIGHT = "tonight/"

urlpatterns = [
    path(TONIGHT, views.tonight, name="tonight"),
    path(f"{TONIGHT}game/", views.choose, name="tonight_choose"),
    path(f"{TONIGHT}tick/", views.tick, name="tonight_tick"),
    path(f"{TONIGHT}present/", views.present_part, name="tonight_present"),
    path(f"{TONIGHT}plans/", views.plans_part, name="tonight_plans"),
    path(f"{TONIGHT}guest/", views.guest, name="tonight_guest"),
    path(f"{TONIGHT}together/", views.together, name="tonight_together"),
    path(f"{TONIGHT}pairs/", views.even_pairs, name="tonight_pairs"),
    path(f"{TONIGHT}start/", views.start, name="tonight_start"),
    path(f"{TONIGHT}events/<slug:event>/", views.event_part, name="tonight_event"),
    path(f"{TONIGHT}events/<slug:event>/enter/", views.entry_add, name="tonight_entry"),
    path(f"{TONIGHT}code/", views.code, name="tonight_code"),
    path(f"{TONIGHT}code/make/", views.code_act, name="tonight_code_act"),
]
