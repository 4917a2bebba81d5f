import { describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { openJournal } from "./journal.ts";
import type { RunStore, StoredCall } from "./run-store.ts";

const CALL: StoredCall = {
  v: 1,
  key: "k1",
  stage: "draft",
  text: "A text – with “quotes”.\n",
  finishReason: "length",
  promptTokens: 3,
  outputTokens: 4,
};

/** What every store of runs has to do. `reopen` opens the same run again. */
export function describeRunStore(
  name: string,
  open: () => Promise<{ readonly store: RunStore; readonly reopen: () => Promise<RunStore> }>,
): void {
  describe(`${name}, as a run store`, () => {
    it("gives back texts, calls and the journal", async () => {
      const { store, reopen } = await open();
      const hash = await store.writeBlob("Some text.");
      await store.saveCall(CALL);
      const journal = openJournal(store, createVirtualClock(5));
      await journal.record([{ type: "call", body: { status: "generated", in: 3, out: 4 } }]);
      await journal.record([{ type: "planned", body: {} }]);
      await store.close();
      const again = await reopen();
      expect(await again.readBlob(hash)).toBe("Some text.");
      expect(await again.findCall("k1")).toEqual(CALL);
      expect(await again.findCall("other")).toBeUndefined();
      expect(again.lines.map(({ seq, type }) => [seq, type])).toEqual([
        [1, "call"],
        [2, "planned"],
      ]);
      const { state } = openJournal(again, createVirtualClock(6));
      expect([state.planned, state.calls, state.tokens]).toEqual([true, 1, { in: 3, out: 4 }]);
      await again.close();
    });

    it("refuses a text that it does not hold", async () => {
      const { store } = await open();
      await expect(store.readBlob("0".repeat(64))).rejects.toMatchObject({ code: "damaged-run" });
      await store.close();
    });

    it("does not record twice what a kill cut short", async () => {
      const { store, reopen } = await open();
      const call = {
        type: "call" as const,
        body: { status: "generated", key: "a", in: 1, out: 2 },
      };
      await openJournal(store, createVirtualClock(5)).record([call]);
      await store.close();
      const again = await reopen();
      const journal = openJournal(again, createVirtualClock(6));
      expect(journal.state.calls).toBe(0);
      await journal.record([call, { type: "planned", body: {} }]);
      expect(journal.state.calls).toBe(1);
      await again.close();
      const third = await reopen();
      expect(third.lines.map(({ type }) => type)).toEqual(["call", "planned"]);
      await third.close();
    });

    it("keeps what was begun on record if another way is taken", async () => {
      const { store, reopen } = await open();
      const call = {
        type: "call" as const,
        body: { status: "generated", key: "a", in: 1, out: 2 },
      };
      await openJournal(store, createVirtualClock(5)).record([call]);
      await store.close();
      const again = await reopen();
      const journal = openJournal(again, createVirtualClock(6));
      await journal.record([{ type: "planned", body: {} }]);
      expect(journal.state.calls).toBe(1);
      await again.close();
    });
  });
}
