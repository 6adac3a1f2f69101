import pytest

from chatapp.providers.extractive.forms import Form, form_of


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("Hello!", Form.GREETING),
        ("你好", Form.GREETING),
        ("What can you do?", Form.GREETING),
        ("What is this repository?", Form.OVERVIEW),
        ("Give me an overview of the code", Form.OVERVIEW),
        ("How is the project structured?", Form.OVERVIEW),
        ("这个项目是做什么的？", Form.OVERVIEW),
        ("介绍一下整体架构", Form.OVERVIEW),
        ("这个仓库的结构是怎样的？", Form.OVERVIEW),
        ("介绍一下这个项目", Form.OVERVIEW),
        ("Which functions are unused?", Form.DEAD_CODE),
        ("Which unused functions can be deleted?", Form.DEAD_CODE),
        ("有哪些死代码？", Form.DEAD_CODE),
        ("What breaks if I change `Session`?", Form.RISK),
        ("Which files are the riskiest?", Form.RISK),
        ("修改 session.py 有什么风险？", Form.RISK),
        ("Why does the lock carry a token?", Form.WHY),
        ("为什么要用随机 token？", Form.WHY),
        ("Who calls prepare_turn?", Form.CALLERS),
        ("Where is `prepare_turn` used?", Form.CALLERS),
        ("哪里调用了 prepare_turn？", Form.CALLERS),
        ("Where is the session stored?", Form.WHERE),
        ("会话存储在哪里？", Form.WHERE),
        ("How does a turn get from the browser to the provider?", Form.FLOW),
        ("一轮对话如何从浏览器到达提供商？", Form.FLOW),
        ("What does `encode` return?", Form.GENERAL),
    ],
)
def test_the_form_is_told_by_the_words(question: str, form: Form) -> None:
    assert form_of(question) is form
