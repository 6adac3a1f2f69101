import pytest

from chatapp.web.markdown.sanitise import sanitise


@pytest.mark.requirement("X07")
def test_only_the_list_is_let_through() -> None:
    dirty = (
        '<p id="a" name="b" style="x" class="btn" hx-get="/x" data-hx-get="/y" onclick="z">t</p>'
    )
    assert sanitise(dirty) == "<p>t</p>"


def test_classes_are_a_closed_set() -> None:
    assert sanitise('<span class="k btn">x</span>') == '<span class="k">x</span>'


def test_a_button_can_only_copy() -> None:
    dirty = '<button type="submit" formaction="/x" data-copy="code" class="ib">x</button>'
    assert sanitise(dirty) == '<button data-copy="code" class="ib">x</button>'


def test_scripts_and_styles_go_with_their_text() -> None:
    assert sanitise("a<script>b</script><style>c</style>d") == "ad"
