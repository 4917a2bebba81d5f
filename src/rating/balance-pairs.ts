import type { Random } from "../foundation/index.ts";
import type { DesignText } from "./study-design.ts";

/** How often pairs of systems meet in one row under one prompt. */
export interface PairMeetings {
  /** The rarest pair. */
  readonly fewestMeetings: number;
  /** The most frequent pair. */
  readonly mostMeetings: number;
}

type Row = readonly Pick<DesignText, "text" | "system" | "prompt">[];

/**
 * Counts how often pairs of systems meet.
 *
 * @param rows - Rows of texts.
 * @returns The two ends; both 0 where there are no two systems.
 */
export function pairMeetings(rows: readonly Row[]): PairMeetings {
  const table = meetingTable(rows);
  const counts = table.pairs();
  if (counts.length === 0) return { fewestMeetings: 0, mostMeetings: 0 };
  return { fewestMeetings: Math.min(...counts), mostMeetings: Math.max(...counts) };
}

interface MeetingTable {
  /** Adds to the count of two systems. */
  readonly add: (first: string, second: string, by: number) => void;
  /** The count of two systems. */
  readonly of: (first: string, second: string) => number;
  /** The counts of all pairs. */
  readonly pairs: () => number[];
}

function meetingTable(rows: readonly Row[]): MeetingTable {
  const systems = [...new Set(rows.flat().map(({ system }) => system))].sort();
  const places = new Map(systems.map((system, place) => [system, place]));
  const counts = new Int32Array(systems.length ** 2);
  const cell = (first: string, second: string): number => {
    const one = places.get(first) as number;
    const two = places.get(second) as number;
    return Math.min(one, two) * systems.length + Math.max(one, two);
  };
  const of = (first: string, second: string): number => counts[cell(first, second)] as number;
  const add = (first: string, second: string, by: number): void => {
    counts[cell(first, second)] = of(first, second) + by;
  };
  for (const row of rows) {
    for (const [at, text] of row.entries()) {
      for (const other of row.slice(at + 1)) {
        if (text.prompt === other.prompt) add(text.system, other.system, 1);
      }
    }
  }
  const pairs = (): number[] =>
    systems.flatMap((first, at) => systems.slice(at + 1).map((second) => of(first, second)));
  return { add, of, pairs };
}

/** Proposals for each reading of the design in one round of the search. */
const PROPOSALS_PER_READING = 200;

/** Rounds, each of which begins hot and cools down, before the search gives up. */
const ROUNDS = 6;

/**
 * Exchanges texts of one prompt between rows until each pair of systems meets equally often, one more
 * or less (simulated annealing on the sum of the squared counts). Lengths of rows and readings of
 * texts stay as they are.
 *
 * @param rows - Rows without a text twice.
 * @param random - Chance.
 * @returns The rows; as even as the search found them where evenness is not to be had.
 */
export function balancePairs(rows: readonly DesignText[][], random: Random): DesignText[][] {
  const table = meetingTable(rows);
  const result = rows.map((row) => row.slice());
  const slots = result.flatMap((row, at) => row.map((_, place) => ({ row: at, place })));
  const proposals = slots.length * PROPOSALS_PER_READING;
  let excess = excessOf(table.pairs());
  for (let proposal = 0; proposal < ROUNDS * proposals && excess > 0; proposal++) {
    const swap = drawSwap(result, slots, random);
    if (swap === undefined) continue;
    const change = applySwap(result, swap, table);
    const heat = 1 - (proposal % proposals) / proposals;
    if (change <= 0 || random.next() < Math.exp(-change / heat)) excess += change;
    else applySwap(result, swap, table);
  }
  return result;
}

/** By how much the sum of the squared counts lies above that of counts within one of each other. */
function excessOf(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const low = Math.floor(total / counts.length);
  const higher = total - low * counts.length;
  const least = higher * (low + 1) ** 2 + (counts.length - higher) * low ** 2;
  return counts.reduce((sum, count) => sum + count ** 2, 0) - least;
}

interface Place {
  readonly row: number;
  readonly place: number;
}

/** Two places whose texts may be exchanged. */
interface Swap {
  readonly one: Place;
  readonly two: Place;
}

function drawSwap(
  rows: readonly (readonly DesignText[])[],
  slots: readonly Place[],
  random: Random,
): Swap | undefined {
  const one = slots[random.nextBelow(slots.length)] as Place;
  const two = slots[random.nextBelow(slots.length)] as Place;
  const first = rows[one.row]?.[one.place] as DesignText;
  const second = rows[two.row]?.[two.place] as DesignText;
  const fits =
    one.row !== two.row &&
    first.prompt === second.prompt &&
    first.text !== second.text &&
    !rows[one.row]?.includes(second) &&
    !rows[two.row]?.includes(first);
  return fits ? { one, two } : undefined;
}

/** Exchanges the two texts; returns by how much the sum of the squared counts rose. */
function applySwap(rows: DesignText[][], { one, two }: Swap, table: MeetingTable): number {
  const rowOne = rows[one.row] as DesignText[];
  const rowTwo = rows[two.row] as DesignText[];
  const first = rowOne[one.place] as DesignText;
  const second = rowTwo[two.place] as DesignText;
  const change =
    moveMeetings(table, rowOne, { from: first, to: second }) +
    moveMeetings(table, rowTwo, { from: second, to: first });
  rowOne[one.place] = second;
  rowTwo[two.place] = first;
  return change;
}

function moveMeetings(
  table: MeetingTable,
  row: readonly DesignText[],
  { from, to }: { readonly from: DesignText; readonly to: DesignText },
): number {
  let change = 0;
  for (const other of row) {
    if (other === from || other.prompt !== from.prompt) continue;
    // (n − 1)² − n² and (n + 1)² − n².
    change += 1 - 2 * table.of(from.system, other.system);
    table.add(from.system, other.system, -1);
    change += 1 + 2 * table.of(to.system, other.system);
    table.add(to.system, other.system, 1);
  }
  return change;
}
