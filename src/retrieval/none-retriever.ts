import { checkRequest } from "./check-request.ts";
import type { Retriever } from "./retriever.ts";

/**
 * The retriever that finds nothing: what a model writes without personalisation.
 *
 * @returns The retriever.
 */
export function noneRetriever(): Retriever {
  return {
    name: "none",
    signature: "none|v:1",
    retrieve: async (request) => {
      checkRequest("none", request);
      return { passages: [], noSignal: false };
    },
  };
}
