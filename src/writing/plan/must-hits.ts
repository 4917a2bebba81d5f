import type { Brief, MustItem } from "../brief/brief.ts";
import type { Stretch } from "../brief/stretches.ts";

/** How far from a named place a mention may stand, as a share of the document. */
const PLACE_TOLERANCE = 0.05;
/** Mentions of an item with `when: range`. */
const RANGE_MENTIONS = 3;

/** One mention that the document has to hold, at one place. */
export interface MustHit {
  /** Its name: the item's id, with a number where there are several. */
  readonly id: string;
  /** The item. */
  readonly item: MustItem;
  /** Where code plans it, 0–1. */
  readonly at: number;
  /** Where it counts, wherever it stands in it. */
  readonly window: Stretch;
}

/**
 * Places every mention that a brief asks for, before any word is planned: what names no place is
 * spread evenly over the document.
 *
 * @param brief - The brief.
 * @param sections - Sections of the document, for items with `when: every`.
 * @returns The mentions, in the order of the items.
 */
export function mustHits({ must }: Pick<Brief, "must">, sections: number): MustHit[] {
  const free = must.filter(({ when, where }) => when === "once" && where === undefined);
  return must.flatMap((item) => {
    if (item.when === "every") return everyHits(item, sections);
    if (item.when === "range") return rangeHits(item);
    const place = free.indexOf(item);
    const at = place === -1 ? undefined : (place + 0.5) / free.length;
    return [onceHit(item, at)];
  });
}

function onceHit(item: MustItem, spread: number | undefined): MustHit {
  const { id, where } = item;
  if (typeof where === "number") {
    return { id, item, at: where, window: [where - PLACE_TOLERANCE, where + PLACE_TOLERANCE] };
  }
  const [from, to] = where ?? [0, 1];
  return { id, item, at: spread ?? (from + to) / 2, window: [from, to] };
}

function rangeHits(item: MustItem): MustHit[] {
  const { where = [0, 1] } = item;
  const [from, to] =
    typeof where === "number" ? [where - PLACE_TOLERANCE, where + PLACE_TOLERANCE] : where;
  const step = (to - from) / RANGE_MENTIONS;
  return Array.from({ length: RANGE_MENTIONS }, (_, index) => ({
    id: `${item.id}#${index + 1}`,
    item,
    at: from + (index + 0.5) * step,
    window: [from + index * step, from + (index + 1) * step] as const,
  }));
}

/** The document is taken as so many equal stretches; each n-th one has to hold the item. */
function everyHits(item: MustItem, sections: number): MustHit[] {
  const { every = 1 } = item;
  const hits = Math.max(1, Math.floor(sections / every));
  return Array.from({ length: hits }, (_, index) => {
    const last = Math.min(sections, (index + 1) * every);
    const window = [(last - 1) / sections, last / sections] as const;
    return { id: `${item.id}#${index + 1}`, item, at: (window[0] + window[1]) / 2, window };
  });
}

/**
 * The mentions planned in a stretch.
 *
 * @param hits - All mentions.
 * @param span - The stretch; it holds its beginning, and its end only if that is the document's.
 * @returns Those whose place lies in it.
 */
export function hitsWithin(hits: readonly MustHit[], [from, to]: Stretch): MustHit[] {
  return hits.filter(({ at }) => at >= from && (at < to || (to >= 1 && at <= 1)));
}
