import { porterStem } from "../../text/index.ts";
import { type Subject, sameSubject, subjectOf } from "./subjects.ts";

/** Grammatical gender that a name is known to have. */
export type Gender = "she" | "he";

/** Somebody or something that a document is about. */
export interface Entity {
  /** By which name facts about it are kept. */
  readonly subject: Subject;
  /** All its names. */
  readonly names: readonly Subject[];
  /** Who named it first. */
  readonly origin: "author" | "text";
}

/** Phrases whose entity is remembered, at most. */
const MOST_FOUND = 20_000;

/** What is known by name. */
export interface EntityIndex {
  /**
   * Everything known, in the order in which it came up.
   */
  readonly all: readonly Entity[];
  /** How often something that was known got another name: `all` grows at its end otherwise. */
  readonly changes: number;
  /**
   * Adds something that has a name; nothing happens if it is known.
   *
   * @param name - Its name.
   * @param origin - Who named it.
   */
  add(name: string, origin: Entity["origin"]): void;
  /**
   * Adds a second name for something.
   *
   * @param name - Its name.
   * @param alias - The second name.
   */
  alias(name: string, alias: string): void;
  /**
   * The entity that a phrase means.
   *
   * @param phrase - The phrase.
   * @returns The entity; `undefined` if none is known, or more than one could be meant.
   */
  find(phrase: Subject): Entity | undefined;
  /**
   * Notes that somebody is spoken of as she or he.
   *
   * @param name - Whose name.
   * @param gender - How.
   */
  gender(name: Subject, gender: Gender): void;
  /**
   * How somebody is spoken of.
   *
   * @param name - Whose name.
   * @returns `undefined` where that is not known.
   */
  genderOf(name: Subject): Gender | undefined;
}

/**
 * Opens an empty index.
 *
 * @returns The index.
 */
export function openEntities(): EntityIndex {
  const all: Entity[] = [];
  let changes = 0;
  // Drafts speak of the same few persons and things again and again.
  const found = new Map<string, number | undefined>();
  const byWord = new Map<string, Set<number>>();
  const genders = new Map<string, Gender>();
  const note = (subject: Subject, place: number): void => {
    found.clear();
    for (const word of keysOf(subject))
      byWord.set(word, (byWord.get(word) ?? new Set()).add(place));
  };
  const candidates = (phrase: Subject): number[] => [
    ...new Set(keysOf(phrase).flatMap((word) => [...(byWord.get(word) ?? [])])),
  ];
  const matching = (phrase: Subject): number[] =>
    candidates(phrase).filter((place) =>
      (all[place] as Entity).names.some((name) => sameSubject(name, phrase)),
    );
  const search = (phrase: Subject): number | undefined => {
    const places = matching(phrase);
    if (places.length <= 1) return places[0];
    const exact = places.filter((place) => sameWordsAny(all[place] as Entity, phrase));
    return exact.length === 1 ? exact[0] : undefined;
  };
  const find = (phrase: Subject): number | undefined => remembered(found, phrase, search);
  const change = (place: number, entity: Entity, subject: Subject): void => {
    all[place] = { ...entity, names: [...entity.names, subject] };
    changes += 1;
    note(subject, place);
  };
  /** "Lisbeth Arden" where only "Lisbeth" was known: her other names are known from there on. */
  const lengthen = (place: number, subject: Subject): void => {
    const entity = all[place] as Entity;
    if (isLongerName(subject, entity)) change(place, entity, subject);
  };
  return {
    all,
    get changes() {
      return changes;
    },
    add: (name, origin) => {
      const subject = subjectOf(name);
      if (subject.words.length === 0) return;
      const known = find(subject);
      if (known !== undefined) {
        lengthen(known, subject);
        return;
      }
      if (matching(subject).some((place) => sameWordsAny(all[place] as Entity, subject))) return;
      all.push({ subject, names: [subject], origin });
      note(subject, all.length - 1);
    },
    alias: (name, alias) => {
      const place = find(subjectOf(name));
      const subject = subjectOf(alias);
      const entity = place === undefined ? undefined : all[place];
      if (place === undefined || entity === undefined || subject.words.length === 0) return;
      if (sameWordsAny(entity, subject)) return;
      change(place, entity, subject);
    },
    find: (phrase) => {
      const place = find(phrase);
      return place === undefined ? undefined : all[place];
    },
    gender: (name, gender) => {
      genders.set(name.words.join(" "), gender);
    },
    genderOf: (name) => genders.get(name.words.join(" ")),
  };
}

/** Whether a name holds one by which somebody is known, and more. */
function isLongerName(subject: Subject, { names }: Entity): boolean {
  const words = new Set(names.flatMap((name) => name.words));
  const isName = subject.kind === "name" && names.every(({ kind }) => kind === "name");
  if (!isName || subject.words.every((word) => words.has(word))) return false;
  return names.some((name) => name.words.every((word) => subject.words.includes(word)));
}

/** What a search found before, or finds now. */
function remembered(
  found: Map<string, number | undefined>,
  phrase: Subject,
  search: (phrase: Subject) => number | undefined,
): number | undefined {
  const key = `${phrase.kind}|${phrase.head}|${phrase.words.join(" ")}`;
  if (found.has(key)) return found.get(key);
  if (found.size >= MOST_FOUND) found.clear();
  const place = search(phrase);
  found.set(key, place);
  return place;
}

function keysOf({ words, kind }: Subject): string[] {
  return kind === "name" ? [...words, ...words.map((word) => porterStem(word))] : [...words];
}

function sameWords(left: Subject, right: Subject): boolean {
  return left.words.join(" ") === right.words.join(" ");
}

function sameWordsAny({ names }: Entity, subject: Subject): boolean {
  return names.some((name) => sameWords(name, subject));
}
