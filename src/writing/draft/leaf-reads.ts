import type { NodeRead, WritingFact } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { AuthorFact } from "../brief/brief.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { madeReads, madeWith } from "../run/made-with.ts";
import type { Exemplar, Writer } from "../run/writer.ts";
import { neighboursOf } from "./leaf-place.ts";
import type { LeafRequest } from "./leaf-request.ts";

/** What the prompt of a leaf was made from. */
interface LeafSources {
  /** Leaf and target. */
  readonly request: LeafRequest;
  /** The run. */
  readonly writer: Writer;
  /** The author's facts that hold there. */
  readonly facts: readonly AuthorFact[];
  /** Facts that texts told. */
  readonly said: readonly WritingFact[];
  /** Exemplars shown. */
  readonly exemplars: readonly Exemplar[];
}

/**
 * Everything that a leaf's text depends on, with its version, to trace what a change touches.
 *
 * @param sources - What its prompt was made from.
 * @returns A read for each.
 */
export function readsOf({ request, writer, facts, exemplars, said }: LeafSources): NodeRead[] {
  const { node } = request;
  const read = (object: string, text: string, strength: NodeRead["strength"]): NodeRead => ({
    object,
    version: sha256(text).slice(0, 16),
    strength,
  });
  const { previous, previousText, next, after, nextText } = neighboursOf(node, writer);
  return [
    read("brief", writer.ground.runHash, "soft"),
    read(`node:${node.id}`, `${nodeLine(node)}|${node.must.join()}|${node.targetWords}`, "hard"),
    ...facts.map((fact) =>
      read(`fact:${fact.subject}/${fact.attribute}`, String(fact.value), "hard"),
    ),
    ...said.map((fact) => read(`fact:${fact.id}`, fact.value, "hard")),
    ...writer.journal.state.tree
      .ancestorsOf(node)
      .map((above) => read(`node:${above.id}`, nodeLine(above), "soft")),
    ...(previous === undefined || previousText === undefined
      ? []
      : [read(`text:${previous.id}`, previousText, "soft")]),
    ...(next === undefined ? [] : [read(`node:${next.id}`, nodeLine(next), "soft")]),
    ...(after === undefined || nextText === undefined
      ? []
      : [read(`text:${after.id}`, nextText, "soft")]),
    ...exemplars.map(({ id, text }) => read(`passage:${id}`, text, "soft")),
    ...madeReads(madeWith(writer.brief, writer.writerModel.description)),
  ];
}
