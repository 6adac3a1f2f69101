// chatapp's own script: delegated listeners on the document, nothing inline, nothing stored but drafts.
"use strict";
const $ = (selector, root = document) => root.querySelector(selector);
const on = (type, selector, handle) => document.addEventListener(type, (event) => {
  const found = event.target.closest?.(selector);
  if (found) handle(found, event);
}, type === "mouseover" || type === "focusin" ? { passive: true } : false);
const box = () => $("#text");
const isTyping = (node) => node.matches("input, textarea, select, [contenteditable]");

// -- composer: Enter sends, unless an input method is composing (both event orders; 229 is Safari's)
let composedAt = -1;
document.addEventListener("compositionend", (event) => { composedAt = event.timeStamp; });
const isComposing = (event) => event.isComposing || event.keyCode === 229 || event.timeStamp - composedAt < 40;

function send() {
  if (box()?.value.trim() && !$("[data-key=stop]")) box().form.requestSubmit();
}

on("keydown", "#text", (text, event) => {
  if (event.key === "Enter" && !event.shiftKey && !isComposing(event)) {
    event.preventDefault();
    send();
  } else if (event.key === "ArrowUp" && !text.value && !isComposing(event)) {
    [...document.querySelectorAll("[data-edit]")].pop()?.click();
  }
});

// -- drafts: kept for each conversation, gone once sent
const draftKey = () => box() && `draft:${box().form.dataset.draft}`;
on("input", "#text", (text) => {
  text.value ? localStorage.setItem(draftKey(), text.value) : localStorage.removeItem(draftKey());
});
function restore() {
  if (!box()) return;
  if (!box().value) box().value = localStorage.getItem(draftKey()) || "";
  const kept = localStorage.getItem(modelKey());
  const radio = [...document.querySelectorAll("[name=model]")].find((one) => one.value === kept);
  if (radio && !("needsKey" in radio.dataset)) choose(radio);
}

// -- the model: the choice is kept for each repository of this browser
const modelKey = () => `model:${box().form.elements.repository_id.value}`;
function choose(radio) {
  radio.checked = true;
  $("#provider-picker summary span").textContent = `${radio.dataset.provider} · ${radio.nextElementSibling.textContent}`;
}

on("click", "[data-ask]", (chip) => {
  box().value = chip.dataset.ask;
  box().focus();
  send();
});
on("click", "[data-edit]", (button) => {
  const form = box().form;
  form.elements.edit_of.value = button.dataset.edit;
  $("#chat-editing").hidden = false;
  box().value = $(".raw", button.closest(".turn")).content.textContent;
  box().focus();
});

// -- buttons with a word for what they do
const actions = {
  side: () => document.body.classList.toggle(innerWidth > 720 ? "no-side" : "side-open"),
  panel: () => document.body.classList.toggle(innerWidth > 1180 ? "panel-closed" : "panel-open"),
  close: (button) => button.closest("dialog").close(),
  dismiss: (button) => button.closest(".toast").remove(),
  "end-edit": () => { box().form.elements.edit_of.value = ""; $("#chat-editing").hidden = true; box().value = ""; },
};
on("click", "[data-do]", (button) => actions[button.dataset.do](button));
on("click", "[data-dialog]", (button) => {
  button.closest("details")?.removeAttribute("open");
  document.getElementById(button.dataset.dialog).showModal();
});
on("submit", "[data-confirm]", (form, event) => { if (!confirm(form.dataset.confirm)) event.preventDefault(); });
on("change", "[name=model]", (radio) => {
  const form = $("#provider-key");
  const needsKey = "needsKey" in radio.dataset;
  if (form) form.hidden = !needsKey;
  if (form && needsKey) $("[data-name]", form).textContent = `${radio.dataset.provider}: API key`;
  else { choose(radio); localStorage.setItem(modelKey(), radio.value); }
});
document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll("details.pick[open]")) if (!open.contains(event.target)) open.open = false;
});

// -- copying: a message as Markdown, code as it is
on("click", "[data-copy]", async (button) => {
  const sources = {
    message: () => $(".raw", button.closest(".turn")).content.textContent,
    code: () => $("code", button.closest("figure")).textContent,
    secret: () => $("code", button.closest(".secret")).textContent,
    diagram: () => $("pre", button.closest("figure")).textContent,
  };
  await navigator.clipboard.writeText(sources[button.dataset.copy]());
  button.classList.add("copied");
  setTimeout(() => button.classList.remove("copied"), 1500);
});

// -- the keyboard
const single = { "/": () => $("#search")?.focus(), n: () => $("[data-key=n]").click(), "?": () => $("#keys").showModal(),
  "[": actions.side, "]": actions.panel };
document.addEventListener("keydown", (event) => {
  if (isComposing(event)) return;
  if (event.key === "Escape") return leave();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return send();
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || $("dialog[open]")) return;
  if (single[event.key]) { event.preventDefault(); single[event.key](); }
});
function leave() {
  const open = $("details.pick[open]");
  if (open) { open.open = false; $("summary", open).focus(); }
  else if ($("#peek:popover-open")) hidePeek();
  else if ($(".side-open, .panel-open")) document.body.classList.remove("side-open", "panel-open");
  else if (!$("dialog[open]")) $("[data-key=stop]")?.click();
}
on("keydown", "[role=tab]", (tab, event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const tabs = [...tab.parentElement.children];
  if (step) tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length].focus();
});
on("click", "[data-artifact]", (button) => {
  document.body.classList.remove("panel-closed");
  if (innerWidth <= 1180) document.body.classList.add("panel-open");
  document.getElementById(`artifact-tab-${button.dataset.artifact}`)?.click();
});

// -- the peek: cited lines beside the citation that is pointed at
let peeking;
async function showPeek(link) {
  const match = link.getAttribute("href").match(/^\/repos\/(\w+)\/blob\/(\w+)\/([^#?]+)[^#]*#(L.+)$/);
  if (!match) return;
  const [, repository, commit, path, lines] = match;
  await htmx.ajax("GET", `/fragments/code/peek/${repository}/${path}?commit=${commit}&at=${lines}`, { target: "#peek", swap: "innerHTML" });
  if (peeking !== link) return;
  const peek = $("#peek"), at = link.getBoundingClientRect();
  peek.showPopover();
  const below = at.bottom + 6 + peek.offsetHeight < innerHeight;
  peek.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - 6 - peek.offsetHeight)}px`;
  peek.style.left = `${Math.max(8, Math.min(at.left - 20, innerWidth - peek.offsetWidth - 8))}px`;
}
function hidePeek() { peeking = undefined; if ($("#peek:popover-open")) $("#peek").hidePopover(); }
function point(link) {
  if (peeking === link || !matchMedia("(min-width: 721px)").matches) return;
  peeking = link;
  setTimeout(() => { if (peeking === link) showPeek(link); }, 180);
}
on("mouseover", ".md .cite, .sources .cite", point);
on("focusin", ".md .cite", point);
document.addEventListener("mouseover", (event) => {
  if (peeking && !event.target.closest(".cite, #peek")) hidePeek();
}, { passive: true });
document.addEventListener("scroll", hidePeek, { passive: true, capture: true });

// -- the log follows the answer until its question reaches the top, unless the reader scrolls away
let follows = true;
function goal() {
  const log = $("#log"), questions = log.querySelectorAll(".you");
  const last = questions[questions.length - 1];
  return Math.min(log.scrollHeight - log.clientHeight, last ? last.offsetTop - 16 : Infinity);
}
document.addEventListener("scroll", (event) => {
  if (event.target.id === "log") follows = Math.abs(event.target.scrollTop - goal()) < 60;
}, { passive: true, capture: true });
const toEnd = () => { const log = $("#log"); if (log) log.scrollTop = goal(); };
let settling = false;
function settle() {
  if (settling) return;
  settling = true;
  requestAnimationFrame(() => {
    settling = false;
    if (follows) toEnd();
    for (const tab of document.querySelectorAll('[role="tab"][aria-selected="true"], .nav-tabs [aria-current]')) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    drawDiagrams().then((drawn) => { if (drawn && follows) toEnd(); });
    $("dialog[data-open]:not([open])")?.showModal();
  });
}
document.addEventListener("htmx:after:swap", settle);

// -- a burst of messages is one long task unless the page may breathe in between
let breath = 0;
document.addEventListener("htmx:sse:before:message", (event) => {
  if (performance.now() - breath < 12) return;
  event.detail.waitUntil(new Promise((go) => setTimeout(() => { breath = performance.now(); go(); })));
});

// -- streams: a first connect that failed is tried again; a session that ended asks to sign in
const waits = new WeakMap();
function again(connector) {
  const wait = Math.min((waits.get(connector) || 500) * 2, 30000);
  waits.set(connector, wait);
  setTimeout(() => { if (connector.isConnected) htmx.process(connector, true); }, wait);
}
for (const name of ["htmx:response:error", "htmx:error"]) document.addEventListener(name, (event) => {
  const { ctx } = event.detail;
  if (ctx?.sourceElement?.matches?.("[data-connector]")) again(ctx.sourceElement);
  else if (name === "htmx:error" && $("#chat-unreachable")) $("#chat-unreachable").hidden = false;
});
document.addEventListener("htmx:sse:error", (event) => {
  if ([401, 403].includes(event.detail.status)) location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
});

// -- other tabs of the same conversation hear of a new question and fetch the log once
const news = "BroadcastChannel" in window ? new BroadcastChannel("chatapp") : null;
const conversation = () => $("#chat-thread")?.dataset.conversation;
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.sourceElement?.id !== "chat-composer" || $("#chat-problem .note")) return;
  localStorage.removeItem(`draft:${event.detail.ctx.sourceElement.dataset.draft}`);
  follows = true;
  toEnd();
  news?.postMessage(conversation());
});
const refresh = () => { if (!$("[data-connector]") && conversation()) htmx.trigger("#chat-thread", "chatapp:news"); };
news?.addEventListener("message", (event) => { if (event.data === conversation()) refresh(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

document.addEventListener("DOMContentLoaded", () => { restore(); settle(); markLines(); });

// -- a range in the address marks its lines
function markLines() {
  const match = location.hash.match(/^#L(\d+)-L(\d+)$/);
  if (!match || !$("[data-blob]")) return;
  for (let line = +match[1]; line <= Math.min(+match[2], +match[1] + 5000); line += 1) $(`#L${line}`)?.classList.add("hot");
  $(`#L${match[1]}`)?.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", markLines);

// -- tables whose heads sort
on("click", "[data-sortable] th", (head) => {
  const rows = [...head.closest("table").tBodies[0].rows];
  const falls = head.getAttribute("aria-sort") !== "descending";
  const value = (row) => { const cell = row.cells[head.cellIndex]; return cell.dataset.value ?? cell.textContent.trim(); };
  const order = (a, b) => value(b).localeCompare(value(a), undefined, { numeric: true });
  for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", falls ? "descending" : "ascending");
  head.closest("table").tBodies[0].append(...rows.sort(falls ? order : (a, b) => order(b, a)));
});
