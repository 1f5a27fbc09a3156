"""Lists come in pages: 50 rows unless asked otherwise, 100 at most."""

from rest_framework.pagination import CursorPagination, PageNumberPagination


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100


class NewestFirst(CursorPagination):
    """For lists that only grow, and are too long to be counted."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 100
    ordering = "-id"
