"""The form of a question, told by its surface, in English and Chinese; the first pattern that fits.

It decides which tools are asked and in which order the answer goes. Pure.
"""

import re
from enum import StrEnum
from typing import Final


class Form(StrEnum):
    """The forms of questions that are told apart."""

    GREETING = "greeting"
    OVERVIEW = "overview"
    DEAD_CODE = "dead_code"
    RISK = "risk"
    WHY = "why"
    CALLERS = "callers"
    WHERE = "where"
    FLOW = "flow"
    GENERAL = "general"


_UNUSED: Final = "(dead|unused|unreachable|unreferenced)"
_CODE_NOUN: Final = (
    "(code|functions?|class(es)?|methods?|files?|modules?|symbols?|exports?|imports?|variables?)"
)
_FORMS: Final[tuple[tuple[Form, re.Pattern[str]], ...]] = (
    (
        Form.GREETING,
        re.compile(
            r"^\W*(hi|hello|hey|good (morning|evening)|thanks?( you)?|help)\W*$"
            r"|\b(what can you do|who are you|how do i use (this|you))\b"
            r"|^\W*(你好|您好|嗨|谢谢|在吗|帮助)\W*$|你(能|可以|会)做什么|你是谁|怎么使用你",
            re.IGNORECASE,
        ),
    ),
    (
        Form.OVERVIEW,
        re.compile(
            r"\b(overview|tech(nology)? stack|big picture)\b"
            r"|what (is|does) (this|the) (repo(sitory)?|project|code ?base|app(lication)?)( do)?\b"
            r"|(structure|architecture|organi[sz]ation|layout) of (this|the) "
            r"(repo|project|code|app)"
            r"|how is (this|the) (repo(sitory)?|project|code ?base) (structured|organi[sz]ed)"
            r"|what('s| is) in (this|the) (repo|project|code)"
            r"|(概览|概述|总览|整体(架构|结构)|技术栈|项目结构|代码结构|目录结构)"
            r"|(这个|该|本|整个)(仓库|项目|代码库|工程)的?(整体)?(结构|架构|组织|布局)"
            r"|介绍(一下|下)?(这个|该|本|整个)?(仓库|项目|代码库|工程)"
            r"|(这个|该|本)(仓库|项目|代码库|工程)(里|中)?(是|做|有|用来)?(干|做)?(什么|哪些)",
            re.IGNORECASE,
        ),
    ),
    (
        Form.DEAD_CODE,
        re.compile(
            rf"\b{_UNUSED}\b.{{0,30}}\b{_CODE_NOUN}\b|\b{_CODE_NOUN}\b.{{0,30}}\b{_UNUSED}\b"
            r"|\b(can|could) be (safely )?(removed|deleted)\b"
            r"|死代码|未使用|没有?(被)?(用|使用|引用)到?的|可以(安全)?删除",
            re.IGNORECASE,
        ),
    ),
    (
        Form.RISK,
        re.compile(
            r"\brisk(y|iest|s)?\b|\bwhat (breaks|would break|could break|might break)\b"
            r"|\b(impact|blast radius|side effects?) of\b|\bwhat is affected\b"
            r"|\bhotspots?\b|\bsafe to (change|modify|touch)\b"
            r"|风险|影响(什么|哪些|范围|面)|会(破坏|影响|弄坏)|热点",
            re.IGNORECASE,
        ),
    ),
    (
        Form.WHY,
        re.compile(
            r"^\s*why\b|\b(reason|rationale|motivation)\b|\bwhy (is|was|does|do|did|are|not)\b"
            r"|为什么|为何|原因|理由|缘由|出于什么",
            re.IGNORECASE,
        ),
    ),
    (
        Form.CALLERS,
        re.compile(
            r"\b(who|what|which \w+|where) (calls?|uses?|invokes?|references?)\b"
            r"|\bcallers? of\b|\busages? of\b|\b(is|are) .{1,60} (called|used|invoked)( from)?\b"
            r"|(谁|哪里|哪些(地方|函数)?|什么地方|何处)(会)?(在)?(调用|使用|引用|用到)|调用者|被(谁|哪)",
            re.IGNORECASE,
        ),
    ),
    (
        Form.WHERE,
        re.compile(
            r"^\s*where\b|\bwhere (is|are|does|do)\b|\bwhich files?\b|\bin which file\b"
            r"|在哪(里|儿|个)?|哪个文件|哪些文件|什么位置|何处",
            re.IGNORECASE,
        ),
    ),
    (
        Form.FLOW,
        re.compile(
            r"\bhow\b|\bwhat happens\b|\bstep by step\b|\bwalk me through\b|\btrace\b|\bflow\b"
            r"|\bfrom .+ to\b|如何|怎么|怎样|流程|过程|一步步|步骤|经过",
            re.IGNORECASE,
        ),
    ),
)


def form_of(text: str) -> Form:
    """The form of the question, `GENERAL` when no pattern fits."""
    return next((form for form, pattern in _FORMS if pattern.search(text)), Form.GENERAL)
