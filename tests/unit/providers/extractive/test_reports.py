from chatapp.providers.extractive.conversation import Finding
from chatapp.providers.extractive.reports import relayed
from tests.unit.providers.extractive.evidence import block, result


def test_the_tools_words_are_passed_on_without_evidence_and_housekeeping() -> None:
    content = result(
        block("x = 1"),
        text="Repository shop, indexed commit abc.\n\n## Folders\n- src/ 3 files\nMore: 2 more",
    )
    assert relayed(Finding("get_overview", content)) == "**Folders**\n- src/ 3 files"


def test_a_long_report_is_cut_and_says_so() -> None:
    text = relayed(Finding("get_risk", "\n".join(f"- line {number}" for number in range(100))))
    assert text.endswith("- line 59\n… (40)")
