import type { ModelDescription } from "../../models/index.ts";
import type { NodeRead } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";
import type { Brief } from "../brief/brief.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { stepStrategyOf, templatesOf } from "../strategies/step-strategy.ts";
import { STEP_TEMPLATES } from "../strategies/step-templates-v1.ts";
import { VOICE_TEMPLATES } from "../voice/voice-templates-v1.ts";

/** What every text of a run is made with, beside its prompt. */
export const MAKERS = ["template", "model"] as const;

/** One of the things that texts are made with. */
export type Maker = (typeof MAKERS)[number];

/** The templates and the model that a text is made with. */
export type MadeWith = Readonly<Record<Maker, Pick<NodeRead, "object" | "version">>>;

/**
 * What texts would be made with now.
 *
 * @param brief - The brief: its strategy decides which templates count.
 * @param description - The writer's model.
 * @returns Names, and hashes of all that changes replies.
 */
export function madeWith(brief: Pick<Brief, "strategy">, description: ModelDescription): MadeWith {
  const { adapter, adapterVersion, model, revision, baseUrl, settings } = description;
  const steps = stepStrategyOf(brief) === undefined ? [] : [STEP_TEMPLATES];
  const revised = revision === undefined ? "" : `@${revision.slice(0, 12)}`;
  return {
    template: {
      object: `template:${templatesOf(brief)}`,
      version: hashOf([TEMPLATES, VOICE_TEMPLATES, ...steps]),
    },
    model: {
      object: `model:${adapter}:${model}${revised}`,
      version: hashOf({ adapter, adapterVersion, model, revision, baseUrl, settings }),
    },
  };
}

function hashOf(value: unknown): string {
  return sha256(canonicalJson(value)).slice(0, 16);
}

/**
 * The same as things that a leaf has read.
 *
 * @param made - Templates and model.
 * @returns Soft reads: a change of them alone writes nothing anew.
 */
export function madeReads(made: MadeWith): NodeRead[] {
  return MAKERS.map((maker) => ({ ...made[maker], strength: "soft" as const }));
}
