import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { parseModelSpec } from "../../models/index.ts";
import { fileError } from "../../storage/index.ts";
import {
  type Brief,
  decodeText,
  parseBrief,
  plantFacts,
  type WritingOrder,
  type WritingStrategy,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";

/** What a command may put in place of what the brief says. */
export interface BriefOverrides {
  /** Model of every role. */
  readonly model?: string;
  /** Order of drafting. */
  readonly order?: WritingOrder;
  /** How the document is written. */
  readonly strategy?: WritingStrategy;
  /** Whether open issues are mended. */
  readonly repair?: boolean;
}

/**
 * Reads a brief and everything that overrides it, and plants the facts that it asks for.
 *
 * @param path - The file.
 * @param overrides - What the command says.
 * @param context - Gets warnings.
 * @returns The brief, as it is frozen.
 * @throws LonghandError `invalid-brief`, `unknown-model`.
 */
export async function readBriefFile(
  path: string,
  overrides: BriefOverrides,
  context: RunContext,
): Promise<Brief> {
  return plantFacts(await readUnplantedBrief(path, overrides, context));
}

/**
 * Reads a brief and everything that overrides it; facts are not planted yet, since their number depends on
 * the length.
 *
 * @param path - The file.
 * @param overrides - What the command says.
 * @param context - Gets warnings.
 * @returns The brief, as it is frozen.
 * @throws LonghandError `invalid-brief`, `unknown-model`.
 */
export async function readUnplantedBrief(
  path: string,
  overrides: BriefOverrides,
  context: RunContext,
): Promise<Brief> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    const { message } = fileError(path, cause);
    throw new LonghandError(message, {
      code: "invalid-brief",
      hint: "Name a brief, for instance examples/thanks-brief.yaml.",
      details: { file: path },
      cause,
    });
  });
  const { text, removedCharacters } = decodeText(bytes, path);
  if (removedCharacters > 0) {
    const text = `${path}: ${removedCharacters} control or zero-width characters were left out.`;
    context.onProgress({ kind: "warning", text });
  }
  const read = parseBrief(text, path);
  const { model, order = read.order, repair = read.repair, strategy = read.strategy } = overrides;
  const brief = { ...read, order, repair, strategy };
  if (model === undefined) return brief;
  const sameAdapter = parseModelSpec(model).adapter === parseModelSpec(brief.model).adapter;
  const { size } = brief.models;
  return {
    ...brief,
    model,
    modelSettings: sameAdapter ? brief.modelSettings : {},
    models: size === undefined ? {} : { size },
  };
}
