// What every page must be; gives a list of what is wrong.
() => {
  const named = (node) => node.getAttribute("aria-label") || node.textContent.trim() || node.title
    || node.labels?.length || document.getElementById(node.getAttribute("aria-labelledby"));
  const shown = (node) => node.checkVisibility({ visibilityProperty: true });
  const found = [];
  for (const node of document.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea"))
    if (shown(node) && !named(node)) found.push("no name: " + node.outerHTML.slice(0, 120));
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push("twice: " + id);
  if (document.querySelectorAll("main").length !== 1) found.push("not one main");
  if (document.querySelectorAll("h1").length !== 1) found.push("not one h1");
  if (document.querySelector("[style]")) found.push("inline style: " + document.querySelector("[style]").outerHTML.slice(0, 120));
  if (!document.documentElement.lang) found.push("no language");
  for (const node of document.querySelectorAll("[aria-controls], [aria-labelledby], [aria-describedby]"))
    for (const name of ["aria-controls", "aria-labelledby", "aria-describedby"])
      for (const id of (node.getAttribute(name) || "").split(" ").filter(Boolean))
        if (!document.getElementById(id)) found.push(name + " leads nowhere: " + id);
  return found;
}
