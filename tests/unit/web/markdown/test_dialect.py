import pytest

from chatapp.web.markdown.dialect import is_harmless

SAFE = ["https://example.org/a?b=c#d", "http://e.org", "mailto:a@example.org", "/repos/1", "#there"]
SAFE += ["docs/index.html", "?q=1"]
UNSAFE = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\x01javascript:alert(1)",
    "java\u200bscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "javascript://%0Aalert(1)",
    "//evil.example/x",
    "\\\\evil.example",
    "ftp://example.org",
]


@pytest.mark.requirement("X05")
@pytest.mark.parametrize("url", UNSAFE)
def test_other_schemes_are_refused(url: str) -> None:
    assert not is_harmless(url)


@pytest.mark.requirement("X05")
@pytest.mark.parametrize("url", SAFE)
def test_http_mail_and_paths_of_this_site_are_kept(url: str) -> None:
    assert is_harmless(url)
