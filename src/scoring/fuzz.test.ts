import { expect, it } from "vitest";

import { type Random, randomStream } from "../foundation/index.ts";
import { createScorer } from "./create-scorer.ts";
import { PANEL_METRIC_NAMES } from "./panel/panel-metrics.ts";

const PIECES = [
  ..."the tent's can't don't dry drying 3.5 10,000 e.g. U.S. -- ... \" '' `` ' ? ! , ; ) (".split(
    " ",
  ),
  ..." \n \t \u00a0 \u2028 \u200b \u0000 \u001c \u0085 \ufeff".split(" "),
  "\n",
  "\ud83d",
  "\ude00",
  "constructor",
];

/** Half the pieces from a list of troublemakers, half from all of Unicode, halves of pairs included. */
function oddText(random: Random): string {
  let text = "";
  for (let count = random.nextBelow(9); count > 0; count--) {
    text +=
      random.nextBelow(2) === 0
        ? (PIECES[random.nextBelow(PIECES.length)] as string)
        : String.fromCodePoint(random.nextBelow(2 ** random.nextBelow(21)));
    if (random.nextBelow(2) === 0) text += " ";
  }
  return text;
}

it("scores 100,000 odd texts without a crash or a NaN", { timeout: 60_000 }, async () => {
  const ids = ["rouge-1", "rouge-2", "rouge-l", "rouge-lsum", "meteor", "bleu", "chrf++"];
  const scorer = await createScorer(ids, { profile: "longlamp-paper" });
  const panel = {
    windowWords: 10,
    distinctWindowWords: 10,
    slidingWords: 3,
    parts: 2,
    partWords: 4,
  };
  const unicode = await createScorer(["rouge-1", "rouge-lsum", ...PANEL_METRIC_NAMES], {
    tokens: "unicode-words",
    stemmer: true,
    sentences: "punkt",
    panel,
  });
  const random = randomStream(3, "fuzz");
  let unsound = 0;
  for (let pair = 0; pair < 50_000; pair++) {
    const item = {
      exampleId: "e",
      prediction: oddText(random),
      references: [oddText(random)],
    };
    const records = [...scorer.score(item), ...(pair % 5 === 0 ? unicode.score(item) : [])];
    const sound = records.every(
      (record) => record.status === "unscored" || (record.value >= 0 && record.value <= 100 + 1e-9),
    );
    if (!sound) unsound++;
  }
  expect(unsound).toBe(0);
});
