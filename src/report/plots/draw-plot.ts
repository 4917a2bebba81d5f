import { type PlotOptions, plot } from "@observablehq/plot";
// In one file: its 190 modules would take a seventh of the time that every command needs to start.
import { parseHTML } from "linkedom/worker";
import { terminalSafe } from "../../text/index.ts";

/** Width that plots are drawn for; a page scales them. */
const PLOT_WIDTH = 380;

/**
 * Draws a plot as the source of an SVG element that stands in a page by itself: no style, no script,
 * nothing loaded; its colours are the page's.
 *
 * @param options - The plot. Texts from anyone go through {@link plotText} first.
 * @returns SVG source without a name for screen readers; every text in it is escaped.
 */
export function drawPlot(options: PlotOptions): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const svg = plot({ width: PLOT_WIDTH, ...options, document });
  // The page's policy allows only its own style sheet.
  for (const style of svg.querySelectorAll("style")) style.remove();
  for (const attribute of ["font-family", "font-size", "width", "height", "class"]) {
    svg.removeAttribute(attribute);
  }
  // The figure is one image with one description; its parts have no names of their own.
  for (const part of svg.querySelectorAll("[aria-label], [aria-hidden]")) {
    part.removeAttribute("aria-label");
    part.removeAttribute("aria-hidden");
  }
  return svg.outerHTML;
}

/**
 * A text as a plot can show it: one line, nothing unseen in it, not too long.
 *
 * @param text - Text from anyone.
 * @param maxCharacters - How much of it at most.
 * @returns The text, with an ellipsis if it was cut.
 */
export function plotText(text: string, maxCharacters = 48): string {
  const characters = [
    ...terminalSafe(text)
      .replace(/\s+/g, " ")
      .replace(/\p{Cs}/gu, "\ufffd"),
  ];
  if (characters.length <= maxCharacters) return characters.join("");
  return `${characters.slice(0, maxCharacters - 1).join("")}…`;
}
