"""Pictures as a club sends them."""

from io import BytesIO

from PIL import Image


def picture_file(form="PNG", size=(64, 48), mode="RGB", colour=(200, 20, 40), **more) -> bytes:
    out = BytesIO()
    Image.new(mode, size, colour).save(out, form, **more)
    return out.getvalue()
