"""The addresses of ratings and pairs, below `clubs/<club>/`."""

from django.urls import path

from league.public.ratings.views import pair, rating, rating_list

urlpatterns = [
    path("players/<int:player_id>/ratings/<slug:family>/", rating, name="rating"),
    path("pairs/<int:player_id>/<int:partner_id>/", pair, name="pair"),
    path("ratings/", rating_list, name="ratings"),
    path("ratings/<slug:family>/", rating_list, name="ratings_of"),
]
