import stringWidth from "string-width";

/** Where a block is drawn. */
export interface BlockStream {
  /** Writes to the terminal. */
  write(text: string): unknown;
  /** Columns of the window. @defaultValue 80 */
  readonly columns?: number;
  /** Rows of the window. @defaultValue 24 */
  readonly rows?: number;
}

/** Lines at the bottom of a terminal that are redrawn in place. */
export interface LiveBlock {
  /**
   * Draws the lines in place of those before.
   *
   * @param lines - Lines without line ends.
   */
  draw(lines: readonly string[]): void;
  /** Takes the lines away; the cursor stands where they began. */
  clear(): void;
}

const UP = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : "");
const CLEAR_BELOW = "\r\u001b[J";

/**
 * Opens a block. The cursor rests on the line below it, so that whatever else is printed, or a process
 * that is killed, leaves whole lines.
 *
 * @param stream - The terminal.
 * @returns The block, empty.
 */
export function openLiveBlock(stream: BlockStream): LiveBlock {
  let drawn: readonly string[] = [];
  /** Goes back over what was drawn; a window that became narrower has broken lines into several. */
  const back = (): string => {
    const columns = Math.max(1, stream.columns ?? 80);
    const rows = drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(stringWidth(line) / columns)),
      0,
    );
    return `${UP(Math.min(rows, stream.rows ?? 24))}${CLEAR_BELOW}`;
  };
  return {
    draw: (lines) => {
      // One write, so that the terminal never shows the block half drawn.
      stream.write(`${drawn.length > 0 ? back() : ""}${lines.map((line) => `${line}\n`).join("")}`);
      drawn = lines;
    },
    clear: () => {
      if (drawn.length > 0) stream.write(back());
      drawn = [];
    },
  };
}
