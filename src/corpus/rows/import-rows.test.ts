import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { tableRows } from "../../../tests/import-dump.ts";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import { rejected } from "../corpus-event.ts";
import { importRows, type RowFormat } from "./import-rows.ts";
import type { RowBatch, RowEvent } from "./row-event.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Ten records, of which every fourth is rejected; counts how often each was read. */
function source(fallsAt?: number) {
  const reads: number[] = [];
  const format: RowFormat = {
    name: "numbers",
    kind: "documents",
    columns: { fields: "VARCHAR" },
    sources: [{ file: "numbers", bytes: 10 }],
    identity: "ten",
    options: {},
    // A row has some hundred characters, so that a step holds two or three.
    partUnits: 250,
    read: (mark, onRead) => readNumbers((mark as number | undefined) ?? 0, onRead),
  };
  async function* readNumbers(
    start: number,
    onRead: (bytes: number) => void,
  ): AsyncGenerator<RowBatch> {
    for (let number = start; number < 10; number++) {
      if (number === fallsAt) throw new RangeError("the power is cut");
      reads.push(number);
      onRead(number);
      yield { events: [eventOf(number)], mark: number + 1 };
    }
  }
  return { reads, format };
}

function eventOf(number: number): RowEvent {
  const place = { file: "numbers", line: number + 1 };
  if (number % 4 === 3) return rejected({ reason: "text-missing", message: "no", place });
  const row = {
    id: String(number),
    author: "Ann",
    text: `number ${number}`,
    title: null,
    date: null,
    source: "numbers",
    line: number + 1,
    fields: "{}",
  };
  return { kind: "row", row, place };
}

function importTo(out: string, format: RowFormat) {
  const request = { from: [], out, settings: {}, memoryMb: 300, threads: 1 };
  return importRows(format, request, { clock: createVirtualClock(), onProgress: () => undefined });
}

describe("importRows", () => {
  it("numbers records in the order of the source, with gaps where some were rejected", async () => {
    const { format } = source();
    const { card, documents } = await importTo(join(folder, "plain"), format);
    const rows = await tableRows(documents);
    expect(rows.map((row) => row["ord"])).toEqual([0, 1, 2, 4, 5, 6, 8, 9]);
    expect(rows.map((row) => row["text"])).toEqual(
      [0, 1, 2, 4, 5, 6, 8, 9].map((number) => `number ${number}`),
    );
    expect(card.counts).toEqual({
      documents: 8,
      rejected: 2,
      dropped: 0,
      skipped: 0,
      warnings: 0,
      reasons: { "text-missing": 2 },
    });
  });

  it("reads again only what no finished step holds, after falling over anywhere", async () => {
    const whole = join(folder, "plain");
    for (let fallsAt = 1; fallsAt < 10; fallsAt++) {
      const out = join(folder, `fallen-${fallsAt}`);
      const first = source(fallsAt);
      await expect(importTo(out, first.format)).rejects.toThrow("the power is cut");
      const second = source();
      const { card } = await importTo(out, second.format);
      // A step holds three records at most, and the one before it may not have been packed yet.
      expect(second.reads[0]).toBeGreaterThanOrEqual(fallsAt - 6);
      expect(second.reads.at(-1)).toBe(9);
      expect(card.counts).toMatchObject({ documents: 8, rejected: 2 });
      for (const file of ["documents.parquet", "rejected.jsonl", "corpus.json"]) {
        expect(readFileSync(join(out, file)).equals(readFileSync(join(whole, file)))).toBe(true);
      }
    }
  });

  it("tells that its last step came to an end", async () => {
    const steps: string[] = [];
    const request = {
      from: [],
      out: join(folder, "told"),
      settings: {},
      memoryMb: 300,
      threads: 1,
    };
    await importRows(source().format, request, {
      clock: createVirtualClock(),
      onProgress: ({ step, done, total }) => steps.push(`${step} ${done} of ${total}`),
    });
    expect(steps.at(-1)).toBe("Writing documents 2 of 2");
  });

  it("rejects a document whose row is longer than the engine reads", async () => {
    const { format } = source();
    const long = eventOf(0);
    if (long.kind !== "row") throw new TypeError("no row");
    const events = [
      { ...long, row: { ...long.row, id: "long", text: "é".repeat(9 << 20) } },
      eventOf(1),
    ];
    async function* read() {
      yield { events, mark: 1 };
    }
    const { card, documents } = await importTo(join(folder, "long"), { ...format, read });
    expect(card.counts.reasons).toEqual({ "too-large": 1 });
    expect((await tableRows(documents)).map((row) => row["id"])).toEqual(["1"]);
  });
});
