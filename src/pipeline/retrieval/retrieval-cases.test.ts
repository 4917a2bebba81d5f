import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeTinyCrossEncoder, writeTinyOnnx } from "../../../tests/tiny-onnx.ts";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { taskNamed } from "../../dataset/index.ts";
import { openRetriever, passagePool, type RetrievalProfile } from "../../retrieval/index.ts";
import { askRetriever, candidatesOf } from "./ask-retriever.ts";

const { folder, context } = tinyPlace();
const encoder = join(folder, "encoder");
const crossEncoder = join(folder, "cross-encoder");
writeTinyOnnx(encoder);
writeTinyCrossEncoder(crossEncoder);

/** One of every kind. */
const RETRIEVERS = [
  "none",
  "bm25",
  "recency",
  "random-own",
  "random-all",
  "dense:hash",
  `dense:onnx:${encoder}`,
  `contriever:${encoder}`,
  "hybrid:bm25+dense:hash",
  "bm25+rerank:llm:fake",
  `hybrid:recency+dense:hash+rerank:onnx:${crossEncoder}`,
];
const PROFILES = ["longhand", "longlamp-paper"] as const;
const pool = passagePool([{ userId: "somebody", passages: [{ id: "s1" }, { id: "s2" }] }]);
const open = (name: string, profile: RetrievalProfile) =>
  openRetriever({ name, profile, seed: 7, pool, threads: 1, ...context });

interface TargetCase {
  readonly exampleId: string;
  readonly targetId: string;
  readonly target: string;
  readonly query: string;
  readonly profile: readonly { readonly id: string | number; readonly text: string }[];
  readonly mayReturn: readonly string[];
}

interface TinyProfile {
  readonly name: string;
  readonly documents: readonly { readonly id: string; readonly text: string }[];
  readonly query: string;
  readonly longlampPaper: { readonly fails?: string };
}

const cases = "tests/cases/retrieval";
const targets = readFileSync(`${cases}/target-in-profile.jsonl`, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as TargetCase);
const tiny = JSON.parse(
  readFileSync(`${cases}/bm25-tiny-profiles.json`, "utf8"),
) as readonly TinyProfile[];

const task = taskNamed("email");

function exampleOf({ exampleId, targetId, target, query, profile }: TargetCase) {
  return task.readRow({
    id: exampleId,
    user_id: "u",
    target_id: targetId,
    input: `Complete the text of the following email. title: x. text: ${query}`,
    output: target,
    profile: profile.map((item) => ({ ...item, title: "t" })),
  });
}

describe.each(PROFILES)("every retriever, %s", (profile) => {
  it.each(RETRIEVERS)("returns no target at any k: %s", async (name) => {
    const retriever = await open(name, profile);
    const wrong: string[] = [];
    for (const target of targets) {
      const example = exampleOf(target);
      const candidates = candidatesOf(example, task);
      for (const k of [0, 1, 2, 3, 4, 100]) {
        const question = { retriever, k, task, profile, family: "gpt" } as const;
        const { passages } = await askRetriever(example, candidates, question);
        const own = passages.filter(({ userId }) => userId === undefined);
        wrong.push(...own.map(({ id }) => id).filter((id) => !target.mayReturn.includes(id)));
      }
    }
    expect(wrong).toEqual([]);
    await retriever.close?.();
  });

  it.each(RETRIEVERS)(
    "answers for profiles of no, one, two and three documents: %s",
    async (name) => {
      const retriever = await open(name, profile);
      const words = profile === "longlamp-paper" && name.includes("bm25");
      for (const { documents, query, longlampPaper } of tiny) {
        const asked = { exampleId: "e", userId: "u", query, candidates: documents };
        for (const k of [1, 2, 9]) {
          const answer = retriever.retrieve({ ...asked, k });
          if (words && longlampPaper.fails !== undefined) {
            await expect(answer).rejects.toThrow(longlampPaper.fails);
          } else {
            const { passages } = await answer;
            expect(passages.length).toBeLessThanOrEqual(k);
            expect(passages.every(({ relevance }) => Number.isFinite(relevance))).toBe(true);
          }
        }
      }
      await retriever.close?.();
    },
  );
});
