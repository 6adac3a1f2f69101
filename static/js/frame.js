// Runs inside the sandboxed frame: source text in, SVG text out, over the port it was handed.
"use strict";
const locked = ["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering",
  "themeCSS", "themeVariables", "fontFamily", "htmlLabels", "flowchart", "dompurifyConfig"];

addEventListener("message", (event) => {
  const port = event.ports[0];
  if (!port) return;
  let count = 0;
  port.onmessage = async ({ data }) => {
    mermaid.initialize({
      startOnLoad: false, securityLevel: "strict", suppressErrorRendering: true, htmlLabels: false, secure: locked,
      flowchart: { htmlLabels: false, curve: "basis", padding: 10 }, theme: "base", themeVariables: data.look,
      fontFamily: data.look.fontFamily,
    });
    try {
      const { svg } = await mermaid.render(`d${(count += 1)}`, data.source);
      port.postMessage({ id: data.id, svg });
    } catch (error) {
      port.postMessage({ id: data.id, error: String(error.message || error) });
    }
    document.getElementById("stage").replaceChildren();
  };
  port.postMessage({ ready: true });
});
