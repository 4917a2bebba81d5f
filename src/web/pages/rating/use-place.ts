import { type RefObject, useEffect, useState } from "react";
import type { RaterLease } from "../../../records/index.ts";
import { PlaceKeeper } from "./place-keeper.ts";
import { sendPosition } from "./rating-queries.ts";
import { goToPlace, placeIn, shareSeen } from "./reading-place.ts";

/** The elements between which one reads. */
export interface ReaderElements {
  /** The long text. */
  readonly text: RefObject<HTMLDivElement | null>;
  /** What is pinned to the top of the window. */
  readonly head: RefObject<HTMLElement | null>;
  /** What is pinned to the bottom of the window, if anything is. */
  readonly foot: RefObject<HTMLElement | null>;
}

/**
 * Where the reading window begins and ends.
 *
 * @param elements - What is pinned.
 * @returns Pixels from the window's top.
 */
export function readingEdges({ head, foot }: ReaderElements): {
  readonly top: number;
  readonly bottom: number;
} {
  return {
    top: Math.max(0, head.current?.getBoundingClientRect().bottom ?? 0) + GAP_PIXELS,
    bottom: isPinned(foot.current)
      ? Math.min(foot.current.getBoundingClientRect().top, window.innerHeight)
      : window.innerHeight,
  };
}

const GAP_PIXELS = 8;

/** In wide windows the questions stand beside the text and cover nothing. */
function isPinned(foot: HTMLElement | null): foot is HTMLElement {
  const panel = foot?.closest("aside");
  return panel != null && getComputedStyle(panel).position === "fixed";
}

/**
 * Keeps the reader's place in the window, on the server, and when the type changes its size.
 *
 * @param lease - The text with the place where the reader was.
 * @param elements - The elements between which one reads.
 * @param scale - Size of the type.
 * @returns What knows the place.
 */
export function usePlace(lease: RaterLease, elements: ReaderElements, scale: number): PlaceKeeper {
  const { id, position } = lease;
  const [keeper] = useState(
    () => new PlaceKeeper({ position, send: (place) => sendPosition(id, place) }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is taken up once, and after each change of size
  useEffect(() => {
    const text = elements.text.current;
    if (text === null) return;
    const place = keeper.position();
    const frame = requestAnimationFrame(() => {
      if (place.paragraph > 0 || place.share > 0) {
        goToPlace(text, place, readingEdges(elements).top);
      }
      keeper.move(place, shareSeen(text, readingEdges(elements).bottom));
    });
    return () => cancelAnimationFrame(frame);
  }, [keeper, scale]);
  useEffect(() => followScroll(keeper, elements), [keeper, elements]);
  useEffect(() => followTime(keeper), [keeper]);
  return keeper;
}

function followScroll(keeper: PlaceKeeper, elements: ReaderElements): () => void {
  let frame = 0;
  const look = (): void => {
    frame = 0;
    const text = elements.text.current;
    if (text === null) return;
    const { top, bottom } = readingEdges(elements);
    keeper.move(placeIn(text, top), shareSeen(text, bottom));
  };
  const scrolled = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  // Comes before the scrolling that a new width brings with it, so that the place is still the old one.
  const resized = (): void => {
    const place = keeper.position();
    requestAnimationFrame(() => {
      const text = elements.text.current;
      if (text !== null && (place.paragraph > 0 || place.share > 0)) {
        goToPlace(text, place, readingEdges(elements).top);
      }
      scrolled();
    });
  };
  addEventListener("scroll", scrolled, { passive: true });
  addEventListener("resize", resized);
  return () => {
    removeEventListener("scroll", scrolled);
    removeEventListener("resize", resized);
    cancelAnimationFrame(frame);
  };
}

const SECOND_MS = 1_000;

function followTime(keeper: PlaceKeeper): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") keeper.tick();
  }, SECOND_MS);
  const leave = (): void => {
    if (document.visibilityState === "hidden") keeper.flush();
  };
  const signs = ["pointerdown", "pointermove", "keydown", "touchstart"] as const;
  for (const sign of signs) addEventListener(sign, keeper.use, { passive: true });
  document.addEventListener("visibilitychange", leave);
  addEventListener("pagehide", keeper.flush);
  return () => {
    clearInterval(timer);
    for (const sign of signs) removeEventListener(sign, keeper.use);
    document.removeEventListener("visibilitychange", leave);
    removeEventListener("pagehide", keeper.flush);
    keeper.flush();
  };
}
