// ROUGE-L of one long pair in a process of its own, so that its memory can be told.
import { createRouge } from "../src/scoring/index.ts";
import { measureHere } from "./bench-row.ts";
import { textPairs } from "./bench-texts.ts";

const [pair] = textPairs(1, Number(process.argv[2]));
const rouge = createRouge({ types: ["rouge-l"] });
const startMb = process.memoryUsage.rss() / 2 ** 20;
const { ms, values } = measureHere(
  () =>
    rouge.score(pair?.prediction ?? "", [pair?.reference ?? ""]).map(({ fmeasure }) => fmeasure),
  { rounds: 4, leastS: 0, budgetS: 1 },
);
const moreMb = process.resourceUsage().maxRSS / 1024 - startMb;
console.log(JSON.stringify({ ms, values, moreMb }));
