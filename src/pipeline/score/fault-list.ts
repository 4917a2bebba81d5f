import { LonghandError } from "../../foundation/index.ts";
import type { NumberedFault } from "./text-batch.ts";

/** Faults that are listed in one message. */
const MAX_LISTED = 100;

/** What is wrong with a file of texts: the first faults in words, the others counted. */
export class FaultList {
  readonly #file: string;
  readonly #listed: string[] = [];
  #count = 0;

  /**
   * @param file - The file.
   */
  constructor(file: string) {
    this.#file = file;
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds faults.
   *
   * @param faults - By line.
   */
  add(faults: readonly NumberedFault[]): void {
    this.#count += faults.length;
    for (const { line, element, problem } of faults.slice(0, MAX_LISTED - this.#listed.length)) {
      const where = element === undefined ? line : `${line}, element ${element}`;
      this.#listed.push(`${this.#file}:${where}: ${problem}`);
    }
  }

  /** @throws LonghandError `invalid-texts`, listing the faults, if there are any. */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#listed.length;
    const rest = more > 0 ? `\nand ${more} more` : "";
    const lines = this.#count === 1 ? "line" : "lines";
    throw new LonghandError(
      `${this.#file} has ${this.#count} bad ${lines}; nothing was scored.\n${this.#listed.join("\n")}${rest}`,
      {
        code: "invalid-texts",
        hint: 'Each line is {"id", "prediction", "reference"}, or {"exampleId", "text"} with --dataset.',
        details: { file: this.#file, problems: this.#listed, count: this.#count },
      },
    );
  }
}
