"""The words of the answers, in the languages that are spoken; everything else is evidence."""

from dataclasses import dataclass
from typing import Final

from chatapp.domain.language import CHINESE, ENGLISH


@dataclass(frozen=True, slots=True)
class Phrases:
    """Sentences with ``{places}``, ``{name}`` and so on to fill in."""

    defined: str
    mainly: str
    chain: str
    steps: str
    passages: str
    call_sites: str
    report: dict[str, str]
    reasons: str
    no_reasons: str
    readme: str
    document: str
    calls: str
    related: str
    nothing: str
    unknown: str
    greeting: str
    no_tools: str
    failed: str
    note: str
    bare_note: str
    joiner: str
    colon: str


PHRASES: Final = {
    ENGLISH: Phrases(
        defined="`{name}` is defined at {place}.",
        mainly="The code that answers this is mainly in {places}.",
        chain="Following the calls: {names}.",
        steps="### Step by step",
        passages="### What the code says",
        call_sites="### Where `{name}` is used",
        report={
            "get_overview": "### Overview",
            "get_risk": "### Risk",
            "get_change_risk": "### Risk of the change",
            "get_dead_code": "### Probably unused",
        },
        reasons="### Recorded reasons",
        no_reasons="No decision record, comment or commit message says why; this is the code.",
        readme="From {place}:",
        document="The documentation explains this, in {place}:",
        calls="From here it goes on to {names}.",
        related="### Related places",
        nothing=(
            "I found nothing in the index that matches **{terms}**.\n\n"
            "What usually helps:\n"
            "- name a function, class or file, for example `Session.request` or `src/app.py`;\n"
            "- use the words that the code uses rather than a description;\n"
            "- ask for an overview of the repository first."
        ),
        unknown="Nothing here mentions {terms}. The closest places are these.",
        greeting=(
            "I answer questions about this repository with the lines that show it. For example:\n\n"
            "- What is in this repository?\n"
            "- How does a request get from the browser to the database?\n"
            "- Where is `Session` defined, and who calls it?\n"
            "- Why is the cache keyed by version?\n"
            "- What could break if `src/app.py` changes?"
        ),
        no_tools="Nothing can be searched here: no repository or document collection is attached.",
        failed="The search could not be carried out: {errors}",
        note=(
            "*Composed from the lines quoted above without a language model. Choose a model in the"
            " provider settings for an answer in its own words.*"
        ),
        bare_note="*No language model is in use. Choose one in the provider settings.*",
        joiner=", ",
        colon=": ",
    ),
    CHINESE: Phrases(
        defined="`{name}` 定义在 {place}。",
        mainly="相关的代码主要在 {places}。",
        chain="沿着调用关系：{names}。",
        steps="### 逐步说明",
        passages="### 代码中的依据",
        call_sites="### 使用 `{name}` 的地方",
        report={
            "get_overview": "### 概览",
            "get_risk": "### 风险",
            "get_change_risk": "### 这次改动的风险",
            "get_dead_code": "### 可能未被使用的代码",
        },
        reasons="### 有记录的原因",
        no_reasons="没有决策记录、注释或提交说明写明原因；以下是相关代码。",
        readme="摘自 {place}：",
        document="文档中有说明，见 {place}：",
        calls="接着调用 {names}。",
        related="### 其他相关位置",
        nothing=(
            "在索引中没有找到与 **{terms}** 匹配的内容。\n\n"
            "可以试试：\n"
            "- 写出函数、类或文件的名字，例如 `Session.request` 或 `src/app.py`；\n"
            "- 使用代码里出现的词（通常是英文），而不是描述；\n"
            "- 先问一问这个仓库的概览。"
        ),
        unknown="这里没有任何地方提到 {terms}。以下是最接近的位置。",
        greeting=(
            "我回答关于这个代码仓库的问题，并给出作为依据的代码行。例如：\n\n"
            "- 这个仓库里有什么？\n"
            "- 一个请求如何从浏览器到达数据库？\n"
            "- `Session` 定义在哪里，谁调用了它？\n"
            "- 为什么缓存要按版本区分？\n"
            "- 修改 `src/app.py` 会影响什么？"
        ),
        no_tools="这里没有可以检索的内容：没有关联任何代码仓库或文档。",
        failed="检索没有成功：{errors}",
        note="*以上内容由引用的代码行直接整理而成，没有使用语言模型。如需模型用自己的话回答，请在“模型提供商”设置中选择一个模型。*",
        bare_note="*没有使用语言模型。可以在“模型提供商”设置中选择一个。*",
        joiner="、",
        colon="：",
    ),
}
