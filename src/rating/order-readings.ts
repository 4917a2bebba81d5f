import { type Random, shuffled } from "../foundation/index.ts";
import type { DesignText } from "./study-design.ts";

/**
 * Draws the order in which one person reads: prompt after prompt, so that the texts that are compared
 * stand close together, and no system twice in a row where that can be avoided.
 *
 * @param row - What the person reads; under one prompt each system once.
 * @param random - Chance.
 * @returns The same texts in their order.
 */
export function orderReadings(row: readonly DesignText[], random: Random): DesignText[] {
  const prompts = shuffled([...new Set(row.map(({ prompt }) => prompt))], random);
  const waiting = prompts.map((prompt) =>
    shuffled(
      row.filter((text) => text.prompt === prompt),
      random,
    ),
  );
  const order: DesignText[] = [];
  while (waiting.length > 0) {
    const before = order.at(-1)?.system;
    // A block of two or more can always begin with another system; a single text may have to wait.
    const fitting = waiting.findIndex((block) => block.some(({ system }) => system !== before));
    const [block = []] = waiting.splice(Math.max(0, fitting), 1);
    order.push(...startingUnlike(block, before));
  }
  return mended(order);
}

function startingUnlike(block: readonly DesignText[], before: string | undefined): DesignText[] {
  const start = block.findIndex(({ system }) => system !== before);
  if (start <= 0) return block.slice();
  const first = block[start] as DesignText;
  return [first, ...block.filter((text) => text !== first)];
}

/** Moves a text that follows its own system to a place where it does not, if there is one. */
function mended(order: readonly DesignText[]): DesignText[] {
  let result = order.slice();
  for (let at = 1; at < result.length; at++) {
    const text = result[at] as DesignText;
    if (text.system !== result[at - 1]?.system) continue;
    const others = result.filter((_, place) => place !== at);
    const place = placeFor(text, others);
    if (place === undefined) continue;
    result = [...others.slice(0, place), text, ...others.slice(place)];
  }
  return result;
}

function placeFor({ system }: DesignText, others: readonly DesignText[]): number | undefined {
  for (let place = 0; place <= others.length; place++) {
    if (others[place - 1]?.system !== system && others[place]?.system !== system) return place;
  }
  return undefined;
}
