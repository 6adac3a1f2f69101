from chatapp.providers.extractive.conversation import Finding
from chatapp.providers.extractive.phrases import PHRASES
from chatapp.providers.extractive.reports import opening, relayed
from tests.unit.providers.extractive.evidence import block, result


def test_the_tools_words_are_passed_on_without_evidence_and_housekeeping() -> None:
    content = result(
        block("x = 1"),
        text="Repository shop, indexed commit abc.\n\n## Folders\n- src/ 3 files\nMore: 2 more",
    )
    assert relayed(Finding("get_overview", content)) == "**Folders**\n\n- src/ 3 files"


def test_a_long_report_is_cut_and_says_so() -> None:
    text = relayed(Finding("get_risk", "\n".join(f"- line {number}" for number in range(100))))
    assert text.endswith("- line 59\n… (40)")


def test_a_section_without_a_list_is_left_out_and_facts_are_items() -> None:
    text = relayed(Finding("get_risk", "Hotspots:\nFolders:\n- src/\nOwner: Ada"))
    assert text == "**Folders:**\n\n- src/\n- **Owner:** Ada"


def test_an_overview_opens_with_the_readme() -> None:
    readme = block("# Shop\n\nSells things.", "README.md")
    finding = Finding("get_overview", result(readme, text="3 files"))
    assert list(opening(finding, PHRASES["en"])) == [
        "From `README.md:1-3`:",
        "> **Shop**\n>\n> Sells things.",
    ]
    assert list(opening(Finding("get_risk", result(readme)), PHRASES["en"])) == []
