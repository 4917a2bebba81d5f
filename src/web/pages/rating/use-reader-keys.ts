import { useEffect } from "react";
import type { RatingDimension } from "../../../records/index.ts";
import { type ReaderElements, readingEdges } from "./use-place.ts";

/** What the keys of the reading page do. */
export interface ReaderKeys {
  /** What is judged. */
  readonly dimensions: readonly RatingDimension[];
  /** Number of the question that keys answer. */
  readonly active: number;
  /** Whether 1 to 5 and the arrows are on: a screen reader may need them itself. */
  readonly enabled: boolean;
  /** Goes to another question. */
  readonly onActive: (active: number) => void;
  /** Gives a mark. */
  readonly onMark: (dimension: string, value: number) => void;
}

/**
 * Listens to keys: 1 to 5 answer the question, left and right go to another one.
 *
 * @param keys - What they do.
 */
export function useReaderKeys(keys: ReaderKeys): void {
  const { dimensions, active, enabled, onActive, onMark } = keys;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent): void => {
      const isMeant = !isForOthers(event) && act(event, { dimensions, active, onActive, onMark });
      if (isMeant) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [dimensions, active, enabled, onActive, onMark]);
}

/** Does what a key means; tells whether it means anything. */
function act(
  { key, target }: KeyboardEvent,
  { dimensions, active, onActive, onMark }: Omit<ReaderKeys, "enabled">,
): boolean {
  const dimension = dimensions[active];
  const step = isRadio(target) ? 0 : stepOf(key);
  if (/^[1-5]$/.test(key) && dimension !== undefined) onMark(dimension.id, Number(key));
  else if (step !== 0) onActive(Math.min(dimensions.length - 1, Math.max(0, active + step)));
  else return false;
  return true;
}

function stepOf(key: string): number {
  if (key === "ArrowRight") return 1;
  return key === "ArrowLeft" ? -1 : 0;
}

function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  return event.target instanceof HTMLElement && takesKeys(event.target);
}

/** Where one writes or chooses, and inside dialogs, keys mean something else. */
function takesKeys(target: HTMLElement): boolean {
  if (target.closest("[role=dialog]") !== null || target.isContentEditable) return true;
  return target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
}

function isRadio(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "radio";
}

/** Lines that stay in view from one screen to the next. */
const KEPT_PIXELS = 60;

/**
 * Pages through the text by the part of the window in which one reads: what is pinned hides no line.
 *
 * @param elements - The elements between which one reads.
 */
export function usePaging(elements: ReaderElements): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const direction = isForOthers(event) ? 0 : directionOf(event);
      if (direction === 0 || scrollsItself(event.target)) return;
      event.preventDefault();
      const { top, bottom } = readingEdges(elements);
      const step = Math.max(KEPT_PIXELS, bottom - top - KEPT_PIXELS);
      window.scrollBy({ top: direction * step, behavior: "instant" });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [elements]);
}

function directionOf({ key, shiftKey, target }: KeyboardEvent): number {
  if (key === "PageDown") return 1;
  if (key === "PageUp") return -1;
  if (key !== " " || pressesWithSpace(target)) return 0;
  return shiftKey ? -1 : 1;
}

function pressesWithSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("button, input, summary, a") !== null;
}

function scrollsItself(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[data-scrolls]") !== null;
}
