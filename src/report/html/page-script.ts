/**
 * The script of the page: finding, sorting and opening examples. Nothing is hidden without it, and
 * it reads nothing but the page.
 */
export const PAGE_SCRIPT: string = `"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const list = byId("example-list");
  if (list) {
    const tools = byId("tools");
    const examples = [...list.querySelectorAll(":scope > details")];
    const texts = new Map();
    const textOf = (example) => {
      if (!texts.has(example)) texts.set(example, example.textContent.normalize("NFC").toLowerCase());
      return texts.get(example);
    };
    const kinds = {
      all: () => true,
      failed: (example) => example.dataset.failed === "yes",
      flagged: (example) => example.dataset.flagged === "yes",
    };
    const filter = () => {
      const words = byId("find").value.normalize("NFC").toLowerCase().split(/\\s+/).filter(Boolean);
      const fits = kinds[byId("show").value];
      let shown = 0;
      for (const example of examples) {
        const found = fits(example) && words.every((word) => textOf(example).includes(word));
        example.hidden = !found;
        if (found) shown += 1;
      }
      byId("found").textContent = shown + (shown === examples.length ? " shown" : " of " + examples.length + " shown");
      byId("no-match").hidden = shown > 0;
    };
    const sort = () => {
      const [kind, place] = byId("order").value.split("-");
      const rank = (example) => {
        if (kind === "given") return Number(example.dataset.place);
        const difference = example.getAttribute("data-difference-" + place);
        if (difference === null) return Infinity;
        return kind === "gain" ? -Number(difference) : Number(difference);
      };
      const ranked = examples.map((example) => [rank(example), Number(example.dataset.place), example]);
      ranked.sort((one, other) => (one[0] === other[0] ? one[1] - other[1] : one[0] - other[0]));
      list.append(...ranked.map((entry) => entry[2]));
    };
    const setOpen = (open) => {
      for (const example of examples) if (!example.hidden) example.open = open;
    };
    let waiting;
    byId("find").addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(filter, 120);
    });
    byId("show").addEventListener("change", filter);
    byId("order").addEventListener("change", sort);
    byId("open-all").addEventListener("click", () => setOpen(true));
    byId("close-all").addEventListener("click", () => setOpen(false));
    tools.addEventListener("submit", (event) => event.preventDefault());
    tools.hidden = false;
    // A browser may restore the controls after a reload.
    filter();
    sort();
  }
  const openTarget = () => {
    const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
    if (!target || target.tagName !== "DETAILS") return;
    target.hidden = false;
    target.open = true;
    target.scrollIntoView();
    target.querySelector("summary").focus({ preventScroll: true });
  };
  addEventListener("hashchange", openTarget);
  openTarget();
})();
`;
