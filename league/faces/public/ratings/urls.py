"""The addresses of ratings, below `clubs/<club>/`."""

from django.urls import path

from league.faces.public.ratings.views import rating, rating_list

urlpatterns = [
    path("players/<int:player_id>/ratings/<slug:family>/", rating, name="rating"),
    path("ratings/", rating_list, name="ratings"),
    path("ratings/<slug:family>/", rating_list, name="ratings_of"),
]
