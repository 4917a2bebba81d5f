import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReproduction } from "../../reproductions/reproduction.ts";
import { openEmbeddingModel, type TokenEmbeddingModel } from "../../src/models/index.ts";
import {
  bertScore,
  cosine,
  createDriftFilter,
  sectionConsistency,
  vectorSignature,
} from "../../src/scoring/index.ts";

interface Row {
  readonly text: string;
  readonly ids: readonly number[];
  readonly vector: readonly number[];
}

const { command, values } = readReproduction("minilm-vectors.json");
const [lowestCosine, largestDifference] = values;
const name = command.split(" ").at(-1);
const revision = "509580368a6e28bd9c353bd5fe23a76ddcd2c84680070662d750ebd8b2756bbf";
const rows = readFileSync("tests/golden/minilm.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

const similarity = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  cosine(one, other) ?? Number.NaN;

// `npm run onnx` brings the model and the runtime.
const home = resolve("node_modules/.cache/longhand-tests");
let model: TokenEmbeddingModel;
beforeAll(async () => {
  model = (await openEmbeddingModel({
    spec: `onnx:${name}@${revision}`,
    home,
  })) as TokenEmbeddingModel;
});
afterAll(() => model.close());

describe("sentence vectors of a real model", () => {
  it("equal those of the published weights, but for rounding", async () => {
    const found = await model.embed(rows.map(({ text }) => text));
    const close = rows.map((row, at) => similarity(row.vector, found[at] ?? []));
    expect(Math.min(...close)).toBeGreaterThan(lowestCosine?.lowest ?? Number.NaN);
    const differences = rows.flatMap((one, i) =>
      rows.map((other, j) =>
        Math.abs(similarity(one.vector, other.vector) - similarity(found[i] ?? [], found[j] ?? [])),
      ),
    );
    expect(Math.max(...differences)).toBeLessThan(largestDifference?.highest ?? Number.NaN);
  });

  it("come of the same tokens", async () => {
    const found = await model.embedTokens(rows.map(({ text }) => text));
    expect(found.map(({ tokens }) => tokens.length)).toEqual(rows.map(({ ids }) => ids.length));
  });

  it("put what means the same together, whatever the words", async () => {
    const [tent, shelter, soup] = await model.embed([
      "The tent kept us dry.",
      "Our shelter did not leak in the rain.",
      "A rude waiter brought us cold soup.",
    ]);
    const near = similarity(tent ?? [], shelter ?? []);
    expect(near).toBeGreaterThan(similarity(tent ?? [], soup ?? []) + 0.3);
  });

  it("drop what has nothing to do with an author, and keep the author's own", async () => {
    const own = [
      "The tent was easy to pitch and kept the rain out for a week.",
      "These boots need a month to break in, but then they carry you anywhere.",
      "A light stove that boils a litre of water in four minutes.",
      "The sleeping bag is warm down to freezing and packs small.",
      "My headlamp died on the second night; the batteries were fresh.",
      "The rain jacket breathes well on steep climbs.",
      "A sturdy pack with good hip pads; the side pockets are too tight.",
      "The water filter clogs after a few rivers full of silt.",
      "These trekking poles lock firmly and weigh next to nothing.",
    ];
    const filter = createDriftFilter({
      profile: await model.embed(own),
      vectors: vectorSignature(model.description),
    });
    const texts = [
      "The camping mat is comfortable and rolls up small.",
      "Central banks raised interest rates by a quarter of a point.",
    ];
    const found = await model.embed(texts);
    const { kept, dropped } = filter.apply(
      found.map((vector, at) => ({ id: texts[at] ?? "", vector })),
    );
    expect([kept.map(({ id }) => id), dropped.map(({ id }) => id)]).toEqual([
      [texts[0]],
      [texts[1]],
    ]);
  });

  it("find the section that strays", async () => {
    const sections = await model.embed([
      "We pitched the tent by the lake before the storm came.",
      "All night the wind tore at the canvas, but the tent held.",
      "Quarterly revenue grew by four percent, driven by licences.",
      "In the morning we dried the tent and walked on along the lake.",
    ]);
    expect(sectionConsistency(sections, vectorSignature(model.description))).toMatchObject({
      status: "scored",
      loosest: 2,
    });
  });

  it("tell a paraphrase from another text, token by token", async () => {
    const texts = ["The tent kept us dry.", "The shelter kept out the rain.", "Rates rose again."];
    const [text, paraphrase, other] = await model.embedTokens(texts);
    if (text === undefined || paraphrase === undefined || other === undefined) throw new Error();
    const of = vectorSignature(model.description, "tokens");
    const scoreOf = (reference: typeof text): number => {
      const score = bertScore({ prediction: text, references: [reference], vectors: of });
      return score.status === "scored" ? score.value : Number.NaN;
    };
    expect(scoreOf(text)).toBeCloseTo(1, 6);
    expect(scoreOf(paraphrase)).toBeGreaterThan(scoreOf(other) + 0.1);
  });
});
