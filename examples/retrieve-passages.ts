// Finds the passages of an author's own that are nearest to what is to be written, and builds the
// prompt. Run it: npx tsx examples/retrieve-passages.ts
import { sotuCorpus } from "longhand/corpus";
import { buildPassageDataset, templateFor, withoutTarget } from "longhand/dataset";
import { renderPrompt } from "longhand/prompt";
import { createRetriever } from "longhand/retrieval";

const { task, examples } = await buildPassageDataset({
  documents: await sotuCorpus(),
  setting: "user",
  seed: 7,
});
const [example] = examples("test");
if (example !== undefined) {
  const { profile } = withoutTarget(example, task);
  const retriever = createRetriever({ name: "bm25", profile: "longhand", seed: 7 });
  const { passages } = await retriever.retrieve({
    exampleId: example.id,
    userId: example.userId,
    query: task.query(example, { profile: "longhand", family: "gpt" }),
    k: 2,
    candidates: profile.map((item) => ({ id: item.id, text: task.passageText(item) })),
  });
  const chosen = passages.flatMap(({ id }) => profile.filter((item) => item.id === id));
  const prompt = await renderPrompt({
    template: templateFor(task, { profile: "longhand", family: "gpt" }),
    input: example.input,
    passages: chosen,
  });
  process.stdout.write(
    `${example.userId}: ${passages.map(({ id }) => id).join(", ")}\n\n${prompt.text}\n`,
  );
}
