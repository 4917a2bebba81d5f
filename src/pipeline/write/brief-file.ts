import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { parseModelSpec } from "../../models/index.ts";
import { fileError } from "../../storage/index.ts";
import {
  type Ablation,
  type Brief,
  decodeText,
  parseBrief,
  plantFacts,
  type WritingOrder,
  type WritingStrategy,
  withAblations,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { checkBriefSettings } from "./brief-settings.ts";

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
  /** Parts that the tree goes without. @defaultValue what the brief says */
  readonly without?: readonly Ablation[];
}

/**
 * The overrides among a command's options.
 *
 * @param options - The options.
 * @returns Those that were given.
 */
export function overridesIn(options: BriefOverrides): BriefOverrides {
  const { model, order, strategy, repair, without } = options;
  return {
    ...(model === undefined ? {} : { model }),
    ...(order === undefined ? {} : { order }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(repair === undefined ? {} : { repair }),
    ...(without === undefined ? {} : { without }),
  };
}

/**
 * A changed file of a run's brief: what the run was started with goes on counting, unless the command says
 * otherwise.
 *
 * @param path - The file.
 * @param known - What the run was started with, its brief as it is now, and what the command says.
 * @param context - Gets warnings.
 * @returns The brief.
 * @throws LonghandError `invalid-brief`, `unknown-model`.
 */
export async function readChangedBrief(
  path: string,
  known: {
    readonly overrides?: BriefOverrides;
    readonly brief: Brief;
    readonly given?: BriefOverrides;
  },
  context: RunContext,
): Promise<Brief> {
  const { overrides = {}, brief, given = {} } = known;
  const all = { ...overrides, ...overridesIn(given) };
  // A command may have changed the model since: the one that holds now counts.
  const isKept = overrides.model !== undefined && given.model === undefined;
  return readBriefFile(path, isKept ? { ...all, model: brief.model } : all, context);
}

/**
 * A brief with another model in every role.
 *
 * @param brief - The brief.
 * @param model - The model.
 * @returns The brief; settings stay where the adapter does.
 * @throws LonghandError `unknown-model`.
 */
export function withModel(brief: Brief, model: string): Brief {
  const sameAdapter = parseModelSpec(model).adapter === parseModelSpec(brief.model).adapter;
  const { size } = brief.models;
  return {
    ...brief,
    model,
    modelSettings: sameAdapter ? brief.modelSettings : {},
    models: size === undefined ? {} : { size },
  };
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
  checkBriefSettings(read, text, path);
  const { model, order = read.order, repair = read.repair, strategy = read.strategy } = overrides;
  const { without = [] } = overrides;
  if (without.length > 0 && strategy !== "tree") throw noSuchParts(strategy);
  const brief = withAblations({ ...read, order, repair, strategy }, without);
  return model === undefined ? brief : withModel(brief, model);
}

function noSuchParts(strategy: WritingStrategy): LonghandError {
  return new LonghandError(`Only the tree has parts to go without; ${strategy} has none of them.`, {
    code: "usage",
    hint: "Leave --without out, or add --strategy tree.",
  });
}
