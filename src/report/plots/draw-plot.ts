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

/**
 * Labels as a plot can show them side by side: as short as asked for, but never cut so that two
 * different texts look alike.
 *
 * @param texts - Texts from anyone.
 * @param maxCharacters - How much of each at most, if that tells them apart.
 * @returns The labels, in order.
 */
export function plotLabels(texts: readonly string[], maxCharacters?: number): string[] {
  const whole = texts.map((text) => plotText(text, Number.POSITIVE_INFINITY));
  const different = new Set(whole).size;
  const start = texts.map((text) => plotText(text, maxCharacters));
  if (new Set(start).size === different) return start;
  // What tells them apart may be the end, or something in the middle.
  const most = Math.max(...whole.map((text) => [...text].length));
  const least = Math.max(...start.map((text) => [...text].length));
  for (let limit = least; limit < most; limit += 1) {
    const labels = whole.map((text) => middleCut(text, limit));
    if (new Set(labels).size === different) return labels;
  }
  return whole;
}

function middleCut(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  const end = Math.floor(maxCharacters / 2);
  const start = maxCharacters - 1 - end;
  return `${characters.slice(0, start).join("")}…${characters.slice(-end).join("")}`;
}
