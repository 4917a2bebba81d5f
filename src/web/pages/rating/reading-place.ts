import type { ReadingPosition } from "../../../records/index.ts";

/**
 * The place at the top of the reading window. Asks chunks first: a chunk far away is not laid out.
 *
 * @param text - The element of the long text.
 * @param top - Where the reading window begins, in pixels from the window's top.
 * @returns Paragraph and share of it that is above; the beginning while nothing is laid out.
 */
export function placeIn(text: HTMLElement, top: number): ReadingPosition {
  const chunk = lastAbove([...text.querySelectorAll<HTMLElement>("[data-chunk]")], top);
  if (chunk === undefined) return { paragraph: 0, share: 0 };
  const paragraph = lastAbove([...chunk.querySelectorAll<HTMLElement>("[data-paragraph]")], top);
  const found = paragraph ?? chunk.querySelector<HTMLElement>("[data-paragraph]");
  if (found === null) return { paragraph: 0, share: 0 };
  const { top: begin, height } = found.getBoundingClientRect();
  const share = height === 0 ? 0 : (top - begin) / height;
  return { paragraph: numberOf(found), share: Math.min(1, Math.max(0, share)) };
}

/** The last element that begins at or above a height; `undefined` if the first is below it. */
function lastAbove(elements: readonly HTMLElement[], top: number): HTMLElement | undefined {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const begin = elements[middle]?.getBoundingClientRect().top ?? 0;
    if (begin <= top + 1) low = middle + 1;
    else high = middle;
  }
  return elements[low - 1];
}

function numberOf(element: HTMLElement): number {
  return Number(element.dataset["paragraph"] ?? 0);
}

/**
 * Brings a place to the top of the reading window.
 *
 * @param text - The element of the long text.
 * @param position - The place.
 * @param top - Where the reading window begins, in pixels from the window's top.
 */
export function goToPlace(text: HTMLElement, position: ReadingPosition, top: number): void {
  const paragraph = text.querySelector<HTMLElement>(`[data-paragraph="${position.paragraph}"]`);
  if (paragraph === null) return;
  // Twice: what comes into view gets its true height only then.
  for (let times = 0; times < 2; times++) {
    const { top: begin, height } = paragraph.getBoundingClientRect();
    window.scrollBy({ top: begin + position.share * height - top, behavior: "instant" });
  }
}

/**
 * How much of a text has come into the reading window so far.
 *
 * @param text - The element of the long text.
 * @param bottom - Where the reading window ends, in pixels from the window's top.
 * @returns 0–1.
 */
export function shareSeen(text: HTMLElement, bottom: number): number {
  const { top, height } = text.getBoundingClientRect();
  return height === 0 ? 0 : Math.min(1, Math.max(0, (bottom - top) / height));
}

/**
 * Whether two places are a screen or more apart, counted in paragraphs.
 *
 * @param one - A place.
 * @param two - Another.
 * @returns `true` if more than two paragraphs lie between them.
 */
export function isFar(one: ReadingPosition, two: ReadingPosition): boolean {
  return Math.abs(one.paragraph - two.paragraph) > 2;
}
