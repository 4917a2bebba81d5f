/** How wide characters are, in points; those that are not in it are left to whoever knows better. */
export type CharacterMeasures = ReadonlyMap<string, number>;

const PLAIN = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\p{S} ]+$/u;
/** Characters between which other rules hold than those below. */
const SPECIAL = /[\u00ad\u1100-\u11ff\u2e80-\uffef\u{10000}-\u{10ffff}]|\p{M}/u;

/**
 * Tells whether lines of a text break at spaces and hyphens only.
 *
 * @param text - A paragraph.
 * @returns Whether {@link lineCount} can count its lines.
 */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !SPECIAL.test(text);
}

/** A line may break at spaces, and within words after hyphens and dashes. */
const PARTS = /(?<= )|(?= )|(?<=[-\u2010\u2013\u2014])(?![\d -])/u;

/** Word squeezes the spaces of a justified line by at most this share. */
const MOST_SQUEEZE = 0.25;
/** The spaces of a line would have to stretch this many times as far as they are squeezed. */
const STRETCH_TO_SQUEEZE = 2.015;
const TOLERANCE_POINTS = 0.01;

/** A line that is being filled, in points. */
interface Line {
  /** Where the next word would begin. */
  position: number;
  /** Where the last word ends. */
  end: number;
  /** Width of all spaces on it. */
  spaces: number;
}

/**
 * Counts the lines that Word breaks a justified paragraph into, by the rules that the library `docx` found in
 * Word's own files: a word that goes past the end stays on the line if the spaces need to be squeezed little.
 *
 * @param text - A plain paragraph, see {@link isPlain}; single spaces between its words.
 * @param widths - How wide its characters are.
 * @param lineWidthPoints - Width of a line, in points.
 * @returns Lines, at least one; `undefined` if a character is not known, or a word is longer than a line.
 */
export function lineCount(
  text: string,
  widths: CharacterMeasures,
  lineWidthPoints: number,
): number | undefined {
  const space = widths.get(" ") ?? 0;
  const line: Line = { position: 0, end: 0, spaces: 0 };
  let lines = 1;
  for (const part of text.split(PARTS)) {
    if (part === " ") {
      line.position += space;
      line.spaces += space;
      continue;
    }
    const width = widthOf(part, widths);
    if (width === undefined || width > lineWidthPoints) return undefined;
    if (line.end > 0 && !isOnLine(line, width, lineWidthPoints)) {
      lines += 1;
      Object.assign(line, { position: 0, end: 0, spaces: 0 });
    }
    line.position += width;
    line.end = line.position;
  }
  return lines;
}

function widthOf(word: string, widths: CharacterMeasures): number | undefined {
  let width = 0;
  for (const character of word) {
    const own = widths.get(character);
    if (own === undefined) return undefined;
    width += own;
  }
  return width;
}

function isOnLine({ position, end, spaces }: Line, width: number, limit: number): boolean {
  const over = position + width - limit;
  if (over <= TOLERANCE_POINTS) return true;
  if (spaces <= TOLERANCE_POINTS || over / spaces > MOST_SQUEEZE) return false;
  const between = spaces - (position - end);
  return between <= 0 || (limit - end) / between >= STRETCH_TO_SQUEEZE * (over / spaces);
}
