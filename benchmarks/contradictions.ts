// How many planted contradictions the rules find, and every one that they miss:
// npx tsx benchmarks/contradictions.ts [checker-unseen] [1,2,3]
import { checkText } from "../tests/check-marked-text.ts";
import { missesOf, plantAndLook } from "../tests/plant-and-look.ts";
import { type MarkedSet, readMarkedTexts } from "../tests/planted-contradictions.ts";

const [, , set = "checker-unseen", seeds = "1"] = process.argv;
const texts = readMarkedTexts(set as MarkedSet);
const lines: string[] = [];
let checked = 0;
for (const text of texts) {
  const clean = checkText(text, text.leaves);
  checked += clean.checked;
  lines.push(...clean.issues.map(({ message }) => `false alarm in ${text.name}: ${message}`));
}
process.stdout.write(`${set}: ${lines.length} false alarms in ${checked} comparisons\n`);
for (const seed of seeds.split(",").map(Number)) {
  const looked = plantAndLook(texts, seed);
  const found = looked.filter((each) => each.found);
  const types = [...new Set(looked.map(({ planted }) => planted.mark.type))].sort();
  const byType = types.map((type) => {
    const isOfType = ({ planted }: (typeof looked)[number]): boolean => planted.mark.type === type;
    return `${type} ${found.filter(isOfType).length}/${looked.filter(isOfType).length}`;
  });
  const share = ((100 * found.length) / looked.length).toFixed(1);
  lines.push(
    `seed ${seed}: ${found.length} of ${looked.length} found (${share} %): ${byType.join(", ")}`,
  );
  lines.push(...missesOf(looked).map((miss) => `missed: ${miss}`));
}
process.stdout.write(`${lines.join("\n")}\n`);
