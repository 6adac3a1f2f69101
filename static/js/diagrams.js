// Mermaid, drawn in a sandboxed frame without an origin; what comes back is shown as an image.
"use strict";
const waiting = new Map();
let port;

function frame() {
  port ??= new Promise((resolve) => {
    const inner = document.createElement("iframe");
    Object.assign(inner, { src: "/diagram/frame", className: "drawer-frame", title: "", tabIndex: -1, ariaHidden: "true" });
    inner.setAttribute("sandbox", "allow-scripts");
    inner.addEventListener("load", () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        if (data.ready) return resolve(port1);
        waiting.get(data.id)?.(data);
        waiting.delete(data.id);
      };
      inner.contentWindow.postMessage("port", "*", [port2]);
    });
    document.body.append(inner);
  });
  return port;
}

// The page's own colours, asked of the page: a probe element turns each token into a plain colour.
function look() {
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (token) => { probe.style.color = `var(--${token})`; return getComputedStyle(probe).color; };
  const [bg, ink, line, soft, accent, sunk] = ["bg", "ink", "ink-3", "soft", "accent", "sunk"].map(colour);
  probe.remove();
  return { fontFamily: "ui-monospace, DejaVu Sans Mono, monospace", fontSize: "13px", background: bg, primaryColor: bg,
    primaryTextColor: ink, primaryBorderColor: line, lineColor: line, textColor: ink, secondaryColor: soft,
    secondaryBorderColor: accent, tertiaryColor: sunk, tertiaryBorderColor: line, edgeLabelBackground: bg };
}

async function draw(source) {
  const to = await frame(), id = crypto.randomUUID();
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    to.postMessage({ id, source, look: look() });
  });
}

// One repair: a label with signs that Mermaid reads as syntax gets its quotes.
const quoted = (source) => source.replace(/\[([^"[\]]*[(){}<>:;|/][^"[\]]*)\]/g, (_all, label) => `["${label}"]`);

async function drawDiagrams() {
  const figures = [...document.querySelectorAll("figure.diagram:not([data-drawn])")];
  for (const figure of figures) figure.dataset.drawn = "";
  for (const figure of figures) {
    const source = figure.querySelector("pre").textContent;
    let drawn = await draw(source);
    if (drawn.error && quoted(source) !== source) drawn = await draw(quoted(source));
    if (drawn.error) { figure.querySelector("details").open = true; figure.dataset.drawn = "failed"; continue; }
    const image = new Image();
    image.alt = figure.querySelector("figcaption").textContent.trim();
    image.src = URL.createObjectURL(new Blob([drawn.svg], { type: "image/svg+xml" }));
    figure.querySelector(".canvas").replaceChildren(image);
    const save = Object.assign(document.createElement("a"), { href: image.src, download: "diagram.svg", textContent: "SVG" });
    figure.querySelector("figcaption").append(save);
    await image.decode().catch(() => {});
  }
  return figures.length;
}
document.addEventListener("click", (event) => {
  if (event.target.closest(".diagram .canvas img")) event.target.closest(".diagram").classList.toggle("zoomed");
});
