import { checkRequest } from "./check-request.ts";
import { newestFirst } from "./newest-first.ts";
import type { RetrievalProfile, RetrievalRequest, Retriever } from "./retriever.ts";

/**
 * The retriever that returns the newest passages, whatever the query. `longhand` sorts by date,
 * unknown dates last, equal dates by id; `longlamp-paper` takes the last ones as stored.
 *
 * @param profile - Which rules apply.
 * @returns The retriever.
 */
export function recencyRetriever(profile: RetrievalProfile): Retriever {
  const order = profile === "longhand" ? "date,id" : "stored";
  return {
    name: "recency",
    signature: `recency|order:${order}|profile:${profile}|v:1`,
    retrieve: async (request) => {
      checkRequest("recency", request);
      const chosen = profile === "longhand" ? newest(request) : lastStored(request);
      return { passages: chosen.map((id) => ({ id, relevance: 0 })), noSignal: false };
    },
  };
}

function newest({ candidates, k }: RetrievalRequest): string[] {
  return Array.from(newestFirst(candidates).subarray(0, k), (index) => candidates[index]?.id ?? "");
}

function lastStored({ candidates, k }: RetrievalRequest): string[] {
  // slice(-0) would return all of them: what the published code did for k = 0.
  return candidates
    .slice(Math.max(0, candidates.length - k))
    .reverse()
    .map(({ id }) => id);
}
