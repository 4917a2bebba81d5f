import { createColors } from "picocolors";

/** What colour and weight say in the terminal report. Each only repeats what the words say. */
export interface TerminalInk {
  /** Titles. */
  strong(text: string): string;
  /** Intervals, notes. */
  quiet(text: string): string;
  /** The best of a column. */
  best(text: string): string;
  /** What {@link best} looks like, in words. */
  readonly bestSign: string;
  /** A separated difference upwards. */
  higher(text: string): string;
  /** A separated difference downwards. */
  lower(text: string): string;
  /** Failures and limits. */
  warning(text: string): string;
}

/**
 * Chooses the ink.
 *
 * @param colour - Whether the terminal shows colour.
 * @returns Functions that wrap a text; without colour, only the best mean is marked, by `*`.
 */
export function terminalInk(colour: boolean): TerminalInk {
  const colours = createColors(colour);
  return {
    strong: (text) => colours.bold(text),
    quiet: (text) => colours.dim(text),
    best: (text) => (colour ? colours.bold(text) : `*${text}*`),
    bestSign: colour ? "bold" : "*",
    higher: (text) => colours.green(text),
    lower: (text) => colours.red(text),
    warning: (text) => colours.yellow(text),
  };
}
