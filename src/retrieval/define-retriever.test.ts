import { describe, expect, it } from "vitest";
import type { Clock } from "../foundation/index.ts";
import { defineRetriever } from "./define-retriever.ts";
import { openRetriever } from "./open-retriever.ts";
import { recencyRetriever } from "./recency-retriever.ts";

const clock: Clock = { nowMs: () => 0, sleep: async () => undefined };

describe("defineRetriever", () => {
  it("makes a retriever that answers to its name, with profile, seed and settings", async () => {
    const seen: unknown[] = [];
    const newest = defineRetriever({
      name: "newest",
      create: (options) => {
        seen.push(options);
        return recencyRetriever(options.profile);
      },
    });
    const retriever = await openRetriever({
      name: "newest",
      profile: "longhand",
      seed: 3,
      home: "/nowhere",
      clock,
      own: [newest],
      settings: { newest: { by: "day" } },
    });
    expect(seen).toEqual([{ profile: "longhand", seed: 3, settings: { by: "day" } }]);
    expect([retriever.name, retriever.signature]).toEqual([
      "newest",
      recencyRetriever("longhand").signature,
    ]);
  });

  it.each(["bm25", "dense", "rerank", "hybrid", "My-Own", "a+b", "a:b", ""])(
    "refuses the name %j",
    (name) => {
      const create = () => recencyRetriever("longhand");
      expect(() => defineRetriever({ name, create })).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    },
  );
});
