"""The tools that answer questions about a repository, one a file, in one registry.

Evidence stands in a result's text only as `chatapp.domain.evidence` blocks; `ToolResult.data` is
JSON for the panel. Every artifact begins with `reply.Head`: repository, commit, head_commit,
has_moved, ignored_arguments, more (calls that fetch what was left out). Then:

=================  ================  =======================================================
tool               artifact type     data (TypedDict)
=================  ================  =======================================================
get_overview       overview          `chatapp.codebase.facts.overview.Overview`
search_codebase    search_results    `chatapp.codebase.tools.search.SearchResults`
get_context        wiki_page         `chatapp.codebase.tools.shapes.WikiPage`
get_why            decisions         `chatapp.codebase.tools.why.Decisions`
get_risk           risk_report       `chatapp.codebase.tools.risk.RiskReport`
get_change_risk    risk_report       the same, with `change`
get_dead_code      dead_code         `chatapp.codebase.tools.dead_code.DeadCode`
get_answer (MCP)   answer            `chatapp.codebase.tools.answer.Answer`
get_symbol (MCP)   symbol            `chatapp.codebase.tools.symbol.SymbolReport`
get_health (MCP)   health            `chatapp.codebase.tools.health.Health`
list_repos (MCP)   repositories      `chatapp.codebase.tools.repos.RepositoryList`
=================  ================  =======================================================
"""
