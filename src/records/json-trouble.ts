/** What `JSON.parse` lets pass and a submission may not hold. */
export type JsonTrouble =
  | { readonly kind: "deep"; readonly limit: number }
  | { readonly kind: "key-twice"; readonly key: string };

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Looks for nesting that is too deep, and for a key that stands twice in the outermost object. It
 * neither recurses nor allocates by depth, so that it may look at a text before it is parsed.
 *
 * @param text - A text that should be JSON; it need not be.
 * @param maxDepth - Deepest nesting, 1 or more.
 * @returns The first trouble; `undefined` if there is none.
 */
export function jsonTrouble(text: string, maxDepth: number): JsonTrouble | undefined {
  const keys = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      const key = depth === 1 ? keyBefore(text, at, end) : undefined;
      if (isRepeated(key, keys)) return { kind: "key-twice", key };
      at = end;
    } else depth += depthChange(code);
    if (depth > maxDepth) return { kind: "deep", limit: maxDepth };
  }
  return undefined;
}

/** Whether a key was seen; it is noted. */
function isRepeated(key: string | undefined, keys: Set<string>): key is string {
  if (key === undefined) return false;
  const before = keys.size;
  keys.add(key);
  return keys.size === before;
}

const OPENING: ReadonlySet<number> = new Set([91, 123]);
const CLOSING: ReadonlySet<number> = new Set([93, 125]);

function depthChange(code: number): number {
  if (OPENING.has(code)) return 1;
  return CLOSING.has(code) ? -1 : 0;
}

/** Where the closing quote stands; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

const COLON_NEXT = /\s*:/y;

/** The key that a string is, if a colon follows it. */
function keyBefore(text: string, start: number, end: number): string | undefined {
  COLON_NEXT.lastIndex = end + 1;
  if (!COLON_NEXT.test(text)) return undefined;
  const written = text.slice(start, end + 1);
  try {
    return JSON.parse(written) as string;
  } catch {
    return written;
  }
}
