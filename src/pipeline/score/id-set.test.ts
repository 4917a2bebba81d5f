import { describe, expect, it } from "vitest";
import { IdSet } from "./id-set.ts";
import { idHash } from "./score-batch.ts";

describe("IdSet", () => {
  it("knows every id that was added, and no other, while it grows", () => {
    const ids = new IdSet();
    for (let id = 0; id < 20_000; id++) expect(ids.add(idHash(String(id)))).toBe(true);
    expect(ids.size).toBe(20_000);
    for (let id = 0; id < 20_000; id += 97) {
      expect([ids.add(idHash(String(id))), ids.has(idHash(`x${id}`))]).toEqual([false, false]);
    }
    expect(ids.has(idHash("19999"))).toBe(true);
  });
});
