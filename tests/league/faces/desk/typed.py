"""What the forms of the desk send."""


def value_typed(form, name):
    value = form[name].value()
    return {} if value is None or value is False else {name: value}


def all_typed_on(client, address):
    """Return what the page's form would send as it stands, boxes that are not ticked left out."""
    form = client.get(address).context["form"]
    return {
        name: value for field in form.fields for name, value in value_typed(form, field).items()
    }


FINALS = {
    "name": "Finals",
    "takes": "top",
    "places": "4",
    "carries": "0",
    "format": "knockout",
    "order": "seed",
    "bye_award": "as_scored",
    "knockout-third_place": "on",
}
