import { randomStream, shuffled } from "../../foundation/index.ts";
import type { BenchmarkProfile, ProfileItem, Setting, Split } from "../../records/index.ts";
import { comparableText } from "../../text/index.ts";
import { splitUsers } from "../split-users.ts";
import type { Author, CutDocument, Passage } from "./author-passages.ts";
import type { FullPassageOptions } from "./passage-options.ts";

/** A passage that is to be written, and what may be known of its author. */
export interface PlannedExample {
  readonly userId: string;
  readonly split: Split;
  readonly target: Passage;
  /** Number of the target among its author's in this split, from 1. */
  readonly number: number;
  readonly profile: () => ProfileItem[];
}

/** What was drawn from the authors. */
export interface DrawnTargets {
  /** By user, then by split, then by number. */
  readonly planned: readonly PlannedExample[];
  /** Authors that are left. */
  readonly users: ReadonlySet<string>;
  /** Places in profiles that a copy of a target would have taken. */
  readonly copiesLeftOut: number;
}

export interface DrawRules {
  readonly setting: Setting;
  readonly seed: number;
  readonly profile: BenchmarkProfile;
  readonly options: FullPassageOptions;
}

export function drawTargets(authors: readonly Author[], rules: DrawRules): DrawnTargets {
  const drawn = authors.flatMap((author) => {
    const draft =
      rules.setting === "user" ? draftUser(author, rules) : draftTemporal(author, rules);
    return draft === undefined ? [] : [draft];
  });
  const userIds = drawn.map(({ author }) => author.userId);
  const splits = splitUsers(userIds, { shares: rules.options.splitShares, seed: rules.seed });
  let copiesLeftOut = 0;
  const planned = drawn.flatMap((draft) => {
    copiesLeftOut += draft.copies;
    return draft.parts.flatMap(({ split, targets }) =>
      inOrder(targets).map((target, index) => ({
        userId: draft.author.userId,
        split: split ?? (splits.get(draft.author.userId) as Split),
        target,
        number: index + 1,
        profile: () => profileOf(target, draft),
      })),
    );
  });
  return { planned, users: new Set(userIds), copiesLeftOut };
}

interface Draft {
  readonly author: Author;
  /** Documents that profiles are made of. */
  readonly sources: readonly CutDocument[];
  readonly parts: readonly {
    /** Absent where the author's own split decides. */
    readonly split?: Split;
    readonly targets: readonly Passage[];
  }[];
  /** Ids of passages that no profile holds: all targets, and under `longhand` their copies. */
  readonly hidden: ReadonlySet<string>;
  readonly copies: number;
  readonly sameDocument: boolean;
}

/** Random passages, from different documents where possible; the profile is the rest of the author. */
function draftUser(author: Author, rules: DrawRules): Draft | undefined {
  const { targetsPerAuthor } = rules.options;
  const offered = spreadPassages(author.documents, [rules.seed, "targets", author.userId]);
  // A small author's targets may be all there is: take fewer, until each has a profile.
  for (let count = Math.min(targetsPerAuthor, offered.length); count > 0; count--) {
    const targets = offered.slice(0, count);
    const draft = makeDraft({ author, sources: author.documents, parts: [{ targets }] }, rules);
    if (targets.every((target) => profileOf(target, draft).length > 0)) return draft;
  }
  return undefined;
}

const NEWEST_FIRST: readonly Split[] = ["test", "validation", "train"];

/** The newest dated document is test, the next validation, the next train; older ones the profile. */
function draftTemporal(author: Author, rules: DrawRules): Draft | undefined {
  const dated = author.documents.filter(({ date }) => date !== undefined);
  const newest = dated.slice(-NEWEST_FIRST.length).reverse();
  if (newest.length < NEWEST_FIRST.length) return undefined;
  const sources = author.documents.filter((document) => !newest.includes(document));
  const parts = NEWEST_FIRST.map((split, index) => {
    const keys = [rules.seed, "targets", author.userId, split];
    const offered = spreadPassages([newest[index] as CutDocument], keys);
    return { split, targets: offered.slice(0, rules.options.targetsPerAuthor) };
  });
  const draft = makeDraft({ author, sources, parts }, rules);
  const [first] = parts[0]?.targets ?? [];
  return first !== undefined && profileOf(first, draft).length > 0 ? draft : undefined;
}

/** All passages in a random order in which the documents take turns. */
function spreadPassages(
  documents: readonly CutDocument[],
  keys: readonly (string | number)[],
): Passage[] {
  const random = randomStream(...keys);
  const byId = [...documents].sort((left, right) => (left.id < right.id ? -1 : 1));
  const decks = shuffled(byId, random).map(({ passages }) => shuffled(passages, random));
  const rounds = Math.max(0, ...decks.map((deck) => deck.length));
  return Array.from({ length: rounds }, (_, round) =>
    decks.flatMap((deck) => deck[round] ?? []),
  ).flat();
}

function makeDraft(
  draft: Pick<Draft, "author" | "sources" | "parts">,
  { profile, options }: DrawRules,
): Draft {
  const targets = draft.parts.flatMap((part) => part.targets);
  const hidden = new Set(targets.map(({ id }) => id));
  let copies = 0;
  if (profile === "longhand") {
    const texts = new Set(targets.map(({ text }) => comparableText(text)));
    for (const passage of draft.sources.flatMap(({ passages }) => passages)) {
      if (hidden.has(passage.id) || !texts.has(comparableText(passage.text))) continue;
      hidden.add(passage.id);
      copies += 1;
    }
  }
  return { ...draft, hidden, copies, sameDocument: options.sameDocument };
}

/** Neighbours of the target would give its topic away, so its own document is left out. */
function profileOf(target: Passage, { sources, hidden, sameDocument }: Draft): ProfileItem[] {
  return sources
    .filter(({ id }) => sameDocument || id !== target.documentId)
    .flatMap(({ passages }) => passages)
    .filter(({ id }) => !hidden.has(id))
    .map(({ item }) => item);
}

function inOrder(targets: readonly Passage[]): Passage[] {
  return [...targets].sort((left, right) => (left.id < right.id ? -1 : 1));
}
