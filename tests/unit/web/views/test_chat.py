from chatapp.domain.providers import (
    ActiveView,
    ChoiceSource,
    KeySource,
    ModelView,
    ProvidersView,
    ProviderView,
)
from chatapp.domain.repositories import IndexState
from chatapp.web.views.chat import chat, composer, facts, index_state, picker
from chatapp.web.views.message import Turn
from tests.unit.web.views.conftest import conversation, repository


def provider(name: str, *models: str, is_ready: bool = True) -> ProviderView:
    return ProviderView(
        provider_id=name,
        name=name.title(),
        default_model=models[0] if models else "",
        models=tuple(ModelView(model, 128_000) for model in models),
        requires_key=not is_ready,
        is_ready=is_ready,
        key_source=KeySource.NONE,
        key_hint="",
        key_variable="",
        base_url="",
    )


def providers(active: str, model: str, *known: ProviderView) -> ProvidersView:
    return ProvidersView(ActiveView(active, model, ChoiceSource.DETECTED), known)


def test_the_index_state_is_one_word() -> None:
    assert index_state(repository()) == "ready"
    assert index_state(repository(head_commit="b" * 40)) == "moved"
    assert index_state(repository(state=IndexState.INDEXING)) == "building"
    assert index_state(repository(state=IndexState.FAILED)) == "failed"


def test_figures_come_with_the_first_index() -> None:
    assert [fact.value for fact in facts(repository())] == ["1,234", "main", "aaaaaaa"]
    assert facts(repository(indexed_commit=None)) == ()


def test_a_new_page_has_no_conversation_yet() -> None:
    page = chat(repository(), None, suggestions=("What?",))
    assert (page.conversation_id, page.title, page.is_live) == ("", "New conversation", False)
    form = composer(page, max_chars=10)
    assert (form.draft_key, form.stop_url, form.is_new) == (f"new-{'r' * 32}", "", True)


def test_a_live_page_can_be_stopped() -> None:
    page = chat(repository(), conversation(), (Turn("m", is_user=False, is_live=True),))
    form = composer(page, max_chars=10)
    assert form.stop_url == "/turns/m/stop"
    assert form.draft_key == "c" * 32


def test_each_composer_has_a_request_id_of_its_own() -> None:
    page = chat(repository(), None)
    ids = {composer(page, max_chars=10).request_id for _ in range(3)}
    assert len(ids) == 3


def test_ready_providers_come_first_and_the_active_model_is_checked() -> None:
    view = providers(
        "b", "two", provider("a", "one", is_ready=False), provider("b", "two", "three")
    )
    made = picker(view, may_add_keys=True)
    assert [group.provider for group in made.groups] == ["B", "A"]
    checked = [
        option.value for group in made.groups for option in group.options if option.is_checked
    ]
    assert checked == ["b|two"]
    assert (made.label, made.is_ready) == ("B · two", True)
    assert made.groups[1].options[0].note == "needs a key"


def test_what_the_person_chose_outranks_the_default() -> None:
    view = providers("a", "one", provider("a", "one", "two"))
    assert picker(view, may_add_keys=False, chosen="a|two").label == "A · two"


def test_a_model_that_no_list_has_can_be_active() -> None:
    made = picker(providers("a", "odd", provider("a", "one")), may_add_keys=False)
    assert (made.label, made.is_ready) == ("A · odd", True)
    assert [option.label for option in made.groups[0].options] == ["odd", "one"]


def test_a_provider_with_one_nameless_model_is_its_name() -> None:
    made = picker(
        providers("extractive", "extractive", provider("extractive", "extractive")),
        may_add_keys=False,
    )
    assert made.label == "Extractive"
