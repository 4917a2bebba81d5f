import type { CrossEncoder } from "../../models/index.ts";
import type { Judge } from "./judge.ts";

/**
 * A judge that orders passages by the scores of a cross-encoder, highest first; equal scores stay in
 * the order of the stage before.
 *
 * @param model - The cross-encoder; closed with the judge.
 * @returns The judge.
 */
export function crossEncoderJudge(model: CrossEncoder): Judge {
  const { adapter, model: name, revision = "", settings = {} } = model.description;
  const read = Object.entries(settings)
    .map(([setting, value]) => `${setting}=${value}`)
    .sort()
    .join(",");
  // Of a path only the file counts: where it lies changes no score.
  const file = name.split(/[\\/]/).at(-1);
  return {
    signature: `cross-encoder ${adapter}/${file}@${revision.slice(0, 12)}(${read})`,
    order: async ({ query, passages, signal }) => {
      const scores = await model.score(
        query,
        passages.map(({ text }) => text),
        signal === undefined ? {} : { signal },
      );
      const order = passages.map((_, at) => at);
      order.sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right);
      return {
        order,
        judgements: Array.from(scores, (score) => `score ${score.toFixed(4)}`),
        failed: 0,
      };
    },
    close: () => model.close(),
  };
}
