// Scores two texts against what should have been written. Run it: npx tsx examples/score-texts.ts
import { createScorer } from "longhand/scoring";

const scorer = await createScorer(["rouge-1", "rouge-l"], { profile: "longhand" });
const reference = "We meet at nine by the gate and bring gloves, seeds and a long hose.";
for (const [exampleId, prediction] of [
  ["close", "We meet by the gate at nine and bring seeds, gloves and a hose."],
  ["wordless", "..."],
] as const) {
  for (const record of scorer.score({ exampleId, prediction, references: [reference] })) {
    const said =
      record.status === "scored" ? record.value.toFixed(4) : `unscored: ${record.reason}`;
    process.stdout.write(`${exampleId}  ${record.metric}  ${said}\n`);
  }
}
