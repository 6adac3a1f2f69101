"""What kind of question it is and what it is about: its form, its names, its words.

Pure reading of one sentence by its surface; no understanding is claimed. Used by the plan (which
tools) and by the answer (which lines, in which order).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chatapp.domain.language import language_of
from chatapp.providers.extractive.forms import Form, form_of
from chatapp.providers.extractive.glossary import choices_for
from chatapp.providers.extractive.stopwords import STOPWORDS

_QUOTED: Final = re.compile(r"[`\"“'‘]([^`\"”'’\s]{2,120})[`\"”'’]")
_IDENTIFIER: Final = re.compile(
    r"(?<![\w/.])(?:[A-Za-z_]\w*\.)*"
    r"(?:[A-Za-z]+_\w+|_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|[A-Z]{2,}[a-z]+\w*|[A-Za-z_]\w*(?=\(\)))(?![\w/])"
)
_SOUGHT: Final = re.compile(
    r"\bwhere (?:is|are) (?:the )?(?:(?:class|function|method|type|struct|interface|constant) )?"
    r"([A-Za-z_]\w{2,})(?: class| function| method| type)? (?:defined|declared)\b"
    r"|([A-Za-z_]\w{2,})\s*(?:这个)?(?:类|函数|方法|类型|接口)?\s*(?:是|被)?\s*(?:在)?(?:哪里|哪儿|哪个文件)"
    r"[^\w]{0,2}(?:里|中)?(?:被)?(?:定义|声明)",
    re.IGNORECASE,
)
"""A definition is asked for by a name that looks like a plain word: ``Where is Basket defined?``"""
_DOTTED: Final = re.compile(r"(?<![\w/.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w/])")
_PATH: Final = re.compile(
    r"(?<![\w/])(?:[\w.-]+/)+[\w.-]*\w|(?<![\w/.])[\w-]+\.[a-z]{1,5}(?![\w(])"
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9]+")
_FILE_SUFFIX: Final = re.compile(
    r"\.(py|pyi|js|jsx|ts|tsx|go|java|rs|c|h|cc|cpp|hpp|cs|rb|php|kt|swift|scala|sh|md|rst|txt|toml"
    r"|ya?ml|json|cfg|ini|html|css|sql)$"
)
_POINTING_BACK: Final = re.compile(
    r"\b(it|its|that|this|these|those|they|them|there|the same|above)\b"
    r"|它|这个|那个|这些|那些|上面|前面|刚才|其",
    re.IGNORECASE,
)
_TESTS: Final = re.compile(r"\btest|测试|用例|单测", re.IGNORECASE)
_PROJECT: Final = re.compile(
    r"\b(changelog|changed in|release|version|history|contribut|licen[cs]e|author|since when)"
    r"|更新日志|变更记录|版本|发布|许可|贡献",
    re.IGNORECASE,
)
_HAN_RUN: Final = re.compile(r"[\u3400-\u9fff]+")
_HAN_STOP: Final = re.compile(
    r"什么|怎么|怎样|如何|为什么|为何|哪里|哪些|哪个|这个|那个|这些|那些|一个|是否|可以|以及|的|了|吗|呢|是|在"
)
FEW_TERMS: Final = 2


@dataclass(frozen=True, slots=True)
class Question:
    """One question, read.

    Attributes:
        text: As it was asked.
        names: Identifiers it names, without brackets, in order.
        paths: Files or folders it names.
        choices: Its content words in lower case, in order, each with others for the same thing:
            what code may call what a Chinese word names.
        han: Pairs of neighbouring Han characters, for text that is Chinese itself.
        language: ``en`` or ``zh``: what to answer in.
    """

    text: str
    form: Form
    names: tuple[str, ...]
    paths: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    han: tuple[str, ...]
    language: str

    @property
    def terms(self) -> tuple[str, ...]:
        """All content words, English for Chinese ones, each once."""
        return tuple(dict.fromkeys(word for words in self.choices for word in words))

    @property
    def is_about_tests(self) -> bool:
        """Whether tests are what is asked about, not something in the way."""
        return _TESTS.search(self.text) is not None

    @property
    def is_about_project(self) -> bool:
        """Whether releases, contributing and the like are what is asked about."""
        return _PROJECT.search(self.text) is not None

    @property
    def points_back(self) -> bool:
        """Whether it can only be understood with the question before it."""
        is_vague = len(self.terms) <= FEW_TERMS and not (self.names or self.paths)
        return is_vague or (_POINTING_BACK.search(self.text) is not None and not self.names)

    def about(self, words: Sequence[str]) -> "Question":
        """The same question as if these words were all it said."""
        return replace(self, names=(), paths=(), choices=tuple((word,) for word in words), han=())


def read(text: str) -> Question:
    """Read one question."""
    names, paths = _names(text), _paths(text)
    return Question(
        text, form_of(text), names, paths, _choices(text), _han(text), language_of(text)
    )


def joined(question: Question, earlier: Question) -> Question:
    """The question with what the earlier one was about put behind its own words."""
    return Question(
        question.text,
        question.form,
        question.names or earlier.names,
        question.paths or earlier.paths,
        tuple(dict.fromkeys((*question.choices, *earlier.choices))),
        tuple(dict.fromkeys((*question.han, *earlier.han))),
        question.language,
    )


def _names(text: str) -> tuple[str, ...]:
    quoted = (name.removesuffix("()") for name in _QUOTED.findall(text))
    sought = (english or chinese for english, chinese in _SOUGHT.findall(text))
    named = (name for name in sought if name.lower() not in STOPWORDS)
    found = (*quoted, *_DOTTED.findall(text), *_IDENTIFIER.findall(text), *named)
    return tuple(
        name for name in dict.fromkeys(found) if "/" not in name and not _FILE_SUFFIX.search(name)
    )


def _paths(text: str) -> tuple[str, ...]:
    found = _PATH.findall(text)
    return tuple(dict.fromkeys(path for path in found if "/" in path or _FILE_SUFFIX.search(path)))


def _choices(text: str) -> tuple[tuple[str, ...], ...]:
    words = (word.lower() for word in _words(text))
    kept = ((word,) for word in words if word not in STOPWORDS)
    return tuple(dict.fromkeys((*kept, *choices_for(text))))


def _han(text: str) -> tuple[str, ...]:
    runs = _HAN_RUN.findall(_HAN_STOP.sub(" ", text))
    pairs = (run[place : place + 2] for run in runs for place in range(len(run) - 1))
    return tuple(dict.fromkeys(pairs))


def _words(text: str) -> Iterator[str]:
    """Words, and the parts of identifiers beside the whole."""
    for word in _WORD.findall(text.replace("_", " ")):
        yield word
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", word)
        yield from (part for part in parts if len(part) > 1 and part != word)
