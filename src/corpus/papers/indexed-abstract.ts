/** An abstract that was rebuilt from its index. */
export interface RebuiltAbstract {
  readonly text: string;
  /** What is odd about the index, in words. */
  readonly oddities: readonly string[];
}

/** Why an index is none of a text. */
export interface AbstractFault {
  readonly fault: string;
}

// An index with more holes than this is damaged, or made to use up memory.
const MAX_PLACES_PER_WORD = 10;

/**
 * Rebuilds an abstract from its inverted index, `{IndexLength, InvertedIndex: {word: [positions]}}`,
 * given as an object or as its JSON text. Words are joined by single spaces.
 *
 * @param given - The value of `indexed_abstract`.
 * @returns The text, or why there is none: two words in one place, a position that is none.
 */
export function rebuildAbstract(given: unknown): RebuiltAbstract | AbstractFault {
  const index = typeof given === "string" ? parsed(given) : given;
  const words = objectOf(objectOf(index)?.["InvertedIndex"]);
  if (words === undefined) return { fault: "indexed_abstract holds no inverted index" };
  const placed = place(words);
  if ("fault" in placed) return placed;
  const { texts, places } = placed;
  const oddities: string[] = [];
  const empty = places - texts.length;
  if (empty > 0) oddities.push(`${empty} of ${places} positions empty`);
  const length = objectOf(index)?.["IndexLength"];
  if (length !== places) {
    oddities.push(`IndexLength is ${JSON.stringify(length)}, but the positions need ${places}`);
  }
  return { text: texts.join(" "), oddities };
}

interface Placed {
  /** Words in the order of their positions. */
  readonly texts: readonly string[];
  /** The last position, plus one. */
  readonly places: number;
}

function place(words: Readonly<Record<string, unknown>>): Placed | AbstractFault {
  const found: [number, string][] = [];
  for (const [word, positions] of Object.entries(words)) {
    if (!Array.isArray(positions)) return { fault: `${shown(word)} has no list of positions` };
    for (const position of positions as unknown[]) {
      if (!isPosition(position)) {
        return { fault: `${shown(word)} has the position ${shown(position)}` };
      }
      found.push([position, word]);
    }
  }
  found.sort(([left], [right]) => left - right);
  const clash = found.findIndex(([position], at) => position === found[at + 1]?.[0]);
  if (clash !== -1) {
    const [position, word] = found[clash] as [number, string];
    return {
      fault: `${shown(word)} and ${shown(found[clash + 1]?.[1])} both stand at ${position}`,
    };
  }
  const places = (found.at(-1)?.[0] ?? -1) + 1;
  if (places > MAX_PLACES_PER_WORD * found.length) {
    return { fault: `position ${places - 1} is too far for an abstract of ${found.length} words` };
  }
  return { texts: found.map(([, word]) => word), places };
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
