import type { WritingFact } from "../../records/index.ts";
import type { Gender } from "../check/entities.ts";
import { type Subject, sameSubject, subjectOf } from "../check/subjects.ts";
import type { TextQuote } from "../run/accepted-leaf.ts";

/** What a text says that is worth keeping. */
export interface SaidFacts {
  /** Its facts. */
  readonly facts: readonly WritingFact[];
  /** Names that stand in it, in order, with the place where each begins first, in UTF-16 units. */
  readonly names: readonly (readonly [name: string, start: number])[];
  /** Words of names that belong to persons, or to things with a name of their own. */
  readonly persons: readonly string[];
  /** Who is spoken of as she or he, by name. */
  readonly genders: Readonly<Record<string, Gender>>;
}

/** Names that an accepted text brought up. */
export interface LearntNames extends Pick<SaidFacts, "names" | "persons" | "genders"> {
  /** Id of the leaf. */
  readonly node: string;
}

/** Facts of accepted texts. */
export interface FactBook {
  /** Every fact of an accepted or retired text, in the order in which it came in. */
  readonly all: readonly WritingFact[];
  /** What accepted texts said, one entry a text, in the order in which they were accepted. */
  readonly learnt: readonly LearntNames[];
  /**
   * Where an accepted text names somebody first.
   *
   * @param name - The name.
   * @returns The place; `undefined` for a name that no text holds.
   */
  placeOfName(name: string): TextQuote | undefined;
  /**
   * Accepted facts of one leaf's text.
   *
   * @param node - Id of the leaf.
   * @returns The facts, in the order in which they came in.
   */
  ofNode(node: string): WritingFact[];
  /**
   * Accepted facts of one property.
   *
   * @param attribute - Which one.
   * @returns The facts, in the order in which they came in.
   */
  withAttribute(attribute: string): WritingFact[];
  /**
   * Notes what a text says before it is accepted.
   *
   * @param node - Id of the leaf.
   * @param said - What it says; it takes the place of what was proposed before.
   */
  propose(node: string, said: SaidFacts): void;
  /**
   * Notes that the text of a leaf was accepted: what was proposed for it holds, and what its earlier text
   * said holds no longer.
   *
   * @param node - Id of the leaf.
   */
  accept(node: string): void;
  /**
   * Notes that a leaf is gone.
   *
   * @param node - Its id.
   */
  retire(node: string): void;
  /**
   * Accepted facts about somebody.
   *
   * @param subject - Who or what.
   * @param attribute - Which property. @defaultValue all of them
   * @returns The facts, in the order in which they came in.
   */
  about(subject: Subject, attribute?: string): WritingFact[];
}

const NOTHING: SaidFacts = { facts: [], names: [], persons: [], genders: {} };

/**
 * Opens an empty book.
 *
 * @returns The book.
 */
export function openFactBook(): FactBook {
  const all: WritingFact[] = [];
  const proposed = new Map<string, SaidFacts>();
  const learnt: LearntNames[] = [];
  const names = new Map<string, TextQuote>();
  const learn = (node: string, { names: own, persons, genders }: SaidFacts): void => {
    learnt.push({ node, names: own, persons, genders });
    for (const [text, start] of own) {
      if (!names.has(text)) names.set(text, { node, text, start, end: start + text.length });
    }
  };
  const byNode = new Map<string, number[]>();
  const byWord = new Map<string, Set<number>>();
  const byAttribute = new Map<string, Set<number>>();
  const subjects = new Map<string, Subject>();
  const subjectNamed = (text: string): Subject => {
    const known = subjects.get(text) ?? subjectOf(text);
    subjects.set(text, known);
    return known;
  };
  const retire = (node: string): void => {
    for (const place of byNode.get(node) ?? []) {
      const fact = all[place] as WritingFact;
      all[place] = { ...fact, state: "retired" };
      for (const word of subjectNamed(fact.subject).words) byWord.get(word)?.delete(place);
      byAttribute.get(fact.attribute)?.delete(place);
    }
    byNode.delete(node);
  };
  return {
    all,
    learnt,
    propose: (node, said) => {
      proposed.set(node, said);
    },
    accept: (node) => {
      retire(node);
      const said = proposed.get(node) ?? NOTHING;
      learn(node, said);
      const places = said.facts.map((fact) => {
        const place = all.push({ ...fact, state: "accepted" }) - 1;
        for (const word of subjectNamed(fact.subject).words) {
          byWord.set(word, (byWord.get(word) ?? new Set()).add(place));
        }
        const same = byAttribute.get(fact.attribute) ?? new Set();
        byAttribute.set(fact.attribute, same.add(place));
        return place;
      });
      byNode.set(node, places);
      proposed.delete(node);
    },
    retire,
    placeOfName: (name) => names.get(name),
    ofNode: (node) => (byNode.get(node) ?? []).map((place) => all[place] as WritingFact),
    withAttribute: (attribute) =>
      [...(byAttribute.get(attribute) ?? [])].map((place) => all[place] as WritingFact),
    about: (subject, attribute) => {
      const places = new Set(subject.words.flatMap((word) => [...(byWord.get(word) ?? [])]));
      return [...places]
        .sort((left, right) => left - right)
        .map((place) => all[place] as WritingFact)
        .filter(
          (fact) =>
            (attribute === undefined || fact.attribute === attribute) &&
            sameSubject(subjectNamed(fact.subject), subject),
        );
    },
  };
}
