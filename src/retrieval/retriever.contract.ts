import { describe, expect, it } from "vitest";
import type { CandidatePassage, RetrievalResult } from "../records/index.ts";
import type { RetrievalRequest, Retriever } from "./retriever.ts";

/** How a retriever may differ from the others. */
export interface RetrieverTraits {
  /** It may return one passage twice. */
  readonly replacement?: boolean;
  /** It draws from a pool of its own instead of the candidates. */
  readonly ownPool?: boolean;
  /** It is undefined for a profile without words, and says so with code `retrieval-failed`. */
  readonly needsWords?: boolean;
  /** It returns nothing, whatever it is asked. */
  readonly returnsNothing?: boolean;
}

const ODD_TEXTS = [
  "plain words",
  "",
  "   \n\t ",
  "...!?",
  "\u0000 NUL and \u0001 control",
  "lone \ud800 surrogate",
  "日本語の文章。かな カナ",
  "نص من اليمين إلى اليسار",
  "👩‍👩‍👧 🏳️‍🌈",
  "cafe\u0301 café CAFÉ İstanbul ſtraße",
  "constructor __proto__ toString hasOwnProperty",
  "x".repeat(50_000),
  "one ".repeat(20_000),
];

const PLAIN = passages([
  "a quiet lamp",
  "green chairs",
  "a lamp and a chair",
  "old clocks",
  "lamps",
]);

/**
 * The suite that every retriever passes.
 *
 * @param name - Name for the test report.
 * @param create - Makes the retriever.
 * @param traits - How it may differ from the others.
 */
export function describeRetriever(
  name: string,
  create: () => Retriever,
  traits: RetrieverTraits = {},
): void {
  describe(`${name} keeps the contract of retrievers`, () => {
    it("has a name and a signature that begins with a word of its own", () => {
      const { name: own, signature } = create();
      expect(own).toMatch(/^[a-z][\w:+.-]*$/);
      expect(signature).toMatch(/^[a-z][a-z0-9-]*\|.*v:\d+$/);
      expect(create().signature).toBe(signature);
    });

    it("returns at most k passages, all of them handed in, none twice, best first", async () => {
      for (const k of [1, 2, 3, 5]) {
        const { passages: found } = await retrieve(create(), { k });
        expect(found.length).toBeLessThanOrEqual(k);
        expectSound(found, PLAIN, traits);
      }
    });

    it("returns nothing for k = 0, however empty the profile", async () => {
      const nothing = { passages: [], noSignal: false };
      expect(await retrieve(create(), { k: 0 })).toEqual(nothing);
      expect(await retrieve(create(), { k: 0, candidates: [] })).toEqual(nothing);
      expect(await retrieve(create(), { k: 0, candidates: passages(["", ""]) })).toEqual(nothing);
    });

    it("returns all there is for a k beyond the profile", async () => {
      const { passages: found } = await retrieve(create(), { k: 1000 });
      expectSound(found, PLAIN, traits);
      if (traits.returnsNothing) expect(found).toEqual([]);
      else if (!(traits.replacement || traits.ownPool)) expect(found.length).toBe(PLAIN.length);
      else expect(found.length).toBeGreaterThan(0);
    });

    it("returns for k the beginning of what it returns for more", async () => {
      const { passages: most } = await retrieve(create(), { k: 5 });
      for (const k of [1, 2, 3, 4]) {
        const { passages: fewer } = await retrieve(create(), { k });
        expect(fewer).toEqual(most.slice(0, k));
      }
    });

    it("answers for an empty profile, and for one without words", async () => {
      for (const candidates of [[], passages([""]), passages(["", "  ", "\n"])]) {
        const answer = retrieve(create(), { k: 2, candidates });
        if (traits.needsWords) {
          await expect(answer).rejects.toMatchObject({ code: "retrieval-failed" });
        } else {
          expectSound((await answer).passages, candidates, traits);
        }
      }
    });

    it("answers a query that is empty, blank, unknown or odd", async () => {
      for (const query of ["", " \n ", "zzz qqq", "?!", ...ODD_TEXTS]) {
        const { passages: found } = await retrieve(create(), { query, k: 3 });
        expectSound(found, PLAIN, traits);
      }
    });

    it("reads any text and any id", async () => {
      const odd = passages(ODD_TEXTS).map((passage, index) => ({
        ...passage,
        id:
          ["__proto__", "constructor", "", "7", "\u00fc", "u\u0308", "id with spaces"][index] ??
          passage.id,
      }));
      for (const query of ODD_TEXTS) {
        const { passages: found } = await retrieve(create(), { candidates: odd, query, k: 20 });
        expectSound(found, odd, traits);
      }
    });

    it("tells passages with equal texts apart", async () => {
      const equal = passages(["the same text", "the same text", "the same text"]);
      const { passages: found } = await retrieve(create(), {
        candidates: equal,
        query: "same text",
        k: 3,
      });
      expectSound(found, equal, traits);
    });

    it("takes a profile of 5,000 passages and a query of 5,000 words", async () => {
      const words = Array.from({ length: 5000 }, (_, index) => `w${(index * 7919) % 997}`);
      const many = passages(words.map((word, index) => `${word} v${index % 31} common`));
      const { passages: found } = await retrieve(create(), {
        candidates: many,
        query: words.join(" "),
        k: 2000,
      });
      expectSound(found, many, traits);
    });

    it("gives the same answer again, in any order of questions, and leaves the profile alone", async () => {
      const before = structuredClone(PLAIN);
      const once = create();
      const first = await retrieve(once, { k: 3 });
      await retrieve(once, { k: 2, exampleId: "another", query: "clocks" });
      expect(await retrieve(once, { k: 3 })).toEqual(first);
      expect(await retrieve(create(), { k: 3, candidates: structuredClone(PLAIN) })).toEqual(first);
      expect(PLAIN).toEqual(before);
    });

    it("rejects a request whose signal is aborted as cancelled, and is none the worse for it", async () => {
      const once = create();
      const cancelled = retrieve(once, { k: 3, signal: AbortSignal.abort() });
      await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
      expect(await retrieve(once, { k: 3 })).toEqual(await retrieve(create(), { k: 3 }));
    });

    it("explains what it returns, if it explains anything", async () => {
      const once = create();
      const asked = { exampleId: "e", userId: "u", query: "quiet lamp", k: 3, candidates: PLAIN };
      const explained = (await once.explain?.(asked)) ?? {
        result: await once.retrieve(asked),
        reasons: [{}, {}, {}],
      };
      expect(explained.result).toEqual(await once.retrieve(asked));
      const most = explained.result.passages.length;
      expect(explained.reasons.slice(0, most)).toHaveLength(most);
    });

    it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses k = %d", async (k) => {
      await expect(retrieve(create(), { k })).rejects.toMatchObject({ code: "invalid-option" });
    });
  });
}

/**
 * Asks a retriever and names what it returned.
 *
 * @param retriever - Any.
 * @param request - What differs from a small plain request with k = 2.
 * @returns The ids, best first; `user/id` where a passage is another user's.
 */
export async function retrievedIds(
  retriever: Retriever,
  request: Partial<RetrievalRequest> = {},
): Promise<string[]> {
  const { passages: found } = await retrieve(retriever, request);
  return found.map(({ id, userId }) => (userId === undefined ? id : `${userId}/${id}`));
}

/**
 * Counts how often each passage comes first.
 *
 * @param retriever - One that draws.
 * @param options - How many examples to ask for, and what differs from the plain request.
 * @returns The counts, by id.
 */
export async function firstCounts(
  retriever: Retriever,
  { examples, ...request }: Partial<RetrievalRequest> & { readonly examples: number },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let example = 0; example < examples; example++) {
    const [first = "none"] = await retrievedIds(retriever, {
      ...request,
      exampleId: `e${example}`,
      k: 1,
    });
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return counts;
}

function passages(texts: readonly string[]): CandidatePassage[] {
  return texts.map((text, index) => ({ id: `p${index}`, text }));
}

async function retrieve(
  retriever: Retriever,
  request: Partial<RetrievalRequest>,
): Promise<RetrievalResult> {
  return await retriever.retrieve({
    exampleId: "example-1",
    userId: "user-1",
    query: "quiet lamp",
    k: 2,
    candidates: PLAIN,
    ...request,
  });
}

function expectSound(
  found: RetrievalResult["passages"],
  candidates: readonly CandidatePassage[],
  traits: RetrieverTraits,
): void {
  const known = new Set(candidates.map(({ id }) => id));
  const ids = found.map(({ id }) => id);
  const relevances = found.map(({ relevance }) => relevance);
  if (!traits.ownPool) expect(ids.filter((id) => !known.has(id))).toEqual([]);
  if (!(traits.replacement || traits.ownPool)) expect(new Set(ids).size).toBe(ids.length);
  expect(relevances.every(Number.isFinite)).toBe(true);
  expect(relevances).toEqual(relevances.toSorted((left, right) => right - left));
}
