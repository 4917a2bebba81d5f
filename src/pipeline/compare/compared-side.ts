import { LonghandError } from "../../foundation/index.ts";

/** One side of a comparison: the scores of one system's texts. */
export interface ComparedSide {
  /** Name as it is shown. */
  readonly name: string;
  /** The metrics it was scored with. */
  readonly metrics: ReadonlyMap<string, ComparedMetric>;
  /** Planned texts by id, repeats averaged; those without a score of any metric have an empty map. */
  readonly scores: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** User of each text; absent if unknown, so that each text stands for itself. */
  readonly users?: ReadonlyMap<string, string>;
  /** Texts not done yet. */
  readonly pending: number;
  /** Where the references came from; absent if the texts brought their own. */
  readonly dataset?: { readonly hash: string; readonly split: string };
  /** Sum of hashes of ids and references; absent if unknown. */
  readonly references?: string;
}

/** What is known of a metric of one side. */
export interface ComparedMetric {
  /** Everything that must agree; absent if unknown. */
  readonly signature?: string;
  /** Lowest possible score; absent if unknown. */
  readonly lowest?: number;
  /** Whether more is better; absent if unknown. */
  readonly higherIsBetter?: boolean;
}

/**
 * Refuses sides whose numbers may not meet: other splits, datasets, references or signatures.
 *
 * @param left - One side.
 * @param right - The other.
 * @param metrics - Metrics that are compared.
 * @throws LonghandError `unlike-scores`, naming every difference.
 */
export function refuseUnlike(
  left: ComparedSide,
  right: ComparedSide,
  metrics: readonly string[],
): void {
  const differences = [
    ...datasetDifferences(left, right),
    ...metrics.flatMap((metric) => signatureDifference(metric, left, right)),
  ];
  if (differences.length === 0) return;
  throw new LonghandError(
    `${left.name} and ${right.name} cannot be compared:\n${differences.join("\n")}`,
    {
      code: "unlike-scores",
      hint: "Score both with the same options against the same references, or choose a metric with --metric.",
      details: { differences },
    },
  );
}

/** Ids that are listed in one message. */
const MAX_LISTED = 10;

/**
 * Refuses sides that do not agree whose a text is: what is resampled would depend on their order.
 *
 * @param sides - The sides.
 * @param ids - Texts that are compared.
 * @throws LonghandError `unlike-scores`, naming each such text with both users.
 */
export function refuseOtherUsers(sides: readonly ComparedSide[], ids: readonly string[]): void {
  const differences = ids.flatMap((id) => {
    const named = sides.flatMap(({ name, users }) => {
      const user = users?.get(id);
      return user === undefined ? [] : [{ name, user }];
    });
    const [first] = named;
    const other = named.find(({ user }) => user !== first?.user);
    if (first === undefined || other === undefined) return [];
    return [`${id} is of ${first.user} in ${first.name}, and of ${other.user} in ${other.name}`];
  });
  if (differences.length === 0) return;
  const more = differences.length - MAX_LISTED;
  const listed = [...differences.slice(0, MAX_LISTED), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new LonghandError(`The sides do not agree whose a text is:\n${listed.join("\n")}`, {
    code: "unlike-scores",
    hint: "Give the same text the same user on both sides, and different texts different ids.",
    details: { differences },
  });
}

function datasetDifferences(left: ComparedSide, right: ComparedSide): string[] {
  const [ours, theirs] = [left.dataset, right.dataset];
  const differences =
    ours !== undefined && theirs !== undefined
      ? partDifferences(ours, theirs)
      : sourceDifference(left, right);
  if (differences.length === 0 && haveOtherReferences(left, right)) {
    return ["the references differ for the same ids"];
  }
  return differences;
}

type Part = NonNullable<ComparedSide["dataset"]>;

function partDifferences(ours: Part, theirs: Part): string[] {
  const [hash, otherHash] = [ours.hash.slice(0, 12), theirs.hash.slice(0, 12)];
  return [
    ...(ours.split === theirs.split
      ? []
      : [`the splits differ: ${ours.split} and ${theirs.split}`]),
    ...(hash === otherHash ? [] : [`the datasets differ: ${hash} and ${otherHash}`]),
  ];
}

function sourceDifference(left: ComparedSide, right: ComparedSide): string[] {
  const isKnown = left.references !== undefined && right.references !== undefined;
  const hasDataset = left.dataset !== undefined || right.dataset !== undefined;
  if (!isKnown || !hasDataset) return [];
  return ["one was scored against a dataset, the other against its own references"];
}

/** Sums of hashes tell only where both sides have the same ids. */
function haveOtherReferences(left: ComparedSide, right: ComparedSide): boolean {
  if (left.references === undefined || right.references === undefined) return false;
  if (left.references === right.references || left.scores.size !== right.scores.size) return false;
  return [...left.scores.keys()].every((id) => right.scores.has(id));
}

function signatureDifference(metric: string, left: ComparedSide, right: ComparedSide): string[] {
  const ours = left.metrics.get(metric)?.signature;
  const theirs = right.metrics.get(metric)?.signature;
  if (ours === undefined || theirs === undefined || ours === theirs) return [];
  return [`the signatures of ${metric} differ: ${ours} and ${theirs}`];
}
