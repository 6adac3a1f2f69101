from chatapp.infra.local import Local


def test_object_is_made_once_and_kept_by_its_type() -> None:
    local = Local()
    first = local.get(list, list)
    assert local.get(list, list) is first
    assert local.get(dict, dict) == {}
    assert Local().get(list, list) is not first
