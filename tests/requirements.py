"""The promises of this product: an id, a sentence, and where it comes from.

A test proves a promise by `@pytest.mark.requirement("ID")`. `tests/meta/test_requirements.py`
checks both ways: no promise without a test, no test id without a promise. What is not built yet
stands in `PLANNED` with the reason, and must not be claimed by any test.
"""

from typing import Final, NamedTuple


class Promise(NamedTuple):
    """One promise; the source names the document that asks for it."""

    id: str
    sentence: str
    source: str = "cases/requirements.jsonl"


PROMISES: Final = (
    Promise("P01", "Parallel tool calls keep their own id and arguments, however they are split"),
    Promise("P03", "Chunks without choices never end a stream; usage counts once"),
    Promise("P05", "An error frame inside a stream fails the turn with the upstream's own words"),
    Promise("P06", "A provider error after text keeps the text and says that it is incomplete"),
    Promise("P07", "After the first visible token nothing is restarted behind the reader's back"),
    Promise("P08", "A connection that dies mid-answer is an interruption, not a success"),
    Promise("P10", "Empty tool arguments mean no arguments"),
    Promise("P11", "Gemini's thought signatures stay on their part, also through the store"),
    Promise("P13", "Empty and blocked Gemini answers are told apart and said plainly"),
    Promise("P14", "Blank text and empty assistant turns never reach a provider"),
    Promise("P16", "A retry without reasoning has none in any field"),
    Promise("P17", "A tool call that was cut off is never run"),
    Promise("P20", "A character split over two packets arrives whole"),
    Promise("S01", "Only CR, LF and CRLF end a line of an event stream"),
    Promise("S02", "Content cannot forge an event"),
    Promise("S06", "A silent stream is kept alive in every phase"),
    Promise("S08", "A reconnect gets what it missed, once; an unknown id gets a snapshot"),
    Promise("S10", "A reload in the middle of an answer loses nothing"),
    Promise("S11", "Open streams hold no database connection"),
    Promise("S13", "Every stream ends with exactly one terminal event, without a stack trace"),
    Promise("S14", "Refused streams stop reconnecting, unavailable ones recover"),
    Promise("A01", "A stopped turn's missing tool results never block the conversation"),
    Promise("A03", "A model that repeats itself is stopped early"),
    Promise("A04", "The configured number of rounds is the number that runs"),
    Promise("A05", "Stop reaches the provider within two seconds"),
    Promise("A07", "Requests fit the model's window, in pairs, and the user is told"),
    Promise("A09", "Unreadable tool arguments are told apart from cut-off ones"),
    Promise("M07", "A huge tool result is cut with a note and kept once in full"),
    Promise("H01", "Concurrent writers append; renaming touches only the name"),
    Promise("H02", "A fork has the same messages in the same order"),
    Promise("H03", "A message goes to the head of the conversation it was written in"),
    Promise("H05", "A conversation shows its own events only"),
    Promise("H06", "NUL characters are stored visibly, alike on every database"),
    Promise("I01", "The same request id runs once, whatever happens to the connection"),
    Promise("I03", "Claims are atomic and free themselves after a crash"),
    Promise("I05", "Without Redis, turns answer 503 and recover without a restart"),
    Promise("R01", "A hang-up gives its slot back"),
    Promise("R04", "Concurrency limits hold over all workers"),
    Promise("R05", "A leaked slot expires by itself"),
    Promise("R06", "A busy provider is waited for as it asks, or failed fast"),
    Promise("F06", "Nobody reads another's files"),
    Promise("X01", "Diagrams cannot run scripts"),
    Promise("X04", "A diagram is drawn when its fence closes, and leaves nothing behind"),
    Promise("X05", "Only safe links are links"),
    Promise("X07", "Answers cannot drive htmx"),
    Promise("X08", "Long answers do not freeze the page"),
    Promise("X09", "Every prefix of an answer renders well-formed and safe"),
    Promise("G01", "Nothing outside the repository is ever read"),
    Promise("G02", "Link loops do not stop the index or a tool"),
    Promise("G04", "File names of any bytes are listed and shown"),
    Promise("G06", "Huge files and lines stay bounded"),
    Promise("G08", "User text never becomes an option or a protocol of git"),
    Promise("G09", "The index says which commit it shows and follows the branch"),
    Promise("G10", "An incremental index equals a full one, row by row"),
    Promise("Q01", "Chinese, Japanese, Korean and Thai text is found"),
    Promise("Q03", "No query text breaks the search"),
    Promise("Q05", "Every rendered citation resolves; others are marked as text"),
    Promise("U01", "Every route with an id hides other owners' rows"),
    Promise("U03", "Identity comes from the credential alone"),
    Promise("U04", "Secrets appear in no stream, row, log or page"),
    Promise("W01", "At most one stream a visible conversation"),
    Promise("W03", "Back and reload show whole, fresh pages"),
    Promise("W04", "Two tabs of a conversation agree"),
    Promise("W05", "Every failure is said, and the input is kept"),
    Promise("D02", "Heavy work leaves streams alive"),
    Promise("D03", "Every turn has a deadline, and a restart ends in time"),
    Promise("D04", "Many processes starting together migrate once"),
    Promise("D06", "No page asks anything of another origin"),
    Promise("C01", "Enter during composition never sends"),
    Promise("E02", "Search, read and citation count lines alike"),
    Promise("E03", "Invisible characters are shown, byte-order marks ignored"),
)

PLANNED: Final = {
    "M01": "issue 5: the MCP bridge",
    "M03": "issue 5: the MCP bridge",
    "M05": "issue 5: names of other people's MCP tools",
    "M08": "issue 5: the MCP bridge",
    "M10": "issue 5: MCP administration",
    "M11": "issue 5: MCP administration",
    "M12": "issue 5: MCP administration",
    "S04": "issue 8: the shipped proxy example, tried through two hops",
    "F02": "issue 6: file jobs",
    "F03": "issue 6: file jobs",
    "F05": "issue 6: file formats",
}
